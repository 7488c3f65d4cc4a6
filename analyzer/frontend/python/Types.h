//===- Types.h - What an annotation says ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_TYPES_H
#define DEVTIDY_FRONTEND_PYTHON_TYPES_H

#include "frontend/python/Scopes.h"
#include "ir/Type.h"

namespace devtidy::frontend::python {

class Types {
public:
  Types(const Scopes &Names, ir::Module &M) : Names(Names), M(M) {}

  /// The type that an annotation says; unknown if it is missing or not plain. An annotation may be a string.
  ir::Type of(Node Annotation, Scope *From) const { return parse(Annotation.text(), From, 0); }

  /// What `Annotated[T, On("cuda")]` says beside the type.
  struct Promise {
    llvm::StringRef Name;    ///< what is said, of the module device_tidy: "device_tidy.On"
    llvm::StringRef Of;      ///< the text in it, "cuda"; or ""
    llvm::StringRef Written; ///< the part of the annotation
  };
  std::optional<Promise> promiseOf(Node Annotation, Scope *From) const { return promise(Annotation.text(), From, 0); }

private:
  std::optional<Promise> promise(llvm::StringRef Text, Scope *From, unsigned Depth) const;
  ir::Type parse(llvm::StringRef Text, Scope *From, unsigned Depth) const;
  ir::Type parseUnion(llvm::ArrayRef<llvm::StringRef> Members, Scope *From, unsigned Depth) const;
  ir::Type parseGeneric(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Arguments, Scope *From,
                        unsigned Depth) const;
  ir::Type named(llvm::StringRef Name, Scope *From) const;

  const Scopes &Names;
  ir::Module &M;
};

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_TYPES_H
