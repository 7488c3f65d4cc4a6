//===- CommandLine.h - What options of the command line are ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a parser gives has a member for each option that it was told of:
//
//   parser.add_argument("--local_rank", type=int, default=0)
//   args = parser.parse_args()
//   device = torch.device(args.local_rank)
//
// `args` goes from function to function, and nobody says there what it is. But it is asked for options alone, and an
// option has its name wherever it is read. `data.batch` of a graph is none, though there is `--batch`, if the function
// reads `data.edge_index`, too.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_COMMANDLINE_H
#define DEVTIDY_DATAFLOW_PROGRAM_COMMANDLINE_H

#include "ir/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

class RunText;

/// True if I declares an option that says where to compute, `--device`, `--no-cuda`, but not a number of one.
bool offersDevices(const ir::Function &F, const ir::Inst &I);

/// Safe to read from any number of threads.
class CommandLine {
public:
  CommandLine() = default;
  /// Looks at the Python modules of a run.
  explicit CommandLine(const RunText &Text);

  /// True if an option of that name is declared, all that are hold a whole number, whether it is given or not, and
  /// nobody assigns a member of that name.
  bool isNumber(llvm::StringRef Name) const { return AreNumbers.lookup(Name); }
  /// True if M declares an option of that name, or M does not and another module does, all that do so declare one that
  /// holds True whatever is given, and nobody there assigns a member of that name: `action="store_true", default=True`,
  /// and `type=bool`, which any text but "" makes True.
  bool isAlwaysTrue(const ir::Module &M, llvm::StringRef Name) const {
    const auto Own = AreTrue.find({&M, Name});
    return Own == AreTrue.end() ? AreTrue.lookup({nullptr, Name}) : Own->second;
  }
  /// True if an option of that name is declared, or somebody sets a member of that name of what is not its own object:
  /// `args.cuda = not args.no_cuda`.
  bool isKnown(llvm::StringRef Name) const { return AreNumbers.contains(Name) || Set.contains(Name); }

private:
  llvm::StringMap<bool> AreNumbers; ///< false: something else as well
  /// By module, and of all; false: may be False as well.
  llvm::DenseMap<std::pair<const ir::Module *, llvm::StringRef>, bool> AreTrue;
  llvm::StringSet<> Set; ///< members
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_COMMANDLINE_H
