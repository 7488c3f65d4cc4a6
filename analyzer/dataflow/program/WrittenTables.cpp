//===- WrittenTables.cpp - Tables of modules that change ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/WrittenTables.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/TableNames.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "knowledge/Names.h"
#include "knowledge/Operators.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

namespace {
/// Which variables of modules, tables perhaps, the instructions of a function hand on: who has the table may store to
/// it, `merge(CFG, others)`.
class GivenTables {
public:
  using Variables = llvm::SmallVector<llvm::StringRef, 2>;

  explicit GivenTables(const ir::Function &F) : F(F) {
    // `CFG = {}`, and CFG below.
    for (const ir::Inst &I : F.Insts)
      if (I.Kind == InstKind::SetGlobal)
        Set.try_emplace(I.Args[0].Value.index(), I.Name);
  }

  /// The variables that I hands on. A second name, `cfg = CFG`, is one that others change, and so is the first.
  Variables by(const ir::Inst &I) const;
  /// The variable that holds the table V; "" if no instruction says so.
  llvm::StringRef variable(ir::ValueId V) const;
  /// The variable out of whose table I takes one, which it changes under keys that nobody knows:
  /// `CFG["train"].update(new)`; "" if it does not.
  llvm::StringRef changedInside(const ir::Inst &I) const;

private:
  const ir::Function &F;
  llvm::DenseMap<uint32_t, llvm::StringRef> Set;
};
} // namespace

llvm::StringRef GivenTables::variable(ir::ValueId V) const {
  const ir::Inst *Read = F.definition(V);
  return Read && Read->Kind == InstKind::GetGlobal ? Read->Name : Set.lookup(V.index());
}

llvm::StringRef GivenTables::changedInside(const ir::Inst &I) const {
  const auto IsKnown = [&](ir::ValueId Key) {
    const ir::Inst *D = F.definition(Key);
    return D && D->Kind == InstKind::Const;
  };
  const bool Stores = I.Kind == InstKind::SetItem && I.Args.size() == 3 && !IsKnown(I.Args[1].Value);
  const bool Fills = I.Kind == InstKind::Invoke && knowledge::fillsContainer(std::string_view(I.Name));
  if (!Stores && !Fills)
    return {};
  constexpr unsigned MaxValues = 16;
  llvm::SmallVector<ir::ValueId, 8> Work{I.Args[0].Value};
  for (unsigned N = 0; N != Work.size() && N != MaxValues; ++N) {
    const auto Add = [&](ir::ValueId V) {
      if (!llvm::is_contained(Work, V))
        Work.push_back(V);
    };
    if (const llvm::StringRef Name = variable(Work[N]); !Name.empty() && N != 0)
      return Name;
    const ir::Inst *D = F.definition(Work[N]);
    if (!D) {
      llvm::for_each(ir::incoming(F, Work[N]), Add);
      continue;
    }
    const std::string_view Name(D->Name);
    const bool Takes =
        llvm::is_contained({InstKind::GetItem, InstKind::Iterate, InstKind::Next, InstKind::Unpack}, D->Kind) ||
        (D->Kind == InstKind::Invoke && (knowledge::takesElement(Name) || knowledge::givesElements(Name) ||
                                         knowledge::givesPairs(Name) || knowledge::fillsContainer(Name)));
    if (Takes)
      Add(D->Args[0].Value);
  }
  return {};
}

/// True if I asks a table, and changes nothing: `cfg["cuda"]`, `"cuda" in cfg`, `cfg.items()`, `sorted(cfg)`.
static bool onlyReads(const ir::Inst &I) {
  const std::string_view Name(I.Name);
  if (I.Kind == InstKind::Call)
    return knowledge::makesNumber(Name) || knowledge::givesText(Name) || knowledge::makesContainer(Name) ||
           knowledge::givesOfArguments(Name);
  return I.Kind == InstKind::GetItem || (I.Kind == InstKind::Op && I.Name.ends_with("in")) ||
         (I.Kind == InstKind::Invoke && llvm::is_contained({"get", "items", "keys", "values"}, I.Name));
}

GivenTables::Variables GivenTables::by(const ir::Inst &I) const {
  Variables Given;
  const auto Add = [&](ir::ValueId V) {
    if (const llvm::StringRef Name = variable(V); !Name.empty())
      Given.push_back(Name);
  };
  for (const ir::Successor &To : I.Targets)
    llvm::for_each(To.Args, Add);
  if (onlyReads(I))
    return Given;
  for (const ir::Arg &A : I.Args)
    Add(A.Value);
  if (I.Kind != InstKind::SetGlobal)
    return Given;
  // `CFG = {}` hands on nothing.
  llvm::erase(Given, I.Name);
  if (!Given.empty())
    Given.push_back(I.Name);
  return Given;
}

void WrittenTables::note(const Linker &Links, const ir::Module &M) {
  llvm::StringSet<> Seen;
  const auto Change = [&](llvm::StringRef Variable) {
    // A module or a class that somebody is given has what stands in it.
    if (!Seen.insert(Variable).second)
      return;
    Changed.insert(Links.canonical(Variable, M));
    Changed.insert(tableAsWritten(Links.canonical(Variable, M)));
  };
  for (const auto &F : M.Functions) {
    const GivenTables Given(*F);
    for (const ir::Param &P : F->Params)
      if (!P.DefaultFrom.empty())
        Change(P.DefaultFrom);
    for (const ir::Inst &I : F->Insts) {
      if (const llvm::StringRef Of = I.Kind == InstKind::Call ? I.Name.rsplit('.').first : I.Name; Of != I.Name) {
        if (Links.findFunction(I.Name, M) || Links.findClass(I.Name, M))
          Changed.insert(Links.canonical(Of, M));
        else
          Change(Of);
      }
      // Another name: what the table itself has is as it was.
      if (const llvm::StringRef Table = Given.changedInside(I); !Table.empty())
        Changed.insert(innerTables(Links.canonical(Table, M)));
      const bool IsStore = I.Kind == InstKind::SetItem && I.Args.size() == 3;
      if (!IsStore) {
        llvm::for_each(Given.by(I), Change);
        continue;
      }
      const ir::Inst *Key = F->definition(I.Args[1].Value);
      const llvm::StringRef Table = Given.variable(I.Args[0].Value);
      const bool IsKnown = Key && Key->Kind == InstKind::Const;
      if (IsKnown)
        Keys.insert(Key->Const.Text.str());
      if (IsKnown && !Table.empty())
        Changed.insert(entryAsWritten(Links.canonical(Table, M), Key->Const.Text));
      else if (!IsKnown && !Table.empty())
        Change(Table);
      // `all["main"] = cfg`
      if (const llvm::StringRef Held = Given.variable(I.Args[2].Value); !Held.empty())
        Change(Held);
    }
  }
}

} // namespace devtidy::dataflow
