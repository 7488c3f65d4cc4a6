//===- RunText.h - The text of a run, as those who link it go through it --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dozen parts of the linker look through all functions of all modules, each for a few kinds of instructions, and ask
// what the names there mean. Instructions are large, and names are long: which kinds there are stands here side by
// side, and a name is followed once for each module that has it.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_RUNTEXT_H
#define DEVTIDY_DATAFLOW_PROGRAM_RUNTEXT_H

#include "dataflow/program/Linker.h"
#include "llvm/Support/StringSaver.h"

namespace devtidy::dataflow {

/// A set of kinds of instructions.
class KindSet {
public:
  template <typename... Kinds>
  constexpr explicit KindSet(Kinds... All) : Bits((... | (uint64_t(1) << static_cast<unsigned>(All)))) {}
  bool contains(ir::InstKind K) const { return Bits >> static_cast<unsigned>(K) & 1; }

private:
  uint64_t Bits;
};

/// One function of a run.
struct FunctionText {
  const ir::Module *M;
  const ir::Function *F;
  llvm::ArrayRef<ir::InstKind> Kinds;         ///< of each instruction
  llvm::ArrayRef<ir::InstKind> KindsOfValues; ///< of what defines each value; Unreachable, which defines none, if it is
                                              ///< a parameter of a block

  /// True if an instruction of the kind K defines V.
  bool isMadeBy(ir::ValueId V, ir::InstKind K) const { return KindsOfValues[V.index()] == K; }

  /// Calls Found with each instruction of the kinds Wanted, in order.
  template <typename Callback> void forEach(KindSet Wanted, Callback Found) const {
    for (size_t N = 0; N != Kinds.size(); ++N)
      if (Wanted.contains(Kinds[N]))
        Found(F->Insts[N]);
  }
};

/// What a name means where a module says it.
struct NameMeaning {
  llvm::StringRef Name;                         ///< behind all aliases
  const knowledge::Callable *Library = nullptr; ///< what the tables say of such a function
  std::optional<Linker::FunctionEntry> Function;
  std::optional<Linker::ClassEntry> Class;
};

/// Lives while modules are linked.
class RunText {
public:
  /// Of the modules of Links, which is still being made.
  explicit RunText(const Linker &Links);
  RunText(const RunText &) = delete;

  /// In the order of the modules.
  llvm::ArrayRef<FunctionText> functions() const { return Bodies; }
  llvm::ArrayRef<FunctionText> functionsOf(size_t Module) const {
    return llvm::ArrayRef(Bodies).slice(Begins[Module], Begins[Module + 1] - Begins[Module]);
  }

  /// Nobody asks before Links knows the names of all modules. The characters of Name stay where they are.
  const NameMeaning &meaning(llvm::StringRef Name, const ir::Module &M);

private:
  using Spelling = std::pair<const char *, size_t>; ///< where a name stands: equal names of a module share that

  const Linker &Links;
  std::vector<FunctionText> Bodies;
  std::vector<size_t> Begins;      ///< of each module's in Bodies, and the end
  std::vector<ir::InstKind> Kinds; ///< of all instructions and values
  llvm::BumpPtrAllocator Pool;
  llvm::DenseMap<const ir::Module *, llvm::DenseMap<Spelling, const NameMeaning *>> Known;
  std::pair<const ir::Module *, llvm::DenseMap<Spelling, const NameMeaning *> *> Last; ///< of Known
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_RUNTEXT_H
