//===- NameUses.h - Who says the name of something --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who asks for all calls of a function looks only where something says its name, and not through the whole run.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_NAMEUSES_H
#define DEVTIDY_CHECKS_SUPPORT_NAMEUSES_H

#include "dataflow/program/Linker.h"
#include <atomic>
#include <memory>

namespace devtidy::checks {

/// Of one run. Found out when somebody asks first; any thread may ask.
class NameUses {
public:
  explicit NameUses(const dataflow::Linker &Links) : Links(Links) {}
  NameUses(const NameUses &) = delete;
  ~NameUses();

  /// An instruction, and where it stands.
  struct Said {
    const ir::Function *F;
    const ir::Inst *I;
  };
  /// What calls, or takes, something whose last name is one of Names, in order.
  std::vector<Said> of(llvm::ArrayRef<llvm::StringRef> Names) const;
  /// The last names that modules give to what has the last name Name elsewhere.
  llvm::ArrayRef<llvm::StringRef> aliases(llvm::StringRef Name) const;
  /// The classes that name Class, canonical, among their bases.
  llvm::ArrayRef<llvm::StringRef> derived(llvm::StringRef Class) const;
  /// What by its name may tell a buffer from another member of a module: `net.buffers()`, `net.half()`.
  llvm::ArrayRef<Said> tellingBuffers() const;
  /// What stores to a member of that name.
  llvm::ArrayRef<Said> storing(llvm::StringRef Member) const;
  /// What assigns the global of that name.
  llvm::ArrayRef<Said> settingGlobal(llvm::StringRef Name) const;
  /// What assigns the member of that name of a class: `class Out: aux = 0.0`.
  llvm::ArrayRef<Said> settingOfClass(llvm::StringRef Member) const;
  /// What reads a member or a global of that name which something of the run stores.
  llvm::ArrayRef<Said> reading(llvm::StringRef Name) const;
  /// What by its name may have a function or a method of the run as a value, and does not call it there.
  llvm::ArrayRef<Said> functionValues() const;
  /// True if something of the run makes another program of a module's text: `torch.jit.script(net)`.
  bool compilesText() const;
  /// The module of F; null if it is of none of the run.
  const ir::Module *moduleOf(const ir::Function &F) const;

private:
  struct Table;
  struct Word;
  class Words;
  const Table &table() const;
  std::unique_ptr<Table> make() const;
  static void addReading(Table &Made);

  const dataflow::Linker &Links;
  mutable std::atomic<const Table *> Known = nullptr;
};

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_NAMEUSES_H
