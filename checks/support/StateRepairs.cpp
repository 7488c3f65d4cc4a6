//===- StateRepairs.cpp - Registering what a module keeps ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/StateRepairs.h"
#include "checks/support/NameUses.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "checks/support/ToldBuffers.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using llvm::StringRef;

/// The only statement of the program that stores to a member of that name of an object of C; null if there are more.
static const ir::Inst *soleStore(const SolvedClass &C, StringRef Member, const ir::Function &Holder) {
  const std::string_view Own[] = {{C.C->Name.data(), C.C->Name.size()}};
  const ir::Inst *Found = nullptr;
  for (const ir::Module *M : C.Owner->modules())
    for (const std::unique_ptr<ir::Function> &F : M->Functions) {
      const bool IsRelated = F->Class == C.C->Name || C.Owner->Types.derivesFrom(F->Class, Own);
      for (const ir::Inst &I : F->Insts)
        if (I.Kind == InstKind::SetField && I.Name == Member && (IsRelated || F->Class.empty())) {
          if (Found || F.get() != &Holder)
            return nullptr;
          Found = &I;
        }
    }
  return Found;
}

/// True if the constructor of the module's base has run before Store, whichever way the program takes.
static bool isBaseReady(const SolvedClass &C, const Sink &Out, const ir::Function &Holder, const ir::Inst &Store) {
  if (Holder.Kind != ir::FunctionKind::Constructor)
    return false;
  // One of the library leaves nothing but where it is called.
  const auto CallsBase = [&](const ir::Inst &I) {
    StringRef Base = I.Name;
    if (I.Kind == InstKind::Call)
      return Base.consume_back(".__init__") && C.Owner->Types.isModuleClass(C.Owner->Types.canonical(Base));
    const StringRef Text = Out.source(I.Range);
    return Text.starts_with("super(") || Text.contains("Module.__init__(");
  };
  const ir::Inst *const End = &Store;
  return std::any_of(&Holder.Insts.front(), End, [&](const ir::Inst &I) {
    return (I.Parent == ir::BlockId(0) || I.Parent == Store.Parent) && CallsBase(I);
  });
}

/// True if register_buffer would refuse the name: there is something of that name, or it means another one in a class.
static bool isTaken(const SolvedClass &C, StringRef Member, StringRef Class, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  const dataflow::Hierarchy &Types = C.Owner->Types;
  const auto Of = Types.findClass(Class);
  if (!Of)
    return knowledge::findMethod(knowledge::Receiver::Module, std::string_view(Member)) != nullptr;
  const auto IsTopLevel = [&](const std::unique_ptr<ir::Function> &F) {
    return F->Kind == ir::FunctionKind::TopLevel && llvm::any_of(F->Insts, [&](const ir::Inst &I) {
             return I.Kind == InstKind::SetGlobal && I.Name == (Of->C->Name + "." + Member).str();
           });
  };
  return Depth > MaxDepth || Types.findMethod(Class, Member) || llvm::any_of(Of->M->Functions, IsTopLevel) ||
         llvm::any_of(Of->C->Bases, [&](StringRef Base) {
           return Base != "object" && isTaken(C, Member, Types.canonical(Base), Depth + 1);
         });
}

/// True if somebody stores to a member of that name of what may be an object of C: a buffer takes tensors only.
static bool isStoredFromOutside(const SolvedClass &C, const Sink &Out, StringRef Member) {
  return llvm::any_of(Out.names().storing(Member), [&](const NameUses::Said &Put) {
    const ir::ValueId Object = Put.I->Args[0].Value;
    return !Put.F->isReceiver(Object) && !isOfOtherClass(C, *Put.F, Object);
  });
}

/// True if a class that derives from C has something of that name.
static bool isReplacedBelow(const SolvedClass &C, StringRef Member) {
  const StringRef Class = C.Owner->Types.canonical(C.C->Name);
  return C.Owner->Links.overrides().contains(Class, Member);
}

/// What makes V, behind views of what nothing else has: `torch.arange(3).float()`. Null if nobody knows.
static const Event *makerOfOwn(const SolvedFunction &S, ir::ValueId V) {
  const Event *E = nullptr;
  do {
    E = S.F->definition(V) ? S.eventAt(S.F->value(V).Definition) : nullptr;
    if (E && E->Kind == InstKind::View)
      V = E->I->Args[0].Value;
  } while (E && E->Kind == InstKind::View && S.F->value(V).Variable.empty());
  return E;
}

/// True if what Store puts there is made for the member alone: no part of what something else holds, nor does the
/// constructor take parts of it.
static bool isOfItsOwn(const SolvedFunction &S, const ir::Inst &Store) {
  const Event *E = makerOfOwn(S, Store.Args[1].Value);
  const bool IsMade =
      E && E->Kind != InstKind::View && E->I->Kind != InstKind::GetItem && E->I->Kind != InstKind::GetField;
  return IsMade && llvm::none_of(S.F->Insts, [&](const ir::Inst &I) {
           return I.Kind == InstKind::GetField && I.Name == Store.Name && S.F->isReceiver(I.Args[0].Value);
         });
}

/// True if what is stored is a tensor for sure: torch makes no buffer of anything else.
static bool isTensorMade(const SolvedFunction &S, const ir::Inst &Store) {
  for (const Event &E : S.Events) {
    if (E.I->Result && E.I->Result == Store.Args[1].Value)
      return E.Result.isTensor() && !E.Result.Partial && !E.Result.MayBeModule && !E.Result.IsParameter;
    for (const dataflow::Operand &O : E.Operands)
      if (O.A && O.A->Value == Store.Args[1].Value)
        return O.V.isTensor() && !O.V.Partial && !O.V.MayBeModule && !O.V.IsParameter;
  }
  return false;
}

/// The class of torch that holds modules as what is written there does, a list of modules; "" if it is none.
static StringRef containerOf(const SolvedClass &C, StringRef Member, StringRef Written, const ir::Function &F,
                             ir::ValueId V) {
  if (!Written.starts_with("["))
    return "";
  const ir::Inst *Made = F.definition(V);
  const bool AllModules = Made && Made->Kind == InstKind::MakeList && !Made->Args.empty() &&
                          llvm::all_of(Made->Args, [&](const ir::Arg &A) {
                            const ir::Inst *Part = F.definition(A.Value);
                            return Part && Part->Kind == InstKind::Call &&
                                   C.Owner->Types.isModuleClass(C.Owner->Types.canonical(Part->Name));
                          });
  const auto *const Facts = C.Fields.find(Member);
  const bool HoldsModules = Facts != C.Fields.end() && Facts->second.Element.Kind == ir::TypeKind::Object &&
                            C.Owner->Types.isModuleClass(Facts->second.Element.Name);
  return AllModules || HoldsModules ? "torch.nn.ModuleList" : "";
}

/// True for the rest of a chained assignment: `w = torch.ones(n)` behind `self.w = `.
static bool assigns(StringRef Text) {
  int Depth = 0;
  for (size_t N = 0; N < Text.size(); ++N) {
    Depth += StringRef("([{").contains(Text[N]) ? 1 : StringRef(")]}").contains(Text[N]) ? -1 : 0;
    if (StringRef("\"'#").contains(Text[N]))
      return false; // a name that is assigned to has none
    if (Text[N] == '=' && Depth == 0)
      return !Text.drop_front(N + 1).starts_with("=") && (N == 0 || !StringRef("=!<>").contains(Text[N - 1]));
  }
  return false;
}

void addStateRepair(Draft &D, const SolvedClass &C, const Sink &Out, StringRef Member, const ir::Function &Holder) {
  const std::optional<Program::Entry> E = C.Owner->Types.findFunction(Holder.Name);
  if (!E || E->F != &Holder)
    return;
  const SolvedFunction &S = C.Owner->solved(*E);
  const ir::Inst *Store = soleStore(C, Member, Holder);
  if (!Spelling(S).hasKeywords() || !Store || !isStatement(S, Out, Store->Range))
    return;
  const ir::SourceRange Value = Store->Args[1].Range;
  if (!Value.isInFileOf(Store->Range) || Value.End != Store->Range.End || Value.Begin <= Store->Range.Begin)
    return;
  const report::Place Where = Out.place(Store->Range);
  const StringRef Target = Out.source(Store->Range).take_front(Value.Begin - Store->Range.Begin);
  const StringRef Receiver = Holder.Params.empty() ? StringRef() : Holder.Params[0].Name;
  // Nothing but `self.name = `, and the base is ready.
  if (Receiver.empty() || Target.rtrim().drop_back(1).rtrim() != (Receiver + "." + Member).str() ||
      !Target.rtrim().ends_with("=") || assigns(Out.source(Value)) || !isBaseReady(C, Out, Holder, *Store))
    return;
  if (const StringRef Container = containerOf(C, Member, Out.source(Value), Holder, Store->Args[1].Value);
      !Container.empty()) {
    const std::string Name = Spelling(S).imported(Container);
    if (!Name.empty()) {
      D.fix("register the modules in " + report::wording::quoted(Member),
            {Where.Path, Value.Begin, Value.Begin, Name + "("}, /*Sure=*/false);
      D.F.Fixes.back().Edits.push_back({Where.Path, Value.End, Value.End, ")"});
    }
    return;
  }
  const auto *const Facts = C.Fields.find(Member);
  const bool IsTensor = Facts != C.Fields.end() && !Facts->second.P.isUnknown() && isTensorMade(S, *Store);
  if (!IsTensor || Out.source(Value).contains("requires_grad"))
    return;
  const bool IsMangled = Member.starts_with("__") && !Member.ends_with("__");
  if (IsMangled || isTaken(C, Member, C.Owner->Types.canonical(C.C->Name)))
    return;
  // What looks for members itself finds no buffer, or another one.
  const bool LooksItself = C.Owner->Types.findMethod(C.C->Name, "__getattr__").has_value();
  const bool IsSure = !LooksItself && !C.Owner->Types.hasUnknownBase(C.C->Name) && !isReplacedBelow(C, Member) &&
                      isOfItsOwn(S, *Store) && !isStoredFromOutside(C, Out, Member) &&
                      !mayTellBuffers(C, Out, Member, S, Store->Args[1].Value);
  D.fix("register " + report::wording::quoted(Member) + " as a buffer",
        {Where.Path, Where.Begin, Value.Begin, (Receiver + ".register_buffer(\"" + Member + "\", ").str()}, IsSure);
  D.F.Fixes.back().Edits.push_back({Where.Path, Value.End, Value.End, ", persistent=False)"});
}

} // namespace devtidy::checks
