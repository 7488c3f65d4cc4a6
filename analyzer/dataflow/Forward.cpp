//===- Forward.cpp - Calls of modules ------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "dataflow/PartMoves.h"
#include "dataflow/SideReader.h"
#include "dataflow/Texts.h"
#include "dataflow/engine/Rules.h"
#include "dataflow/judge/MeetingPlace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::ClassKind;
using knowledge::DeviceRule;

/// Tokenizers have such methods, too.
static bool isOfTokenizers(llvm::StringRef Method) { return Method == "encode" || Method == "decode"; }

/// True if something is done with V that only modules have: model.eval(), net.parameters().
static bool isUsedAsModule(const ir::Function &F, ir::ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Invoke && I.Args[0].Value == V && !isOfTokenizers(I.Name) &&
           knowledge::findMethod(knowledge::Receiver::Module, {I.Name.data(), I.Name.size()});
  });
}

/// `fn`, `step_function`, `callback`, but not `loss_fn`: what is called so is no module.
static bool isNamedAsFunction(llvm::StringRef Name) {
  const std::string Lower = Name.substr(Name.rfind('.') + 1).lower();
  auto Has = [&](llvm::StringRef Word) { return llvm::StringRef(Lower).contains(Word); };
  if (Has("loss") || Has("crit") || Has("object"))
    return false;
  return Lower == "f" || Lower == "fn" || Has("func") || Has("callback") || llvm::StringRef(Lower).ends_with("_fn");
}

/// Recurrent layers give their output and the state that the next call is given (torch/nn/modules/rnn.py).
static bool isRecurrent(llvm::StringRef Layer) {
  return Layer == "RNN" || Layer == "GRU" || Layer == "LSTM" || Layer == "LSTMCell";
}

static Value withState(llvm::StringRef Layer, const Value &Output) {
  const Value Both = Value::tuple({Output, Output});
  return Layer == "LSTM" ? Value::tuple({Output, Both}) : Both;
}

/// True if an operation may fail with a device error.
static bool mayFail(const Demand &D, const ConditionTable &Conditions) {
  return llvm::any_of(judge(D, Conditions), [](const Verdict &V) { return V.fails() || V.SymbolAgainstCpu; });
}

/// A module of the library is called: its parameters and its inputs meet.
Value FunctionSolver::forward(ir::InstId Id, State &S, Event &E) {
  const ir::Inst &I = inst(Id);
  E.Kind = InstKind::Forward;
  E.Known = nullptr;
  CallFrame Frame(*this, Id, nullptr, E.Operands[0].V, S, E);
  if (std::optional<Value> Result = callObject(Frame))
    return *Result;
  Value Receiver = E.Operands[0].V;
  // A tokenizer makes its tensors of what is none: `processor("a photo of " + name)`.
  const auto IsOfTokenizers = [&](const Operand &O) {
    return O.A && (O.A->Keyword == "return_tensors" || (O.A != I.Args.begin() && isText(*this, O.A->Value, S)));
  };
  if (!isModule(Receiver) && llvm::any_of(E.Operands, IsOfTokenizers))
    return unknownCall(Id, S);
  if (I.Kind == InstKind::Invoke && isOfTokenizers(I.Name) && Receiver.is(Value::Kind::Symbolic) &&
      !isUsedAsModule(F, I.Args[0].Value))
    return unknownCall(Id, S);
  // Modules are hardly ever given modules, nor are losses.
  const bool IsOpen = Receiver.is(Value::Kind::Symbolic) && !isUsedAsModule(F, I.Args[0].Value);
  auto IsGivenModule = [&](unsigned N) { return isModule(E.Operands[N].V); };
  if (IsOpen && llvm::any_of(llvm::seq<unsigned>(1, I.Args.size()), IsGivenModule))
    return unknownCall(Id, S);
  for (const Operand &O : IsOpen ? llvm::ArrayRef(E.Operands).drop_front() : llvm::ArrayRef<Operand>())
    PartMoves(*this, S).noteHanded(O.V);
  const bool Demands = !IsOpen || !isNamedAsFunction(Prog.Paths.describe(Receiver.Path));
  // Whoever takes something to the CPU in the call knows that a function of the host is called.
  const ir::Inst *Given = I.Args.size() == 2 ? F.definition(I.Args[1].Value) : nullptr;
  if (Receiver.is(Value::Kind::Symbolic) && !isUsedAsModule(F, I.Args[0].Value) && Given &&
      Given->Kind == InstKind::Invoke && Given->Name == "cpu")
    return unknownCall(Id, S);
  llvm::SmallVector<Side, 4> Sides;
  llvm::StringRef Class = Receiver.is(Value::Kind::Object)   ? object(Receiver.Obj).Class
                          : Receiver.is(Value::Kind::Choice) ? choices().classOfAll(Receiver)
                                                             : "";
  const knowledge::ClassInfo *Library = Prog.libraryClass(Class);
  bool OfLibrary = Library && std::string_view(Class) == Library->Name && Library->Kind != ClassKind::ModuleContainer;
  if (OfLibrary && I.Args.size() > 1)
    Used.noteTensor(E.Operands[1].V);
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    if (OfLibrary && N != 0 &&
        knowledge::mayBeCausalMask(*Library, {I.Args[N].Keyword.data(), I.Args[N].Keyword.size()}, N))
      continue;
    SideReader(*this, S, Sides).add(I.Args[N], E.Operands[N].V, N);
    if (N == 0 && !Sides.empty()) {
      Sides[0].IsModule = true;
      // The member of what stands there is called.
      if (I.Kind == InstKind::Invoke && !(Receiver == operand(I.Args[0], S)))
        Sides[0].Range.End = I.Range.Point + I.Name.size();
    }
  }
  // One that came from elsewhere may keep weights, but mostly keeps nothing: who made it knows.
  const bool MayKeepWeights = OfLibrary && Library->Kind == ClassKind::StatelessModule && !Sides.empty() &&
                              Sides[0].IsModule && Sides[0].P.hasSymbol();
  if (OfLibrary && Library->Kind == ClassKind::StatelessModule) {
    if (MayKeepWeights)
      Sides[0].IsTrusted = true;
    if (knowledge::movesItsInputs(*Library) && !Sides.empty())
      Sides.truncate(MayKeepWeights && Sides.size() > 1 ? 2 : 1);
  }
  if (!Sides.empty() && Sides[0].Position == 0 && !Receiver.is(Value::Kind::Object)) {
    Sides[0].Dim = Rank::AtLeastOne;
    Sides[0].Untyped = false;
    Sides[0].IsOpenCallee = IsOpen;
    // It may be a loss, which has nothing that moves: its first two inputs meet, `criterion(output, target, sizes)`.
    if (IsOpen && Sides.size() > 2) {
      Sides[0].IsTrusted = true;
      Sides.truncate(3);
    }
    const knowledge::ClassInfo *Base = Self ? Prog.libraryClass(object(Self).Class) : nullptr;
    if (Base && knowledge::registersByAssignment(*Base) && Receiver.is(Value::Kind::Symbolic) &&
        Prog.Paths[Receiver.Path].Kind == Path::Root::Child &&
        Prog.Paths[Receiver.Path].Parent == Prog.Paths.param(F, 0) &&
        !residence(S).isApart(Self, Prog.Paths[Receiver.Path].Name))
      Sides[0].P = residence(S).place(Self);
  }
  // AutoModel.from_pretrained makes an AutoModel, or what counts as one.
  if (auto [Maker, Method] = Class.rsplit('.'); llvm::isLower(Method.empty() ? 'A' : Method.front()))
    if (llvm::StringRef Of = Maker.rsplit('.').second; !Of.empty() && llvm::isUpper(Of.front()))
      Class = Maker;
  if (!Class.empty())
    E.Name = Class.rsplit(Class.contains("::") ? "::" : ".").second;
  E.Name.consume_back("Impl");
  if (E.Name.empty() || E.Name == "Module")
    E.Name = "forward";
  DeviceRule Rule = DeviceRule::Same;
  if (OfLibrary)
    if (std::string_view Operator = knowledge::operatorOfLoss(*Library); !Operator.empty())
      Rule = knowledge::findOperator(Operator).front().Rule;
  if (Demands)
    Record.demand(I, E.Name, Rule, Sides, S);
  if (MayKeepWeights)
    Sides.erase(Sides.begin());
  bool Loss = E.Name.ends_with("Loss");
  Demand D{.M = &M, .F = &F, .I = &I, .Name = E.Name, .Rule = Rule, .Path = S.Path};
  D.Sides.assign(Sides.begin(), Sides.end());
  Placement P = Sides.empty() ? Placement::unknown() : Sides[0].P;
  if (!Library || Library->Kind == ClassKind::JitModule)
    if (Sides.size() > 1 && Sides[0].P.isUnknown())
      P = Placement::unknown();
  if (mayFail(D, Prog.Conditions))
    P = meetingPlace(D, Prog.Conditions, Prog.Paths);
  if (E.comesFromFailure())
    P = Placement::bottom();
  Value Result = Value::tensor(P, Loss ? Rank::Zero : Rank::AtLeastOne);
  // What a callable of unknown type gives may move in place: a batch of a tokenizer, a module that a registry makes.
  Result.MayBeModule = !isModule(Receiver) && !Receiver.is(Value::Kind::Choice) && !Receiver.isTensor();
  if (OfLibrary && isRecurrent(E.Name))
    return withState(E.Name, Result);
  ir::Type T = staticType(I.Result);
  if (T.Kind == TypeKind::Tuple || T.Kind == TypeKind::List) {
    ObjectId O = Objects.allocated(Id, 0, "list");
    S.Mem.set({O, ElementField}, Result);
    return Value::object(O);
  }
  return Result;
}

} // namespace devtidy::dataflow
