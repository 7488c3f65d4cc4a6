//===- CalleeAnswers.cpp - What conditions of a callee come to in its caller ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/CalleeAnswers.h"
#include "dataflow/calls/CalleePaths.h"
#include "dataflow/state/AskedOfFields.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/TensorTypes.h"
#include "ir/Edges.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace devtidy::dataflow {

static Value text(llvm::StringRef Text) { return Value::constant({.K = ir::Constant::Kind::String, .Text = Text}); }

CalleeAnswers::CalleeAnswers(BodyCall &Call, CalleePaths &Paths) : Call(Call), Paths(Paths), Solver(Call.Solver) {}

CalleeAnswers::Answer CalleeAnswers::told(Literal L, const std::optional<Value> &V) {
  if (V && V->Cond)
    return as(L, *V->Cond);
  return V && V->truth() ? decided(L, *V->truth()) : Answer();
}

CalleeAnswers::Answer CalleeAnswers::isTrue(Literal L, const Condition &C) {
  const Value V = Paths.eval(C.P);
  if (std::optional<bool> T = V.truth())
    return decided(L, *T);
  if (V.Cond)
    return as(L, *V.Cond);
  return V.isPlainPath() ? as(L, truthOf(Solver.Prog, V.Path)) : Answer();
}

static bool isNone(const ir::Inst &I) { return I.Kind == ir::InstKind::Const && I.Const.K == ir::Constant::Kind::None; }

/// True if a way through F ends with None.
static bool mayReturnNone(const ir::Function &F) {
  const auto IsNone = [](const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &) { return isNone(D); };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Return && (I.Args.empty() || ir::comesFrom(F, I.Args[0].Value, IsNone));
  });
}

/// The function or the method of the same object that D, of F, calls by its name; nothing if it is none of the program.
static std::optional<Program::Entry> calledByName(const Program &Prog, const ir::Function &F, const ir::Inst &D) {
  if (D.Kind == ir::InstKind::Call)
    return Prog.Types.findFunction(D.Name);
  return F.isReceiver(D.Args[0].Value) ? Prog.Types.findMethod(F.Class, D.Name) : std::nullopt;
}

/// True if V, of F, comes from a call that may give None, as its own text or the function of the program says that it
/// calls: `table.get("head")`, `getattr(args, "head", None)`.
static bool mayGiveNone(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  return ir::comesFrom(F, V, [&](const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &) {
    const bool IsMethod = D.Kind == ir::InstKind::Invoke;
    if (D.Kind != ir::InstKind::Call && !IsMethod)
      return false;
    const llvm::StringRef Name = IsMethod ? D.Name : Prog.Types.canonical(D.Name);
    const ir::Inst *Last = D.Args.empty() ? nullptr : F.definition(D.Args.back().Value);
    if (knowledge::mayGiveNone(std::string_view(Name), IsMethod, D.Args.size() - IsMethod, Last && isNone(*Last)))
      return true;
    const std::optional<Program::Entry> Called = calledByName(Prog, F, D);
    return Called && Called->F->hasBody() && mayReturnNone(*Called->F);
  });
}

CalleeAnswers::Answer CalleeAnswers::isNone(Literal L, const Condition &C) {
  const Value V = Paths.eval(C.P);
  if (V.isNone())
    return decided(L, true);
  // Whoever gives a library an argument that it can do without, mostly has one. So has who makes an object of what a
  // call gives.
  const Path &Asked = Solver.Prog.Paths[C.P];
  const bool IsArgument = Asked.Kind == Path::Root::Param && Asked.Owner == &Call.Callee && !V.Partial;
  const auto IsMade = [&] {
    const std::optional<unsigned> Position =
        Call.Callee.Kind == ir::FunctionKind::Constructor ? Call.positionOf(C.P) : std::nullopt;
    const auto &Given = Solver.inst(Call.Id).Args;
    return Position && (*Position >= Given.size() || !mayGiveNone(Solver.Prog, Solver.F, Given[*Position].Value));
  };
  if (IsArgument && ((V.is(Value::Kind::Unknown) && (Call.IsModel || IsMade())) ||
                     (Call.IsModel && V.is(Value::Kind::Symbolic) && !Solver.Used.mayBeLeftOut(V.Path))))
    return decided(L, false);
  if (V.isPlainPath() || (V.Path && V.Partial))
    return as(L, Solver.Prog.Conditions.isNone(V.Path));
  // `"cpu" if on_host else None`
  if (V.Partial && V.Cond && (V.is(Value::Kind::Device) || V.isTensor() || V.is(Value::Kind::Object)))
    return as(L, ~*V.Cond);
  if (!V.Partial && !V.is(Value::Kind::Unknown) && !V.is(Value::Kind::Bottom) && !(V.isTensor() && V.MayBeModule))
    return decided(L, false);
  return {};
}

CalleeAnswers::Answer CalleeAnswers::equals(Literal L, const Condition &C) {
  const Value V = Paths.eval(C.P);
  if (V.isString())
    return decided(L, V.Const.Text == C.Text);
  if (V.is(Value::Kind::Constant)) // None is no text
    return decided(L, false);
  // x.device.type
  if (V.is(Value::Kind::Device) && Solver.Prog.Paths[C.P].Name == "type")
    if (std::optional<knowledge::Device> D = knowledge::parseDevice({C.Text.data(), C.Text.size()}))
      return told(L, Solver.flags().isOnType(V, D->Type));
  if (std::optional<Placement> Asked = V.is(Value::Kind::Options) ? placeOfType(text(C.Text)) : std::nullopt)
    return told(L, Solver.flags().isOnType(V, Asked->single()->T.device().Type));
  if (V.Path && !V.IsComputed)
    return as(L, equalsOf(Solver.Prog, V.Path, C.Text));
  return {};
}

CalleeAnswers::Answer CalleeAnswers::isOnType(Literal L, const Condition &C) {
  const Placement Asked = Paths.askedPlace(C.P);
  // Who has something without memory says so: what nobody knows has some, where a library asks.
  if (Call.IsModel && C.Type == knowledge::DeviceType::Meta && (Asked.isUnknown() || Asked.hasSymbol()))
    return decided(L, false);
  return told(L, Solver.flags().isOnType(Value::device(Asked), C.Type));
}

CalleeAnswers::Answer CalleeAnswers::isSameDevice(Literal L, const Condition &C) {
  const Placement P = Paths.askedPlace(C.P), Q = Paths.askedPlace(C.Q);
  const GuardedTerm *A = P.single(), *B = Q.single();
  if (A && B && A->T == B->T)
    return decided(L, true);
  if (A && B && A->T.isSymbol() && B->T.isSymbol())
    return as(L, Solver.Prog.Conditions.sameDevice(A->T.path(), B->T.path()));
  return told(L, Solver.flags().isSameDevice(P, Q));
}

bool CalleeAnswers::isOfAllRounds(const Cube &C) const {
  return llvm::any_of(C.literals(), [&](Literal L) { return isOfAllRounds(L); });
}

bool CalleeAnswers::isOfAllRounds(Literal L) const {
  const Condition &C = Solver.Prog.Conditions[L.condition()];
  PathTable &Known = Solver.Prog.Paths;
  return llvm::any_of(std::array{C.P, C.Q}, [&](PathId P) {
    const PathId Of = P ? Known.root(P) : PathId();
    return Of && Known[Of].Kind == Path::Root::Site && Known[Of].Owner == &Call.Callee &&
           Known.site(Solver.F, Call.Id, Of) == Known.site(Solver.F, Call.Id);
  });
}

/// True for what says where a tensor is.
static bool asksForPlace(const ir::Inst &I) {
  using knowledge::Action;
  const knowledge::Callable *C =
      I.Kind == ir::InstKind::GetField || I.Kind == ir::InstKind::Invoke
          ? knowledge::findMethod(knowledge::Receiver::Tensor, {I.Name.data(), I.Name.size()})
          : nullptr;
  return C && llvm::is_contained({Action::QueryDevice, Action::QueryIsType, Action::QueryIndex, Action::QueryOptions},
                                 C->Kind);
}

/// The member that Asked, of a method, compares with something: `self.mask.shape == x.shape`. "" if it is another
/// question, and where places are compared.
static llvm::StringRef comparedMember(const ir::Function &F, const ir::Inst *Asked) {
  constexpr unsigned MaxSteps = 6;
  if (!Asked || Asked->Kind != ir::InstKind::Op || Asked->Args.size() != 2 || F.Class.empty())
    return {};
  llvm::StringRef Member;
  for (const ir::Arg &A : Asked->Args) {
    const ir::Inst *D = F.definition(A.Value);
    for (unsigned Steps = 0; D && !D->Args.empty() && Steps < MaxSteps; ++Steps) {
      if (D->Kind == ir::InstKind::GetField && F.isReceiver(D->Args[0].Value)) {
        Member = D->Name;
        break;
      }
      // `self.kept.get(x.device)` is kept for a place.
      const auto IsOfPlace = [&](const ir::Arg &Of) {
        const ir::Inst *Key = F.definition(Of.Value);
        return Key && asksForPlace(*Key);
      };
      if (asksForPlace(*D) || llvm::any_of(llvm::drop_begin(D->Args), IsOfPlace))
        return {};
      D = F.definition(D->Args[0].Value);
    }
  }
  return Member;
}

/// What an object keeps is asked for anew in each call: one answer for all that hangs on it.
CalleeAnswers::Answer CalleeAnswers::ofState(Literal L, const Condition &C) {
  if (C.F != &Call.Callee)
    return {std::nullopt, L};
  const ir::Inst *Asked = C.F->definition(C.V);
  const llvm::StringRef Member = comparedMember(*C.F, Asked);
  PathTable &All = Solver.Prog.Paths;
  const PathId Kept = Member.empty() ? PathId() : All.child(All.param(Call.Callee, 0), Member);
  const Value V = Kept ? Paths.eval(Kept) : Value::unknown();
  if (V.is(Value::Kind::Unknown) && !V.Elements)
    return {};
  // What a constructor puts there before anything came in is made anew: `self.grid = torch.zeros(1)`.
  const auto IsBuilt = [](const GuardedTerm &T) {
    return T.Origin && T.Origin->F && T.Origin->F->Kind == ir::FunctionKind::Constructor;
  };
  if (V.isTensor() && llvm::any_of(V.P.terms(), IsBuilt))
    return Asked->Name == "==" || Asked->Name == "!=" ? decided(L, Asked->Name == "!=") : Answer();
  return as(L, Solver.Prog.Conditions.truth(
                   All.site(Solver.F, Call.Id, All.site(Call.Callee, Call.Callee.value(C.V).Definition))));
}

CalleeAnswers::Answer CalleeAnswers::answer(Literal L) {
  const Condition C = Solver.Prog.Conditions[L.condition()]; // a copy: answers may define more
  switch (C.K) {
  case Condition::Kind::Available:
  case Condition::Kind::Multi:
    return {std::nullopt, L};
  case Condition::Kind::Truth:
    return isTrue(L, C);
  case Condition::Kind::IsNone:
    return isNone(L, C);
  case Condition::Kind::IsTensor:
    return told(L, Solver.questions(Call.S).isTensor(Paths.eval(C.P)));
  case Condition::Kind::Equals:
    return equals(L, C);
  case Condition::Kind::TypeIs:
    return isOnType(L, C);
  case Condition::Kind::OnDevice:
    return isSameDevice(L, C);
  case Condition::Kind::Opaque:
    return ofState(L, C);
  case Condition::Kind::ValueType:
  case Condition::Kind::Either: // its ways may be the callee's
    return C.F == &Call.Callee || !C.F ? Answer{} : Answer{std::nullopt, L};
  }
  return {};
}

std::optional<Value> CalleeAnswers::flag(Literal L) {
  if (isOfAllRounds(L))
    return std::nullopt;
  const Answer A = answer(L);
  if (A.Known)
    return Value::boolean(*A.Known);
  if (A.As)
    return Value::literal(*A.As);
  const Cases *When = Solver.Prog.Conditions.cases(L);
  if (!When)
    return std::nullopt;
  const Cases Theirs = *When; // a copy: answers may define more
  Cases Mine;
  bool Lost = false;
  for (auto [From, To] : {std::pair(&Theirs.Yes, &Mine.Yes), {&Theirs.No, &Mine.No}})
    for (const Cube &Case : *From)
      if (std::optional<Cube> C = cube(Case, Lost, 1))
        To->push_back(std::move(*C));
  std::optional<Value> Flag = Lost ? std::nullopt : Solver.flags().answer(Mine);
  return Flag && !L.isPositive() ? Flags::negated(*Flag) : Flag;
}

std::optional<Cube> CalleeAnswers::cube(const Cube &C, bool &Lost, unsigned Depth) {
  Cube R;
  for (Literal L : C.literals()) {
    if (isOfAllRounds(L)) {
      Lost = true;
      continue;
    }
    Answer A = answer(L);
    if (A.Known) {
      if (!*A.Known)
        return std::nullopt;
    } else if (A.As) {
      if (!R.add(*A.As))
        return std::nullopt;
    } else if (std::optional<Cube> Case = onlyCase(L, Lost, Depth)) {
      std::optional<Cube> Both = R.meet(*Case);
      if (!Both)
        return std::nullopt;
      R = *Both;
    } else {
      return std::nullopt;
    }
  }
  return R;
}

std::optional<DeviceTest> CalleeAnswers::testOf(Literal L) const {
  return dataflow::testOf(Solver.Prog.Conditions[L.condition()], Solver.Prog.Paths);
}

/// What L, about a value or a block of the callee, comes to in the caller: the case that can be, if there is one, else
/// the condition that one of them holds; nothing if none can be.
std::optional<Cube> CalleeAnswers::onlyCase(Literal L, bool &Lost, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  auto Chosen = [&](const Cases &C) { return L.isPositive() ? C.Yes : C.No; };
  std::vector<Cube> Ways;
  bool IsWidened = false;
  if (const Cases *When = Solver.Prog.Conditions.cases(L); When && Depth < MaxDepth) {
    for (const Cube &Case : Chosen(*When)) // a copy: answers may define more
      if (std::optional<Cube> Mine = cube(Case, IsWidened, Depth + 1))
        Ways.push_back(std::move(*Mine));
  } else if (std::optional<DeviceTest> Asked = testOf(L)) {
    Cases Told = Solver.flags().casesOfType(Value::device(Paths.askedPlace(Asked->Of)), Asked->Type);
    if (Told.Yes.empty() && Told.No.empty()) {
      Lost = true;
      return Cube();
    }
    llvm::append_range(Ways, Chosen(Told));
  } else {
    Lost = true;
    return Cube();
  }
  if (Ways.empty())
    return std::nullopt;
  // A block is where its ways come together: without their conditions nobody could say more of it.
  bool IsBlock = Solver.Prog.Conditions[L.condition()].K == Condition::Kind::Either;
  if (Ways.size() == 1) {
    Lost |= IsWidened && !IsBlock;
    return Ways[0];
  }
  if (IsWidened) {
    Lost |= !IsBlock;
    return Cube();
  }
  return coversAll(Ways) ? Cube() : Cube(Solver.Prog.Conditions.either(std::move(Ways)));
}

bool CalleeAnswers::asksUnknownPlace(Literal L, unsigned Depth) {
  constexpr unsigned MaxDepth = 2;
  if (answer(L).Known)
    return false;
  if (const std::optional<DeviceTest> Asked = testOf(L)) {
    const Cases Told = Solver.flags().casesOfType(Value::device(Paths.askedPlace(Asked->Of)), Asked->Type);
    return Told.Yes.empty() && Told.No.empty();
  }
  const Cases *When = Solver.Prog.Conditions.cases(L);
  if (!When || Depth == MaxDepth)
    return false;
  const Cases Theirs = *When; // a copy: answers may define more
  const auto &Chosen = L.isPositive() ? Theirs.Yes : Theirs.No;
  return !Chosen.empty() && llvm::all_of(Chosen, [&](const Cube &Case) {
    return llvm::any_of(Case.literals(), [&](Literal X) { return asksUnknownPlace(X, Depth + 1); });
  });
}

std::optional<knowledge::DeviceType> CalleeAnswers::testedType(Literal L, PathId P) const {
  std::optional<DeviceTest> Asked = testOf(L);
  return Asked && P && Asked->Of == P ? std::optional(Asked->Type) : std::nullopt;
}

std::optional<Cube> CalleeAnswers::when(const Cube &C, bool &Lost) {
  std::optional<Cube> Path = cube(C, Lost);
  if (Path)
    for (Literal L : Call.Before.Path.literals())
      if (Path->size() < Cube::MaxPath && !Path->add(L))
        return std::nullopt;
  return Path;
}

} // namespace devtidy::dataflow
