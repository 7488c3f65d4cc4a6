//===- StateRepairs.cpp - Registering what a module keeps ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/StateRepairs.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
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

/// True if the constructor of the base has run before Store, by the text in front of it.
static bool isBaseReady(const Sink &Out, const ir::Function &Holder, const ir::Inst &Store) {
  if (Holder.Kind != ir::FunctionKind::Constructor)
    return false;
  const StringRef Text = Out.fileText(*Store.Range.File);
  const StringRef Before = Text.slice(Holder.Range.Begin, std::min<size_t>(Store.Range.Begin, Text.size()));
  return Before.contains("super(") || Before.count(".__init__(") > 0;
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
      !Target.rtrim().ends_with("=") || !isBaseReady(Out, Holder, *Store))
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
  D.fix("register " + report::wording::quoted(Member) + " as a buffer",
        {Where.Path, Where.Begin, Value.Begin, (Receiver + ".register_buffer(\"" + Member + "\", ").str()});
  D.F.Fixes.back().Edits.push_back({Where.Path, Value.End, Value.End, ", persistent=False)"});
}

} // namespace devtidy::checks
