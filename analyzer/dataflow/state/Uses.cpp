//===- Uses.cpp - What the use of a value tells about it -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Uses.h"
#include "dataflow/domain/Alternatives.h"
#include "dataflow/program/MovedParts.h"
#include "dataflow/state/Questions.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

void Uses::noteTensor(const Value &V) {
  if (V.is(Value::Kind::Unknown) && V.Elements)
    for (const Value &Part : *V.Elements)
      noteTensor(Part);
  if (!V.is(Value::Kind::Symbolic) || !V.Path || Prog.Paths[V.Path].IsTensor)
    return;
  Prog.Paths.markTensor(V.Path);
  Learned = true;
  // What is transposed is a tensor, too.
  const Path P = Prog.Paths[V.Path];
  if (P.Kind == Path::Root::Child && llvm::is_contained({"T", "mT", "H", "mH"}, P.Name))
    noteTensor(Value::symbolic(P.Parent));
}

void Uses::noteMoved(const Value &V) {
  if (!V.is(Value::Kind::Symbolic) || !V.Path)
    return;
  Prog.Paths.markMoved(V.Path);
  if (Prog.Paths[V.Path].IsOperand)
    noteTensor(V);
}

void Uses::noteMovedTensor(ir::ValueId V, Read Operand) {
  const ir::Inst *From = F.definition(V);
  if (From && isMove(*From))
    noteTensor(Operand(From->Args[0]));
}

void Uses::noteOperand(const Value &V) {
  if (!V.is(Value::Kind::Symbolic) || !V.Path)
    return;
  Prog.Paths.markOperand(V.Path);
  if (Prog.Paths[V.Path].IsMoved)
    noteTensor(V);
}

void Uses::noteAttribute(const Value &Of, llvm::StringRef Name) {
  if (M.declaresTypes())
    return;
  const auto *C = knowledge::findMethod(knowledge::Receiver::Tensor, {Name.data(), Name.size()});
  if (C && C->Kind == knowledge::Action::QueryIsType)
    noteTensor(Of);
  // Modules have a device, too, but nobody computes with them.
  if (C && C->Kind == knowledge::Action::QueryDevice)
    noteMoved(Of);
}

void Uses::noteTypeAsked(const ir::Inst &Comparison, Read Operand) {
  // Models have a type, as they have a device; types of arrays are others than these.
  auto IsType = [&](ir::ValueId V) {
    const ir::Inst *D = F.definition(V);
    auto Is = [&](const ir::Inst *X) {
      return X && X->Kind == InstKind::GetGlobal && knowledge::isDtype(std::string_view(Prog.Types.canonical(X->Name)));
    };
    const bool IsSeveral = D && (D->Kind == InstKind::MakeTuple || D->Kind == InstKind::MakeList);
    return Is(D) || (IsSeveral && llvm::any_of(D->Args, [&](const ir::Arg &A) { return Is(F.definition(A.Value)); }));
  };
  if (M.declaresTypes() || Comparison.Args.size() != 2)
    return;
  for (unsigned N : {0U, 1U}) {
    const ir::Inst *Asked = F.definition(Comparison.Args[N].Value);
    if (Asked && Asked->Kind == InstKind::GetField && Asked->Name == "dtype" && IsType(Comparison.Args[1 - N].Value))
      noteMoved(Operand(Asked->Args[0]));
  }
}

void Uses::noteOptional(llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  auto IsDevice = [&](const Value &V) {
    bool IsAsked = V.is(Value::Kind::Symbolic) && Prog.Paths[V.Path].Name == "device"; // x.device
    return V.is(Value::Kind::Device) || IsAsked || (V.isString() && deviceOf(V));
  };
  const bool IsTensor = llvm::any_of(Parts, [](const auto &Part) { return Part.first.isTensor(); });
  const bool IsPlace = llvm::any_of(Parts, [&](const auto &Part) { return IsDevice(Part.first); });
  for (const auto &[V, Guard] : Parts) {
    const bool IsLeftOut = V.is(Value::Kind::Symbolic) && mayBeLeftOut(V.Path);
    if (IsTensor && IsLeftOut)
      noteTensor(V);
    else if (IsPlace && !IsTensor && (IsLeftOut || IsDevice(V)))
      noteDevice(V);
  }
}

bool Uses::mayBeLeftOut(PathId Id) const {
  const Path &P = Prog.Paths[Id];
  if (P.Kind != Path::Root::Param || P.Owner != &F || P.Index >= F.Params.size())
    return false;
  const ir::Param &Given = F.Params[P.Index];
  return Given.HasDefault && !Given.DefaultUnknown && Given.Default.K == ir::Constant::Kind::None;
}

void Uses::noteDevice(const Value &V) {
  // Where one of several devices is used, the parameter is one that stands in for the others: `device = device or
  // next(net.parameters()).device`.
  const auto StandsIn = [&](const GuardedTerm &T) {
    const PathId Of = T.T.isSymbol() ? T.T.path() : PathId();
    return Of && !Prog.Paths[Of].IsDevice && mayBeLeftOut(Of) &&
           knowledge::namesPlaces(std::string_view(F.Params[Prog.Paths[Of].Index].Name));
  };
  if (V.is(Value::Kind::Device) && !V.P.isUnknown() && V.P.terms().size() > 1)
    for (const GuardedTerm &T : llvm::make_filter_range(V.P.terms(), StandsIn)) {
      Prog.Paths.markDevice(T.T.path());
      Learned = true;
    }
  // A device may be given as a string: `device: str = "cuda"`.
  // So may an option of the program: args.device.
  const bool IsOption = V.is(Value::Kind::Unknown) && !V.Elements;
  if ((!V.is(Value::Kind::Symbolic) && !V.IsText && !V.IsGiven && !IsOption) || !V.Path || Prog.Paths[V.Path].IsDevice)
    return;
  // What a global is would depend on who was asked first.
  if (Prog.Paths[Prog.Paths.root(V.Path)].Owner != &F)
    return;
  Prog.Paths.markDevice(V.Path);
  Learned = true;
}

/// What was compared is a tensor if the answer has to be one: x.masked_fill(mask == 0, 1).
void Uses::noteCompared(ir::ValueId Answer, Read Operand) {
  const ir::Inst *D = F.definition(Answer);
  if (D && D->Kind == InstKind::Op && isElementwiseComparison(D->Name))
    noteTensor(Operand(D->Args[0]));
}

/// Where an operator takes nothing but tensors, or lists of them, its operands are such.
void Uses::noteOperands(const ir::Inst &I, std::span<const knowledge::OperatorOverload> Overloads, const Memory &Mem,
                        Read Operand) {
  // Not of operators in infix form: 2 * x is x.__rmul__(2).
  if (I.Kind == InstKind::Op) {
    // Lists are added, too, but not to tensors.
    bool Adds = I.Name == "+" || I.Name == "+=";
    if (knowledge::isArithmetic(std::string_view(I.Name)) ||
        (Adds && llvm::any_of(I.Args, [&](const ir::Arg &A) { return Operand(A).isTensor(); })))
      for (const ir::Arg &A : I.Args) {
        noteOperand(Operand(A));
        noteMovedTensor(A.Value, Operand);
      }
    return;
  }
  // What a tensor is indexed with is a number or a tensor.
  if (I.Kind == InstKind::GetItem || I.Kind == InstKind::SetItem)
    for (const ir::Arg &A : llvm::drop_begin(I.Args))
      noteOperand(Operand(A));
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    Value V = Operand(I.Args[N]);
    if (knowledge::mayTakeTensor(Overloads, N, std::string_view(I.Args[N].Keyword)))
      noteOperand(V);
    if (!I.Args[N].Keyword.empty()) {
      llvm::StringRef Name = I.Args[N].Keyword == "input" ? llvm::StringRef("self") : I.Args[N].Keyword;
      if (knowledge::takesOnlyTensors(Overloads, std::string_view(Name)))
        noteTensor(V);
      continue;
    }
    if (knowledge::takesOnly(knowledge::OperandKind::Tensor, Overloads, N)) {
      noteTensor(V);
      noteMovedTensor(I.Args[N].Value, Operand);
      noteCompared(I.Args[N].Value, Operand);
    }
    if (!knowledge::takesOnly(knowledge::OperandKind::TensorList, Overloads, N))
      continue;
    if (V.is(Value::Kind::Tuple))
      for (const Value &E : *V.Elements)
        noteTensor(E);
    if (V.is(Value::Kind::Object))
      for (const auto &[Key, Held] : Mem.of(V.Obj))
        noteTensor(Held);
  }
}

void Uses::noteApplied(PathId P) {
  constexpr size_t MaxApplied = 8;
  if (P && !M.declaresTypes() && Prog.Paths[Prog.Paths.root(P)].Owner == &F &&
      Prog.Paths[Prog.Paths.root(P)].Kind == Path::Root::Param && Applied.size() < MaxApplied &&
      !llvm::is_contained(Applied, P))
    Applied.push_back(P);
}

void Uses::noteAssumed(PathId P, const ir::Function &Method) {
  constexpr size_t MaxAssumed = 8;
  const Path &Root = Prog.Paths[Prog.Paths.root(P)];
  // What a method calls of its own object is solved for each class of that (InheritedCalls.h).
  const bool IsSelf = Prog.Paths[P].Kind == Path::Root::Param && Root.Index == 0 && !F.Class.empty();
  const SolvedFunction::AssumedMethod New{P, &Method};
  if (!M.declaresTypes() && Root.Kind == Path::Root::Param && Root.Owner == &F && !IsSelf &&
      Assumed.size() < MaxAssumed && !llvm::is_contained(Assumed, New))
    Assumed.push_back(New);
}

void Uses::noteApplied(const ir::Inst &I, const Value &Receiver, const ObjectTable &Objects) {
  const bool IsOpenPath = Receiver.is(Value::Kind::Symbolic) && !Receiver.IsComputed;
  if (I.Kind == InstKind::Apply && IsOpenPath)
    noteApplied(Receiver.Path);
  if (I.Kind != InstKind::Invoke)
    return;
  // obj.metric(x)
  const PathId Of = Receiver.is(Value::Kind::Object) ? Objects[Receiver.Obj].Path
                    : IsOpenPath                     ? Receiver.Path
                                                     : PathId();
  if (Of)
    noteApplied(Prog.Paths.child(Of, I.Name));
}

} // namespace devtidy::dataflow
