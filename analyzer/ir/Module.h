//===- Module.h - One translation unit or one Python file -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module is what a front end hands over: functions, classes, the files they stand in. It owns every string and is
// not changed afterwards; any number of threads may read it. Modules of different units never point at each other:
// they are linked by qualified names.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_MODULE_H
#define DEVTIDY_IR_MODULE_H

#include "ir/Function.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <deque>
#include <memory>
#include <string>

namespace devtidy::ir {

enum class Language : uint8_t { Cpp, Cuda, Python };

/// A data member that is declared (C++), or annotated in the class body (Python).
struct Field {
  llvm::StringRef Name;
  Type DeclaredType;
  SourceRange Range;
};

struct Class {
  llvm::StringRef Name;                        ///< qualified
  llvm::SmallVector<llvm::StringRef, 2> Bases; ///< qualified, direct, in order; "torch::nn::Module" included
  /// Qualified names of what is given the class and may change it, or how its objects are made: decorators, in source
  /// order, and the metaclass.
  llvm::SmallVector<llvm::StringRef, 0> Decorators;
  std::vector<Field> Fields;
  SourceRange Range; ///< Point is its name
};

/// Another name of something, as a Python module gives it to what it imports: `alias @pkg.nn = @torch.nn` says that
/// pkg.nn and everything below are torch.nn. A name that ends in ".*" stands for all that has no other meaning:
/// `alias @pkg.* = @torch.*`, the last line first.
struct Alias {
  llvm::StringRef Name, Target; ///< qualified; both or none end in ".*"

  bool isWildcard() const { return Name.ends_with(".*"); }
  bool operator==(const Alias &) const = default;
};

/// A part of the source that could not be read.
struct Problem {
  SourceRange Range;
  llvm::StringRef Text; ///< one line, as the compiler said it
};

class Module {
public:
  Module() : Strings(Pool) {}
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  Language Lang = Language::Cpp;
  // What the language promises. The analysis asks for that, and never for the language.
  /// Each value is of the type that is written, or that the compiler finds; annotations of Python promise nothing.
  bool declaresTypes() const { return Lang != Language::Python; }
  /// A class without a constructor is made by that of its first base which has one.
  bool inheritsConstructors() const { return Lang == Language::Python; }
  /// It may define kernels, so it is built for machines with accelerators.
  bool hasKernels() const { return Lang == Language::Cuda; }
  /// Other is a name that the module gives to something of its own: in Python it stands below the module's.
  bool declares(llvm::StringRef Other) const {
    return Lang != Language::Python || (Other.starts_with(Name) && Other.substr(Name.size()).starts_with("."));
  }
  llvm::StringRef Name; ///< main file (C++) or dotted module name (Python)
  /// A model: it says what a library does, in place of the library's source. Nobody is shown a line of it. Set by who
  /// lowers it; the text form has no word for it.
  bool IsModel = false;
  std::deque<SourceFile> Files; ///< ranges point at them
  std::vector<Alias> Aliases;
  std::vector<Class> Classes;
  std::vector<std::unique_ptr<Function>> Functions;
  std::vector<Problem> Problems;

  /// A copy of S that lives as long as the module; equal strings share it.
  llvm::StringRef intern(llvm::StringRef S) { return Strings.save(S); }

  const SourceFile *addFile(llvm::StringRef Path, bool Checked = true);
  FunctionId addFunction(llvm::StringRef Name);
  ClassId addClass(llvm::StringRef Name);

  Function &function(FunctionId F) { return *Functions[F.index()]; }
  const Function &function(FunctionId F) const { return *Functions[F.index()]; }

  /// Invalid if there is none.
  FunctionId findFunction(llvm::StringRef Name) const;
  ClassId findClass(llvm::StringRef Name) const;

private:
  llvm::BumpPtrAllocator Pool;
  llvm::UniqueStringSaver Strings;
  llvm::StringMap<FunctionId> FunctionByName;
  llvm::StringMap<ClassId> ClassByName;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_MODULE_H
