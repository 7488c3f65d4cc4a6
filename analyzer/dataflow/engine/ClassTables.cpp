//===- ClassTables.cpp - Classes that are taken out of a table -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/ClassTables.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The name of the global that V, of F, was read from; "" if it is none.
static llvm::StringRef globalOf(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *Read = F.definition(V);
  return Read && Read->Kind == InstKind::GetGlobal ? Prog.Types.canonical(Read->Name) : llvm::StringRef();
}

/// What Writer, a top level, puts into the table Name, which nobody in its file changes; null if that is something
/// else.
static const ir::Inst *tableOf(const Program &Prog, const Program::Entry &Writer, llvm::StringRef Name) {
  const ir::Inst *Table = nullptr;
  for (const auto &F : Writer.M->Functions)
    for (const ir::Inst &I : F->Insts) {
      const bool Changes = (I.Kind == InstKind::SetItem || I.Kind == InstKind::Invoke) && !I.Args.empty() &&
                           globalOf(Prog, *F, I.Args[0].Value) == Name;
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

std::optional<Value> classesOfTable(FunctionFrame &In, ir::InstId Id, const Value &Called) {
  constexpr unsigned MaxClasses = 4;
  PathTable &Paths = In.Prog.Paths;
  const Path Entry = Called.isPlainPath() ? Paths[Called.Path] : Path();
  Path Of = Entry.Parent && Entry.Kind == Path::Root::Child ? Paths[Entry.Parent] : Path();
  if (Of.Kind == Path::Root::Child && Of.Name == CellField)
    Of = Paths[Of.Parent];
  if (Of.Kind != Path::Root::Global || !Entry.Name.starts_with("["))
    return std::nullopt;
  const std::optional<Program::Entry> Writer = In.Prog.Links.globalWriter(Of.Name);
  const ir::Inst *Table = Writer ? tableOf(In.Prog, *Writer, Of.Name) : nullptr;
  if (!Table || Table->Args.size() % 2 != 0 || Table->Args.size() < 4 || Table->Args.size() > 2 * MaxClasses)
    return std::nullopt;
  const PathId Site = Paths.site(In.F, Id);
  std::vector<std::pair<Value, Cube>> Parts;
  Cube Others;
  for (unsigned N = 1; N < Table->Args.size(); N += 2) {
    const llvm::StringRef Class = globalOf(In.Prog, *Writer->F, Table->Args[N].Value);
    if (Class.empty() || !In.Prog.Types.findClass(Class))
      return std::nullopt;
    Cube Mine = Others;
    if (N + 1 != Table->Args.size()) {
      const Literal Is = In.Prog.Conditions.truth(Paths.question(Site, (" is part " + llvm::Twine(N / 2)).str()));
      if (!Mine.add(Is) || !Others.add(~Is))
        return std::nullopt;
    }
    Parts.emplace_back(Value::symbolic(Paths.global(Class)), Mine);
  }
  const Value Several = oneOfSeveral(Parts);
  return Several.isOneOfSeveral() ? std::optional(Several) : std::nullopt;
}

} // namespace devtidy::dataflow
