//===- FunctionParser.cpp - Reads one function of the text form -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/FunctionParser.h"
#include "ir/InstInfo.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include <map>

namespace devtidy::ir {

bool FunctionParser::parse() { return header() && (!C.take('{') || body()); }

bool FunctionParser::header() {
  FunctionKind Kind = FunctionKind::Free;
  if (C.peek() != '@') {
    size_t Start = C.position();
    llvm::StringRef Word = C.takeWord();
    Kind = llvm::StringSwitch<FunctionKind>(Word)
               .Case("method", FunctionKind::Method)
               .Case("constructor", FunctionKind::Constructor)
               .Case("static", FunctionKind::StaticMethod)
               .Case("lambda", FunctionKind::Lambda)
               .Case("toplevel", FunctionKind::TopLevel)
               .Case("kernel", FunctionKind::Kernel)
               .Default(FunctionKind::Free);
    if (Kind == FunctionKind::Free)
      return C.fail(Start, "expected '@' or a function kind");
  }
  llvm::StringRef Name;
  if (!C.symbol(Name))
    return false;
  Id = M.addFunction(Name);
  F = &M.function(Id);
  F->Kind = Kind;
  if (!C.expect('('))
    return false;
  if (!C.take(')')) {
    do {
      if (!parameter())
        return false;
    } while (C.take(','));
    if (!C.expect(')'))
      return false;
  }
  return attributes();
}

bool FunctionParser::parameter() {
  Param P;
  if (C.takeText("**"))
    P.PassMode = Param::Mode::StarStar;
  else if (C.take('*'))
    P.PassMode = Param::Mode::Star;
  else if (C.takeKeyword("cell"))
    P.PassMode = Param::Mode::Cell;
  Cursor::ValueToken T;
  if (!C.valueToken(T) || (C.take(':') && !C.type(P.DeclaredType)))
    return false;
  P.Name = T.Variable;
  if (C.take('=')) {
    P.HasDefault = true;
    P.DefaultUnknown = C.take('?');
    if (P.DefaultUnknown ? C.takeKeyword("from") && !C.symbol(P.DefaultFrom) : !C.constant(P.Default))
      return false;
  }
  HeaderValues.push_back(T);
  bool Good = C.optionalRange(P.Range);
  F->Params.push_back(P);
  return Good;
}

bool FunctionParser::attributes() {
  if (C.takeText("->") && !C.type(F->ReturnType))
    return false;
  if (C.takeKeyword("of") && !C.symbol(F->Class))
    return false;
  if (C.takeKeyword("captures") && !C.unsignedNumber(F->CaptureCount))
    return false;
  while (C.takeKeyword("decorator"))
    if (!C.symbol(F->Decorators.emplace_back()))
      return false;
  F->InCheckedFile = !C.takeKeyword("unchecked");
  F->IsLocal = C.takeKeyword("local");
  F->IsCoroutine = C.takeKeyword("coroutine");
  F->Incomplete = C.takeKeyword("incomplete");
  return C.optionalRange(F->Range);
}

bool FunctionParser::body() {
  if (C.peek() != '^')
    return C.expected("'^' and a label");
  while (!C.take('}'))
    if (!(C.peek() == '^' ? blockHeader() : instruction()))
      return false;
  return finish();
}

bool FunctionParser::blockHeader() {
  size_t Start = C.position();
  llvm::StringRef Label;
  if (!C.label(Label))
    return false;
  BlockId L = mentionLabel(Label, Start);
  if (LabelMentions[L.index()].Defined)
    return C.fail(Start, "expected a new label, '^" + Label + "' is taken");
  LabelMentions[L.index()].Defined = true;
  LabelBlocks[L.index()] = BlockId(F->Blocks.size());
  F->Blocks.emplace_back();
  llvm::SmallVector<ValueId, 2> Params;
  auto Add = [&](Type T) {
    size_t At = C.position();
    Cursor::ValueToken Token;
    ValueId V;
    if (!C.valueToken(Token) || (C.take(':') && !C.type(T)) || !define(Token, T, InstId(), At, V))
      return false;
    Params.push_back(V);
    return true;
  };
  if (C.take('(')) {
    if (!C.take(')')) {
      do {
        if (!Add({}))
          return false;
      } while (C.take(','));
      if (!C.expect(')'))
        return false;
    }
  } else if (F->Blocks.size() == 1) {
    for (unsigned I = 0; I != F->Params.size(); ++I) {
      ValueId V;
      if (!define(HeaderValues[I], F->Params[I].DeclaredType, InstId(), Start, V))
        return false;
      Params.push_back(V);
    }
  }
  F->Blocks.back().Params = std::move(Params);
  return C.expect(':');
}

bool FunctionParser::instruction() {
  Inst I;
  I.Parent = BlockId(F->Blocks.size() - 1);
  size_t Start = C.position();
  Cursor::ValueToken Result;
  Type ResultType;
  bool GivesResult = C.peek() == '%';
  if (GivesResult && (!C.valueToken(Result) || (C.take(':') && !C.type(ResultType)) || !C.expect('=')))
    return false;
  size_t KindAt = C.position();
  llvm::StringRef Word = C.takeWord();
  // The only words with a dot are instruction kinds.
  if (C.takeText("."))
    Word = llvm::StringRef(Word.begin(), C.takeWord().end() - Word.begin());
  std::optional<InstKind> Kind = parseInstKind(Word);
  if (!Kind)
    return C.fail(KindAt, "expected an instruction");
  I.Kind = *Kind;
  if (GivesResult != hasResult(I.Kind))
    return C.fail(Start, GivesResult ? "expected no result, '" + Word + "' has none"
                                     : "expected '%name =' before '" + Word + "'");
  if (!payload(I) || !arguments(I))
    return false;
  for (unsigned S = 0; S != successorCount(I.Kind); ++S)
    if ((S != 0 && !C.expect(',')) || !successor(I.Targets.emplace_back()))
      return false;
  if (!C.optionalRange(I.Range))
    return false;
  InstId Here(F->Insts.size());
  if (GivesResult && !define(Result, ResultType, Here, Start, I.Result))
    return false;
  if (I.Kind == InstKind::Closure)
    Callees.back().Closure = Here;
  F->Blocks.back().Insts.push_back(Here);
  F->Insts.push_back(std::move(I));
  return true;
}

bool FunctionParser::payload(Inst &I) {
  switch (instInfo(I.Kind).Data) {
  case Payload::None:
    return true;
  case Payload::Name:
    return isSymbolName(I.Kind) ? C.symbol(I.Name) : C.quoted(I.Name);
  case Payload::Word:
    return C.peek() != '"' || C.quoted(I.Name);
  case Payload::Const:
    return C.constant(I.Const);
  case Payload::Func: {
    PendingCallee P{Id, InstId(), "", C.position()};
    if (!C.symbol(P.Name))
      return false;
    Callees.push_back(P);
    return true;
  }
  case Payload::Index:
    return C.unsignedNumber(I.Index) && (C.takeKeyword("of") || C.expected("'of'")) && C.unsignedNumber(I.Count);
  }
  return false;
}

bool FunctionParser::arguments(Inst &I) {
  if (!C.take('('))
    return argumentBounds(I.Kind).Min == 0 || C.expected("'('");
  if (C.take(')'))
    return true;
  do {
    if (!argument(I.Args.emplace_back()))
      return false;
  } while (C.take(','));
  return C.expect(')');
}

bool FunctionParser::argument(Arg &A) {
  if (C.takeText("**")) {
    A.Keyword = "**";
  } else if (C.take('*')) {
    A.Keyword = "*";
  } else if (C.peek() != '%' && !C.atConstant()) {
    if (!C.wordOrQuoted(A.Keyword, "an argument") || !C.expect('='))
      return false;
  }
  return operand(A.Value, &A);
}

/// A value or a constant that stands for one; only arguments have ranges.
bool FunctionParser::operand(ValueId &V, Arg *A) {
  if (C.peek() == '%') {
    size_t Start = C.position();
    Cursor::ValueToken T;
    if (!C.valueToken(T))
      return false;
    V = mention(T, Start);
    return !A || C.optionalRange(A->Range);
  }
  if (!C.atConstant())
    return C.expected("a value or a constant");
  Constant K;
  SourceRange R;
  if (!C.constant(K))
    return false;
  if (A && A->Keyword.empty() && K.K == Constant::Kind::String && C.take('=')) {
    A->Keyword = K.Text;
    return operand(V, A);
  }
  if (A) {
    if (!C.optionalRange(A->Range))
      return false;
    R = A->Range;
  }
  V = inlineConstant(K, R);
  return true;
}

bool FunctionParser::successor(Successor &S) {
  size_t Start = C.position();
  llvm::StringRef Label;
  if (!C.label(Label))
    return false;
  S.Block = mentionLabel(Label, Start);
  if (!C.take('(') || C.take(')'))
    return true;
  do {
    if (!operand(S.Args.emplace_back(), nullptr))
      return false;
  } while (C.take(','));
  return C.expect(')');
}

ValueId FunctionParser::mention(const Cursor::ValueToken &T, size_t Position) {
  auto [It, New] = Values.try_emplace(T.Key, ValueId(F->Values.size()));
  if (New) {
    F->Values.push_back({InstId(), BlockId(), {}, T.Variable});
    ValueMentions.push_back({Position});
  }
  return It->second;
}

bool FunctionParser::define(const Cursor::ValueToken &T, Type StaticType, InstId Definition, size_t Position,
                            ValueId &V) {
  V = mention(T, Position);
  Mention &Known = ValueMentions[V.index()];
  if (Known.Defined)
    return C.fail(Position, "expected a new name, '" + T.Key + "' is defined already");
  Known.Defined = true;
  ValueInfo &Info = F->value(V);
  Info.Definition = Definition;
  Info.Block = BlockId(F->Blocks.size() - 1);
  Info.StaticType = StaticType;
  return true;
}

ValueId FunctionParser::inlineConstant(const Constant &K, SourceRange R) {
  static constexpr TypeKind Kinds[] = {TypeKind::None, TypeKind::Bool, TypeKind::Number, TypeKind::Number,
                                       TypeKind::String};
  Inst I;
  I.Kind = InstKind::Const;
  I.Const = K;
  I.Range = R;
  I.Parent = BlockId(F->Blocks.size() - 1);
  I.Result = ValueId(F->Values.size());
  InstId Here(F->Insts.size());
  Type T;
  T.Kind = Kinds[static_cast<unsigned>(K.K)];
  F->Values.push_back({Here, I.Parent, T, ""});
  ValueMentions.push_back({0, true});
  F->Blocks.back().Insts.push_back(Here);
  ValueId Result = I.Result;
  F->Insts.push_back(std::move(I));
  return Result;
}

BlockId FunctionParser::mentionLabel(llvm::StringRef Label, size_t Position) {
  auto [It, New] = Labels.try_emplace(Label, BlockId(LabelMentions.size()));
  if (New) {
    LabelMentions.push_back({Position});
    LabelBlocks.emplace_back();
  }
  return It->second;
}

bool FunctionParser::finish() {
  std::map<size_t, llvm::StringRef> Undefined;
  for (const auto &[Key, V] : Values)
    if (const Mention &Known = ValueMentions[V.index()]; !Known.Defined)
      Undefined.emplace(Known.Position, Key);
  for (const auto &[Label, L] : Labels)
    if (const Mention &Known = LabelMentions[L.index()]; !Known.Defined)
      Undefined.emplace(Known.Position, Label);
  if (!Undefined.empty())
    return C.fail(Undefined.begin()->first,
                  "expected a name of this function, '" + Undefined.begin()->second + "' is not");
  for (Inst &I : F->Insts)
    for (Successor &S : I.Targets)
      S.Block = LabelBlocks[S.Block.index()];
  return true;
}

} // namespace devtidy::ir
