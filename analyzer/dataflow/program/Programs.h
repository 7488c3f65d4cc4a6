//===- Programs.h - Which modules of a run run together -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whoever writes a script knows the machine that it is for; whoever writes what others use does not:
//
//   # train.py, which nobody uses: a script             # layers.py, which train.py and predict.py use
//   net = Net().cuda()                                  def mask(n): return torch.ones(n).cuda()
//   train(net)
//                                                       # predict.py
//                                                       device = "cuda" if torch.cuda.is_available() else "cpu"
//
// layers.py is part of a program that may run without an accelerator, train.py is not.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_PROGRAMS_H
#define DEVTIDY_DATAFLOW_PROGRAM_PROGRAMS_H

#include "ir/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace devtidy::dataflow {

/// Safe to read from any number of threads once it is finished.
class Programs {
public:
  using Modules = llvm::DenseSet<const ir::Module *>;

  /// By calls functions, makes objects or derives from classes of those in Used, itself not among them.
  void add(const ir::Module &By, const Modules &Used);
  /// Who calls M chooses the device: `parser.add_argument("--device")`. As good as a question.
  void addOffering(const ir::Module &M) { Offering.insert(&M); }
  /// Asking are those that do something else where there is no accelerator.
  void finish(llvm::ArrayRef<const ir::Module *> All, const Modules &Asking);

  /// Adds to Some what they use, and what that uses. May be asked before it is finished.
  void addUsed(Modules &Some) const;
  /// How many other modules use M.
  unsigned users(const ir::Module &M) const;
  /// True for a script: nobody uses M, and its top level, or main, calls what stands in it or is alone.
  bool isScript(const ir::Module &M) const { return Scripts.contains(&M); }
  /// True if M is part of a program some module of which is among those that ask. A script that does not ask itself
  /// does not mean to run without an accelerator, whatever it uses asks. What nobody uses and is no script may be part
  /// of any program; of a run in which nobody asks, all are for accelerators.
  bool mayRunWithoutAccelerator(const ir::Module &M) const { return RunningWithout.contains(&M); }

private:
  llvm::DenseMap<const ir::Module *, llvm::SmallVector<const ir::Module *, 4>> Users, Uses;
  Modules Offering, Scripts, RunningWithout;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_PROGRAMS_H
