//===- UnregisteredState.cpp - device-unregistered-state ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags state of a module that `to` does not reach (a plain member, a vector or map of tensors or modules) and that
// meets an input or the registered state in one of the module's methods. Silent for members that are moved where they
// are used, that the constructor puts on an explicit device, or that never meet anything.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Path;
using dataflow::PathId;
using dataflow::PathTable;

/// The member of self that a symbol starts at, or "".
static llvm::StringRef memberOf(const SolvedFunction &S, const GuardedTerm &T) {
  if (!T.T.isSymbol())
    return {};
  PathTable &Paths = S.Owner->Paths;
  PathId Self = Paths.param(*S.F, 0);
  for (PathId P = T.T.path(); Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent)
    if (Paths[P].Parent == Self)
      return Paths[P].Name;
  return {};
}

/// Where the constructor, or a method that it calls, gives the member its value; null if it only fills what the
/// member's declaration made.
static std::pair<const ir::Function *, const ir::Arg *> storeOf(const SolvedClass &C, const ir::Function &Constructor,
                                                                llvm::StringRef Member) {
  auto IsDeclaration = [&](ir::SourceRange R) {
    return llvm::any_of(C.C->Fields, [&](const ir::Field &F) { return F.Name == Member && F.Range == R; });
  };
  auto StoreIn = [&](const ir::Function &F) -> const ir::Arg * {
    const ir::Arg *Last = nullptr;
    for (const ir::Inst &I : F.Insts)
      if (I.Kind == ir::InstKind::SetField && I.Name == Member && I.Args[1].Range.isValid() && !IsDeclaration(I.Range))
        Last = &I.Args[1];
    return Last;
  };
  if (const ir::Arg *A = StoreIn(Constructor))
    return {&Constructor, A};
  for (const auto &F : C.M->Functions)
    if (F->Class == C.C->Name && F->Kind == ir::FunctionKind::Method)
      if (const ir::Arg *A = StoreIn(*F))
        return {F.get(), A};
  return {nullptr, nullptr};
}

static bool contains(ir::SourceRange Outer, ir::SourceRange Inner) {
  return Outer.File == Inner.File && Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
}

static bool isMadeOfMembers(const SolvedFunction &S, PathId P) {
  const PathTable &Paths = S.Owner->Paths;
  if (Paths[P].Kind != Path::Root::Meeting)
    return false;
  auto IsOfSelf = [&](PathId Part) {
    const Path &Root = Paths[Paths.root(Part)];
    return (Root.Kind == Path::Root::Param && Root.Owner == S.F && Root.Index == 0) || isMadeOfMembers(S, Part);
  };
  return IsOfSelf(Paths[P].Parent) && IsOfSelf(Paths[P].Other);
}

namespace {
enum class Holding : uint8_t {
  Made,  ///< by the constructor, on the CPU
  Given, ///< a tensor that the caller may have put anywhere
  Mixed, ///< either, and only that some are made says that all are tensors
  Other, ///< it follows something
};
} // namespace

static Holding holdingOf(const SolvedClass &C, const dataflow::FieldFacts &Facts) {
  bool AnyMade = false, AnyGiven = false, AllTyped = true;
  for (const GuardedTerm &T : Facts.P.terms()) {
    if (!T.T.isSymbol()) {
      // A number in a tensor fits anywhere; what may take its place is rather one, too.
      if (T.T.device().Type != knowledge::DeviceType::Cpu || T.Dim == dataflow::Rank::Zero)
        return Holding::Other;
      AnyMade = true;
      continue;
    }
    const Path &P = C.Owner->Paths[T.T.path()];
    if (P.Kind != Path::Root::Param || P.Owner != Facts.Constructor || P.Index == 0 || P.IsDevice)
      return Holding::Other;
    AnyGiven = true;
    AllTyped &= P.Owner->Params[P.Index].DeclaredType.Kind == ir::TypeKind::Tensor;
  }
  if (!AnyGiven)
    return Holding::Made;
  return AllTyped ? Holding::Given : AnyMade ? Holding::Mixed : Holding::Other;
}

/// True if a tensor without dimensions that is on the CPU may stand for that operand.
static bool takesNumber(const dataflow::Demand &D, unsigned N) {
  const bool Exempts = D.Rule == knowledge::DeviceRule::Iterator || D.Rule == knowledge::DeviceRule::IteratorScalars ||
                       D.Rule == knowledge::DeviceRule::CpuScalars;
  return Exempts && !D.Sides[N].Dim.isPositive();
}

static void run(const SolvedClass &C, Sink &Out) {
  if (!C.IsModule || C.PlacesSubmodules)
    return;
  for (const auto &[Name, Facts] : C.Fields) {
    if (Facts.Registered || !Facts.HoldsTensors || !Facts.Origin || Facts.P.isUnknown())
      continue;
    // A module that assigns the member later, in its own `to` for one, takes care of it.
    if (C.Owner->isWrittenOutsideConstructors(C.C->Name, Name))
      continue;
    const Holding Held = holdingOf(C, Facts);
    if (Held == Holding::Other)
      continue;
    // A use: an operation of a method where the member meets something that is not the member.
    const dataflow::PlacedDemand *Use = nullptr;
    const SolvedFunction *In = nullptr;
    unsigned Other = 0;
    for (const SolvedFunction *S : C.Owner->functions()) {
      if (Use || S->F->Class != C.C->Name || S->F->Kind == ir::FunctionKind::Constructor)
        continue;
      for (const dataflow::PlacedDemand &P : S->Demands) {
        if (Use)
          break;
        for (dataflow::World W : {dataflow::World::Gpu, dataflow::World::Multi}) {
          dataflow::Verdict V = judge(P.D, W, S->Owner->Conditions);
          if (V.Result == dataflow::Outcome::Proved || V.Result == dataflow::Outcome::Unreachable)
            continue;
          bool First = memberOf(*S, V.FirstTerm) == Name, Second = memberOf(*S, V.SecondTerm) == Name;
          if (First == Second)
            continue;
          const GuardedTerm &Meets = First ? V.SecondTerm : V.FirstTerm;
          if (!Meets.T.isSymbol() && Meets.T.device().Type == knowledge::DeviceType::Cpu)
            continue;
          // A number, for all that is known, that is made of members.
          if (P.D.Sides[First ? V.Second : V.First].Untyped && Meets.T.isSymbol() &&
              isMadeOfMembers(*S, Meets.T.path()))
            continue;
          // Another unregistered member is on the CPU as well.
          if (llvm::StringRef Member = memberOf(*S, Meets); !Member.empty()) {
            const auto *It = C.Fields.find(Member);
            if (It == C.Fields.end() || !It->second.Registered)
              continue;
          }
          if (Held == Holding::Mixed && takesNumber(P.D, First ? V.First : V.Second))
            continue;
          Use = &P;
          In = S;
          Other = First ? V.Second : V.First;
          break;
        }
      }
    }
    if (!Use)
      continue;
    const Step &Made = *Facts.Origin;
    auto [Holder, Store] = storeOf(C, *Facts.Constructor, Name);
    bool MadeElsewhere = Store && (Made.M != C.M || Made.F != Holder || !contains(Store->Range, Made.Range));
    Draft D = MadeElsewhere ? Out.draft(*C.M, Holder, Store->Range) : Out.draft(*Made.M, Made.F, Made.Range);
    // A module's path is not part of a Python class's name.
    llvm::StringRef Class = C.C->Name.contains('.') ? C.C->Name.rsplit('.').second : C.C->Name;
    D.slot("member", report::wording::quoted(Name)).slot("class", report::wording::quotedName(Class));
    // What is made of an unknown value may be a number, which fits anywhere; what one path of the constructor makes may
    // be what only that path uses.
    D.slot("place", Held == Holding::Given ? "where it is" : "on cpu");
    if (Held != Holding::Made || Facts.Dim == dataflow::Rank::Unknown ||
        llvm::any_of(Facts.P.terms(), [](const GuardedTerm &T) { return T.isConditional(); }))
      D.atLeastLevel(2);
    D.worlds(report::WorldGpu | report::WorldMulti);
    const dataflow::Side &X = Use->D.Sides[Other];
    std::string What = X.Position < Use->D.I->Args.size() ? Out.text(*Use->D.M, Use->D.F, Use->D.I->Args[X.Position])
                                                          : "another tensor";
    D.note(Out.place(*In->M, Use->At->Range), report::wording::usedWith(report::wording::quoted(Name), What));
    if (MadeElsewhere)
      Out.explain(D, *In, Facts.P.terms()[0], report::wording::quoted(Name));
    Out.add(std::move(D));
  }
}

static const Check UnregisteredState = {
    .Name = "device-unregistered-state",
    .Headline = "{member} is not registered with {class}, so 'to' leaves it {place}",
    .Level = 1,
    .Since = "0.1",
    .OnClass = run,
};
REGISTER_CHECK(UnregisteredState)

} // namespace devtidy::checks
