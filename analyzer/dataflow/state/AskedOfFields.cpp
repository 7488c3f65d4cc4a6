//===- AskedOfFields.cpp - Conditions of a constructor, as members ask them later ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/AskedOfFields.h"
#include "dataflow/state/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// True if something beside TopLevel assigns such a member, of what is not its own.
static bool isStoredElsewhere(const Program &Prog, llvm::StringRef Member, const ir::Function *TopLevel) {
  return llvm::any_of(Prog.modules(), [&](const ir::Module *M) {
    return llvm::any_of(M->Functions, [&](const auto &F) {
      return F.get() != TopLevel && llvm::any_of(F->Insts, [&](const ir::Inst &I) {
               return I.Kind == ir::InstKind::SetField && I.Name == Member && !F->isReceiver(I.Args[0].Value);
             });
    });
  });
}

/// What a top level leaves in a member of a variable of its module, if that is an answer of the machine, and nobody
/// assigns such a member elsewhere: `args.cuda = torch.cuda.is_available()`.
static std::optional<Literal> saidByTopLevel(Program &Prog, const Path &Member) {
  const Path *Whole = Member.Kind == Path::Root::Child ? &Prog.Paths[Member.Parent] : nullptr;
  if (!Whole || Whole->Kind != Path::Root::Global)
    return std::nullopt;
  const llvm::StringRef Name = Member.Name, Variable = Whole->Name;
  const GlobalFacts *Facts = Prog.globalFacts(Variable);
  if (!Facts || !Facts->Left)
    return std::nullopt;
  const Value &V = Facts->V;
  const auto Of = llvm::find_if(Facts->Left->Objects, [&](const Object &O) {
    return V.is(Value::Kind::Object) ? &O == &Facts->Left->Objects[V.Obj.index()]
                                     : O.K == Object::Kind::Symbolic && O.Path == V.Path;
  });
  const Value *Held = Of == Facts->Left->Objects.end()
                          ? nullptr
                          : Facts->Left->Final.find({ObjectId(Of - Facts->Left->Objects.begin()), Name});
  const bool IsOfMachine = Held && Held->Cond && Held->Cond->isOfMachine();
  const std::optional<Program::Entry> Writer = IsOfMachine ? Prog.Links.globalWriter(Variable) : std::nullopt;
  return Writer && !isStoredElsewhere(Prog, Name, Writer->F) ? Held->Cond : std::nullopt;
}

Literal truthOf(Program &Prog, PathId P) {
  const Path &Of = Prog.Paths[P];
  const knowledge::Callable *Asks = Of.Kind == Path::Root::Child
                                        ? knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(Of.Name))
                                        : nullptr;
  if (Asks && Asks->Kind == knowledge::Action::QueryIsType)
    if (std::optional<knowledge::Device> D = knowledge::parseDevice(Asks->Canonical))
      return Prog.Conditions.isOnType(P, D->Type);
  const std::optional<Literal> Said = saidByTopLevel(Prog, Prog.Paths[P]);
  return Said ? *Said : Prog.Conditions.truth(P);
}

Literal equalsOf(Program &Prog, PathId P, llvm::StringRef Text) {
  const Path &Of = Prog.Paths[P];
  auto Equals = [&](const std::optional<knowledge::Device> &D) {
    return D ? Prog.Conditions.equals(P, Text, D->Type) : Prog.Conditions.equals(P, Text);
  };
  if (Of.Kind != Path::Root::Child)
    return Equals(std::nullopt);
  if (std::optional<Value> Type = Of.Name == TypeField ? tensorType(Text) : std::nullopt)
    return Equals(Type->P.single()->T.device());
  return Equals(Of.Name == "type" ? knowledge::parseDevice({Text.data(), Text.size()}) : std::nullopt);
}

std::optional<Literal> askedOfFields(Program &Prog, const SolvedClass &C, Literal L, PathId Of) {
  if (L.isOfMachine())
    return L;
  const Condition Asked = Prog.Conditions[L.condition()];
  auto Signed = [&](Literal R) { return L.isPositive() ? R : ~R; };
  for (const auto &[Name, Facts] : C.Fields)
    if (Facts.Flag && Facts.Flag->condition() == L.condition())
      if (PathId Field = Prog.Paths.child(Of, Name))
        return Facts.Flag->isPositive() ? Signed(truthOf(Prog, Field)) : ~Signed(truthOf(Prog, Field));
  if (!Asked.P)
    return std::nullopt;
  for (const auto &[Given, Name] : C.Kept) {
    PathId Field = Prog.Paths.child(Of, Name), P = Field ? Prog.Paths.rebased(Asked.P, Given, Field) : PathId();
    if (!P)
      continue;
    switch (Asked.K) {
    case Condition::Kind::Truth:
      return Signed(truthOf(Prog, P));
    case Condition::Kind::IsNone:
      return Signed(Prog.Conditions.isNone(P));
    case Condition::Kind::IsTensor:
      return Signed(Prog.Conditions.isTensor(P));
    case Condition::Kind::Equals:
      return Signed(equalsOf(Prog, P, Asked.Text));
    default:
      break;
    }
  }
  return std::nullopt;
}

std::optional<Cube> askedOfFields(Program &Prog, const SolvedClass &C, const Cube &Guard, PathId Of) {
  Cube R;
  for (Literal L : Guard.literals())
    if (std::optional<Literal> Mine = askedOfFields(Prog, C, L, Of); !Mine || !R.add(*Mine))
      return std::nullopt;
  return R;
}

Placement askedOfFields(Program &Prog, const SolvedClass &C, const Placement &P, PathId Of) {
  Placement R = P.isUnknown() ? P : Placement::bottom();
  for (const GuardedTerm &T : P.terms()) {
    std::optional<Cube> Guard = askedOfFields(Prog, C, T.Guard, Of);
    Placement Part = Placement::of(T.T, T.Origin).guardedBy(Guard.value_or(Cube()));
    R.joinIn(T.Imprecise || !Guard ? Part.imprecise() : Part);
  }
  return R;
}

} // namespace devtidy::dataflow
