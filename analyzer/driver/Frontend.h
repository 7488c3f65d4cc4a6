//===- Frontend.h - What a language brings to the command line ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A front end turns source files of its language into modules. The command line knows front ends by this interface
// only: it asks which one accepts a file, lets it prepare what files share, and lowers files on as many threads as it
// has.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_FRONTEND_H
#define DEVTIDY_DRIVER_FRONTEND_H

#include "ir/Module.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ThreadPool.h"
#include <memory>
#include <string>
#include <vector>

namespace devtidy::driver {

/// A part of a file, or a whole one, that could not be read.
struct SourceProblem {
  std::string Path; ///< absolute; "" if the problem has no place
  unsigned Line = 0, Column = 0;
  std::string Text;
  unsigned Cell = 0; ///< of a notebook, whose lines are counted in cells; or 0
};

/// What became of one source file.
struct LoweredFile {
  std::unique_ptr<ir::Module> Module;  ///< null if nothing could be read; paths inside are absolute
  std::vector<SourceProblem> Problems; ///< empty if everything was read; at most a few are given
  unsigned ProblemCount = 0;
};

/// By absolute path.
using FileTexts = llvm::StringMap<std::string>;

class Frontend {
public:
  virtual ~Frontend() = default;

  /// Whether a file of this name is source of this language. Headers are not: they are read with the units that
  /// include them.
  virtual bool accepts(llvm::StringRef Path) const = 0;
  /// Called once, before lower, with all files of this front end. Absolute paths.
  virtual void prepare(llvm::ArrayRef<std::string> Paths, llvm::ThreadPoolInterface &Pool) {}
  /// Called from several threads at once.
  virtual LoweredFile lower(llvm::StringRef Path) = 0;
  /// Called once, before lowerAs, with the files that it will be asked for.
  virtual void prepareAgain(llvm::ArrayRef<std::string> Paths, llvm::ThreadPoolInterface &Pool) {}
  /// What lower(Path) would give if the files held these texts. Called from several threads at once, after lower.
  virtual LoweredFile lowerAs(llvm::StringRef Path, const FileTexts &Texts) = 0;
  /// Called once, after the files were lowered: modules that are not checked but say what those of the run call.
  virtual std::vector<std::unique_ptr<ir::Module>> lowerImports(llvm::ArrayRef<const ir::Module *> Run,
                                                                llvm::ThreadPoolInterface &Pool) {
    return {};
  }
  /// What of the imports was not read, since reading it ended by a fault, in order of path. After lowerImports().
  virtual std::vector<SourceProblem> faults() const { return {}; }
  /// Hands over the texts that positions are counted in, where they are not what the files hold. After lower().
  virtual void provideTexts(report::SourceCache &Sources) const {}
  /// One-line warnings about the run itself, such as a cache that cannot be written. Called once, at the end.
  virtual std::vector<std::string> warnings() const { return {}; }
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_FRONTEND_H
