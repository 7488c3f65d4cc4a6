//===- Texts.cpp - Strings, and what holds them ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Texts.h"
#include "dataflow/state/FunctionFrame.h"
#include "knowledge/Builtins.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;

bool isText(const FunctionFrame &In, ir::ValueId V, const State &S, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  const Value &Known = In.Values[V.index()];
  const ir::Type Static = In.staticType(V);
  const auto IsText = [](const Value &X) { return X.isString() || X.IsText; };
  if (IsText(Known) || Static.Kind == TypeKind::String || Static.Element == TypeKind::String)
    return true;
  if (Known.is(Value::Kind::Tuple) && llvm::any_of(*Known.Elements, IsText))
    return true;
  if (Known.is(Value::Kind::Object) && In.Prog.Types.isContainer(In.object(Known.Obj).Class) &&
      (In.object(Known.Obj).Element.Kind == TypeKind::String ||
       llvm::any_of(S.Mem.of(Known.Obj), [&](const auto &Held) { return IsText(Held.second); })))
    return true;
  const ir::Inst *D = Depth < MaxDepth ? In.F.definition(V) : nullptr;
  const auto OfText = [&](const ir::Arg &A) { return isText(In, A.Value, S, Depth + 1); };
  switch (D ? D->Kind : InstKind::Unreachable) {
  case InstKind::Op: // "a photo of " + name, "%s" % name
    return (D->Name == "+" || D->Name == "%") && llvm::any_of(D->Args, OfText);
  case InstKind::Invoke: // ", ".join(names)
    return OfText(D->Args[0]);
  case InstKind::Call:
    return knowledge::givesText({D->Name.data(), D->Name.size()});
  case InstKind::MakeList:
  case InstKind::MakeTuple:
    return llvm::any_of(D->Args, OfText);
  default:
    return false;
  }
}

std::optional<Value> respelled(const FunctionFrame &In, const ir::Inst &I, const Value &V) {
  if (I.Kind != InstKind::Invoke || I.Args.size() != 1)
    return std::nullopt;
  const bool IsLower = I.Name == "lower" || I.Name == "casefold", IsStrip = I.Name == "strip";
  if (!IsLower && !IsStrip && I.Name != "upper")
    return std::nullopt;
  if (V.isString()) {
    const llvm::StringRef Text = V.Const.Text;
    Value Result = V;
    Result.Const.Text = In.Prog.Names.intern(IsStrip ? Text.trim().str() : IsLower ? Text.lower() : Text.upper());
    return Result;
  }
  if (I.Name == "upper" || !V.is(Value::Kind::Symbolic))
    return std::nullopt;
  const bool IsPlace =
      In.Prog.Paths[V.Path].IsDevice || knowledge::namesPlaces(ir::lastName(In.Prog.Paths.describe(V.Path)).str());
  return IsPlace ? std::optional(V) : std::nullopt;
}

llvm::StringRef nameOfSeveral(const FunctionFrame &In, ir::ValueId Text) {
  const ir::Inst *D = In.F.definition(Text);
  const bool Joins = D && D->Args.size() > 1 &&
                     (D->Kind == InstKind::Opaque || (D->Kind == InstKind::Op && (D->Name == "+" || D->Name == "%")) ||
                      (D->Kind == InstKind::Invoke && D->Name == "format"));
  const Value &Start = Joins ? In.Values[D->Args[0].Value.index()] : Value();
  if (!Start.isString())
    return {};
  const llvm::StringRef Known =
      llvm::StringRef(Start.Const.Text).take_until([](char C) { return C == '%' || C == '{'; });
  return Known.empty() ? llvm::StringRef() : In.Prog.Names.intern((Known + "{}").str());
}

namespace {
/// What a text is put together of, in order: what is written, as far as that is known, and values.
class TextParts {
public:
  struct Part {
    std::string Text;
    ir::ValueId Of; ///< a value; none of what is written
  };

  explicit TextParts(const FunctionFrame &In) : In(In) {}
  /// What I joins; false if it joins nothing, or not in a way that is known.
  bool join(const ir::Inst &I, unsigned Depth = 0);
  llvm::ArrayRef<Part> parts() const { return Parts; }

private:
  void add(ir::ValueId V, unsigned Depth);
  void addText(llvm::StringRef Text);
  bool fill(llvm::StringRef Template, llvm::ArrayRef<ir::Arg> Given, bool IsPercent, unsigned Depth);

  const FunctionFrame &In;
  llvm::SmallVector<Part, 4> Parts;
};
} // namespace

void TextParts::addText(llvm::StringRef Text) {
  if (!Parts.empty() && !Parts.back().Of)
    Parts.back().Text += Text.str();
  else if (!Text.empty())
    Parts.push_back({Text.str(), {}});
}

void TextParts::add(ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  const Value &Known = In.Values[V.index()];
  if (Known.isString() && !Known.IsDefault)
    return addText(Known.Const.Text);
  if (Known.isInt() && !Known.IsDefault)
    return addText(std::to_string(Known.Const.Int));
  const ir::Inst *D = Depth < MaxDepth ? In.F.definition(V) : nullptr;
  if (D && D->Kind == InstKind::Call && D->Name == "str" && D->Args.size() == 1)
    return add(D->Args[0].Value, Depth + 1);
  if (!D || Known.is(Value::Kind::Device) || !join(*D, Depth + 1))
    Parts.push_back({"", V});
}

/// "cuda:{}", "{}:{}", "%s:%d", with what stands in their holes, in order.
bool TextParts::fill(llvm::StringRef Template, llvm::ArrayRef<ir::Arg> Given, bool IsPercent, unsigned Depth) {
  for (; !Template.empty(); Template = Template.drop_front(2)) {
    const size_t Hole = Template.find(IsPercent ? '%' : '{');
    addText(Template.take_front(Hole));
    if (Hole == llvm::StringRef::npos)
      break;
    Template = Template.drop_front(Hole);
    const bool IsPlain = IsPercent
                             ? Template.starts_with("%s") || Template.starts_with("%d") || Template.starts_with("%i")
                             : Template.starts_with("{}");
    if (!IsPlain || Given.empty() || !Given[0].Keyword.empty())
      return false;
    add(Given[0].Value, Depth);
    Given = Given.drop_front();
  }
  return Given.empty();
}

bool TextParts::join(const ir::Inst &I, unsigned Depth) {
  const llvm::ArrayRef<ir::Arg> Args = I.Args;
  if (I.Kind == InstKind::Opaque && I.Name.empty() && In.F.value(I.Result).StaticType.Kind == TypeKind::String) {
    for (const ir::Arg &A : Args)
      add(A.Value, Depth);
    return true;
  }
  const bool IsOp = I.Kind == InstKind::Op && Args.size() == 2;
  if (Args.empty() || (!IsOp && I.Kind != InstKind::Invoke))
    return false;
  const Value &First = In.Values[Args[0].Value.index()];
  const bool MayBeText = First.is(Value::Kind::Unknown) || First.is(Value::Kind::Number);
  if (IsOp && I.Name == "+" &&
      (First.isString() || First.is(Value::Kind::Device) || (MayBeText && isText(In, Args[0].Value, State())))) {
    add(Args[0].Value, Depth);
    add(Args[1].Value, Depth);
    return true;
  }
  if (!First.isString())
    return false;
  if (I.Kind == InstKind::Invoke && I.Name == "format")
    return fill(First.Const.Text, Args.drop_front(), false, Depth);
  if (!IsOp || I.Name != "%")
    return false;
  const ir::Inst *Tuple = In.F.definition(Args[1].Value);
  const bool IsTuple = Tuple && Tuple->Kind == InstKind::MakeTuple;
  return fill(First.Const.Text, IsTuple ? llvm::ArrayRef(Tuple->Args) : Args.drop_front(), true, Depth);
}

/// Where Of says, on the accelerator of that index; the CPU has none.
static Value withIndex(Value Of, int16_t Index) {
  Of.P = Of.P.substituted([&](const GuardedTerm &T) {
    const bool IsAccelerator = !T.T.isSymbol() && T.T.device().isAccelerator();
    return Placement::of(IsAccelerator ? Term::device({T.T.device().Type, Index}) : T.T, T.Origin);
  });
  return Of;
}

std::optional<Value> joinedDevice(const FunctionFrame &In, const ir::Inst &I) {
  TextParts Joined(In);
  if (!I.Result || !Joined.join(I) || Joined.parts().empty())
    return std::nullopt;
  const llvm::ArrayRef<TextParts::Part> Parts = Joined.parts();
  if (Parts.size() == 1 && !Parts[0].Of) {
    const std::string &Text = Parts[0].Text;
    return knowledge::parseDevice(Text)
               ? std::optional(Value::constant({.K = ir::Constant::Kind::String, .Text = In.Prog.Names.intern(Text)}))
               : std::nullopt;
  }
  const Value Kind = Parts[0].Of ? In.Values[Parts[0].Of.index()] : Value::bottom();
  if (!Kind.is(Value::Kind::Device) || Parts.size() == 1)
    return Kind.is(Value::Kind::Device) ? std::optional(Kind) : std::nullopt;
  llvm::StringRef Number = Parts[1].Text;
  if (!Number.consume_front(":"))
    return std::nullopt;
  int16_t Index = UnknownIndex;
  const bool IsWritten = Parts.size() == 2 && !Number.getAsInteger(10, Index);
  const bool IsValue = Parts.size() == 3 && Number.empty() && Parts[2].Of;
  return IsWritten || IsValue ? std::optional(withIndex(Kind, Index)) : std::nullopt;
}

} // namespace devtidy::dataflow
