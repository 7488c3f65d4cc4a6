//===- MemberWriters.h - Which methods put something into members ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `def reset(self): self.h = torch.zeros(3)`, `def put(self, x): self.items.append(x)`: methods of the class, of its
// bases and of what derives from it, that no constructor runs. The text of the run says which; what they put there is
// for MemberStores to find out.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_MEMBERWRITERS_H
#define DEVTIDY_DATAFLOW_PROGRAM_MEMBERWRITERS_H

#include "ir/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace devtidy::dataflow {

class Linker;
class RunText;
struct FunctionText;

/// Safe to read from any number of threads. Classes are canonical names.
class MemberWriters {
public:
  struct Method {
    const ir::Module *M = nullptr;
    const ir::Function *F = nullptr;
    bool operator==(const Method &) const = default;
  };

  MemberWriters() = default;
  /// Looks at the methods of all modules behind Links, which have to outlive this.
  MemberWriters(const Linker &Links, RunText &Text);

  /// Those that assign the member of their object, or add to the container in it.
  llvm::ArrayRef<Method> of(llvm::StringRef Class, llvm::StringRef Member) const {
    const auto It = Writers.find({Class, Member});
    return It == Writers.end() ? llvm::ArrayRef<Method>() : llvm::ArrayRef<Method>(It->second);
  }
  /// True if one of them moves what the member holds: `self.h = self.h.to(d)`.
  bool isMoved(llvm::StringRef Class, llvm::StringRef Member) const { return Moved.contains({Class, Member}); }

private:
  using Key = std::pair<llvm::StringRef, llvm::StringRef>; ///< class, member

  void note(const Linker &Links, const FunctionText &Text);
  void addRelated(const Linker &Links, const RunText &Text);

  llvm::DenseMap<Key, llvm::SmallVector<Method, 2>> Writers;
  llvm::DenseSet<Key> Moved;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_MEMBERWRITERS_H
