//===- Locations.h - Where in the user's source an instruction is ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_LOCATIONS_H
#define DEVTIDY_RUNTIME_PASS_LOCATIONS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class DILocation;
class DISubprogram;
class Module;
} // namespace llvm

namespace devtidy::pass {

/// A place in the user's source.
struct UserLocation {
  const llvm::DILocation *At = nullptr; ///< null: there is no debug information, or no user code around
  llvm::StringRef Called;               ///< the library function that the user's code names there: "operator+"; or ""
  bool IsDirect = false;                ///< the call itself is in user code, not in a header of LibTorch
};

/// Tells library frames from the user's. Made before any function is inlined: what a line of a header belongs to is
/// known by the function that it was in.
class Locations {
public:
  explicit Locations(const llvm::Module &M);

  /// The innermost frame of user code: the position that clang gives the expression (Expr::getExprLoc).
  UserLocation of(const llvm::CallBase &Call) const;
  /// True if a function with debug information is the library's.
  bool isLibrary(const llvm::DISubprogram *Program) const { return Library.contains(Program); }
  /// True if some function of the user has line tables.
  bool hasLines() const { return HasLines; }

private:
  llvm::DenseSet<const llvm::DISubprogram *> Library;
  bool HasLines = false;
};

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_LOCATIONS_H
