//===- ClassTables.cpp - Classes that are taken out of a table -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/ClassTables.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/program/TableNames.h"
#include "dataflow/state/AskedOfFields.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The name of the global that V, of F, was read from; "" if it is none.
static llvm::StringRef globalOf(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *Read = F.definition(V);
  return Read && Read->Kind == InstKind::GetGlobal ? Prog.Types.canonical(Read->Name) : llvm::StringRef();
}

/// `TABLE.get(name)`
static bool isLookUp(const ir::Inst &I) {
  return I.Kind == InstKind::Invoke &&
         knowledge::mayGiveNone(std::string_view(I.Name), /*IsMethod=*/true, 1, /*NoneIsLast=*/false) &&
         I.Args.size() == 2 && I.Args[1].Keyword.empty();
}

/// What Writer, a top level, puts into the table Name, which nobody in its file changes; null if that is something
/// else.
static const ir::Inst *tableOf(const Program &Prog, const Program::Entry &Writer, llvm::StringRef Name) {
  const ir::Inst *Table = nullptr;
  for (const auto &F : Writer.M->Functions)
    for (const ir::Inst &I : F->Insts) {
      const bool Changes = (I.Kind == InstKind::SetItem || (I.Kind == InstKind::Invoke && !isLookUp(I))) &&
                           !I.Args.empty() && globalOf(Prog, *F, I.Args[0].Value) == Name;
      const bool IsMade = I.Kind == InstKind::SetGlobal && Prog.Types.canonical(I.Name) == Name;
      if (Changes || (IsMade && (Table || F.get() != Writer.F)))
        return nullptr;
      if (IsMade)
        Table = F->definition(I.Args[0].Value);
      if (IsMade && (!Table || Table->Kind != InstKind::MakeDict))
        return nullptr;
    }
  const auto Changes = [&](const ir::Inst &I) {
    return (I.Kind == InstKind::SetItem || I.Kind == InstKind::Invoke) && I.Args[0].Value == Table->Result;
  };
  return Table && llvm::none_of(Writer.F->Insts, Changes) ? Table : nullptr;
}

namespace {
/// A table of names, and who makes it.
struct Table {
  const ir::Inst *Made = nullptr; ///< its keys and values in turn
  const ir::Function *F = nullptr;
  llvm::StringRef Name = {}; ///< of the variable of a module, or of a class, that it is in
};
} // namespace

/// The table that V, of the function at hand, is, if nothing changes it there: a global, or one of its own.
static Table tableAt(const FunctionFrame &In, ir::ValueId V) {
  if (const llvm::StringRef Name = globalOf(In.Prog, In.F, V); !Name.empty()) {
    // `self.TABLE`: classes that derive from this one may have another.
    const auto [Class, Member] = Name.rsplit('.');
    if (In.Prog.Types.findClass(Class) && (In.Prog.Links.overrides().contains(Class, Member) ||
                                           In.Prog.Members.isWrittenOutsideConstructors(Class, Member)))
      return {};
    const std::optional<Program::Entry> Writer = In.Prog.Links.globalWriter(Name);
    return Writer ? Table{tableOf(In.Prog, *Writer, Name), Writer->F, Name} : Table();
  }
  const ir::Inst *Made = In.F.definition(V);
  if (!Made || Made->Kind != InstKind::MakeDict)
    return {};
  const auto OnlyReads = [&](const ir::Inst &I) {
    const auto IsTable = [&](const ir::Arg &A) { return A.Value == V; };
    const auto IsPassed = [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); };
    if (llvm::any_of(I.Targets, IsPassed))
      return false;
    return llvm::none_of(I.Args, IsTable) || I.Kind == InstKind::GetItem || isLookUp(I);
  };
  return llvm::all_of(In.F.Insts, OnlyReads) ? Table{Made, &In.F} : Table();
}

/// Which of the entries of Of the key is, if it is known; how many there are, if it is none of them.
static std::optional<unsigned> knownEntry(const Table &Of, const Value &Key) {
  if (!Key.is(Value::Kind::Constant) || Key.IsDefault)
    return std::nullopt;
  unsigned N = 0;
  for (; size_t(2) * N < Of.Made->Args.size(); ++N) {
    const ir::Inst *Said = Of.F->definition(Of.Made->Args[size_t(2) * N].Value);
    if (Said && Said->Kind == InstKind::Const && Said->Const == Key.Const)
      break;
  }
  return N;
}

/// When the key, of which nobody knows what it is, is that of the entry N of Of. As who compares the two would ask;
/// else a question to the place where it is taken.
static std::optional<Literal> isEntry(FunctionFrame &In, const Table &Of, const Value &Key, PathId Site, unsigned N) {
  const ir::Inst *Said = Of.F->definition(Of.Made->Args[size_t(2) * N].Value);
  const bool IsText = Said && Said->Kind == InstKind::Const && Said->Const.K == ir::Constant::Kind::String;
  if (IsText && Key.Path && !Key.IsComputed)
    return equalsOf(In.Prog, Key.Path, Said->Const.Text);
  const PathId Asked = In.Prog.Paths.question(Site, (" is part " + llvm::Twine(N)).str());
  return Asked ? std::optional(In.Prog.Conditions.truth(Asked)) : std::nullopt;
}

/// True if somebody may have put another thing under one of the keys that may be meant: the entry Known, or any.
static bool mayBeReplaced(const FunctionFrame &In, const Table &Of, std::optional<unsigned> Known) {
  if (!Of.Name.empty() && In.Prog.Members.mayTableChange(tableAsWritten(Of.Name), /*Key=*/"[]"))
    return true;
  for (unsigned N = 0; !Of.Name.empty() && size_t(2) * N < Of.Made->Args.size(); ++N) {
    const ir::Inst *Said = Of.F->definition(Of.Made->Args[size_t(2) * N].Value);
    const llvm::StringRef Key = Said && Said->Kind == InstKind::Const ? Said->Const.Text : llvm::StringRef();
    if ((!Known || *Known == N) && In.Prog.Members.mayTableChange(entryAsWritten(Of.Name, Key), /*Key=*/"[]"))
      return true;
  }
  return false;
}

std::optional<Value> classesOfTable(FunctionFrame &In, ir::InstId Id) {
  constexpr unsigned MaxClasses = 4;
  const ir::Inst &Call = In.inst(Id);
  const ir::Inst *Taken = Call.Args.empty() ? nullptr : In.F.definition(Call.Args[0].Value);
  const bool IsTaken = Taken && ((Taken->Kind == InstKind::GetItem && Taken->Args.size() == 2) || isLookUp(*Taken));
  const Table Of = IsTaken ? tableAt(In, Taken->Args[0].Value) : Table();
  if (!Of.Made || Of.Made->Args.size() % 2 != 0 || Of.Made->Args.empty())
    return std::nullopt;
  const Value &Key = In.Values[Taken->Args[1].Value.index()];
  const std::optional<unsigned> Known = knownEntry(Of, Key);
  const unsigned Entries = Of.Made->Args.size() / 2;
  if ((Known ? *Known == Entries : Entries > MaxClasses) || mayBeReplaced(In, Of, Known))
    return std::nullopt;
  const PathId Site = In.Prog.Paths.site(In.F, Id);
  // It may be none of them: that it is not one of the others says nothing.
  std::vector<Literal> IsKey;
  for (unsigned N = 0; N < (Known ? 0 : Entries); ++N)
    if (const std::optional<Literal> Is = isEntry(In, Of, Key, Site, N))
      IsKey.push_back(*Is);
  if (!Known && IsKey.size() != Entries)
    return std::nullopt;
  std::vector<std::pair<Value, Cube>> Parts;
  for (unsigned N = 0; N < Entries; ++N) {
    const llvm::StringRef Named = globalOf(In.Prog, *Of.F, Of.Made->Args[2 * N + 1].Value);
    // The only entry is the one that is meant: there is no other key.
    const bool IsOnly = Entries == 1 && In.Prog.Types.isModuleClass(Named);
    if (Named.empty() || !(In.Prog.Types.findClass(Named) || In.Prog.Types.findFunction(Named) || IsOnly))
      return std::nullopt;
    Value Part = Value::symbolic(In.Prog.Paths.global(Named));
    if ((Known && *Known == N) || Entries == 1)
      return Part;
    if (Known)
      continue;
    Cube Mine;
    for (unsigned Other = 0; Other < IsKey.size(); ++Other)
      if (!Mine.add(Other == N ? IsKey[Other] : ~IsKey[Other]))
        return std::nullopt;
    Parts.emplace_back(Part, Mine);
  }
  const Value Several = oneOfSeveral(Parts);
  return Several.isOneOfSeveral() ? std::optional(Several) : std::nullopt;
}

} // namespace devtidy::dataflow
