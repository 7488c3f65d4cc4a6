//===- CallForms.h - Calls that are looked at as others -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_CALLFORMS_H
#define DEVTIDY_DATAFLOW_PROGRAM_CALLFORMS_H

#include "ir/Function.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>

namespace devtidy::dataflow {

class Hierarchy;
class NameTable;

/// Instructions that are in no block: what `step(x)` is where `step = self.step`. Each is made once and lives as long
/// as this.
class CallForms {
public:
  CallForms(const Hierarchy &Types, NameTable &Names) : Types(Types), Names(Names) {}

  /// The call of the function or class Name that Apply, the call of a value, is.
  const ir::Inst &named(const ir::Inst &Apply, llvm::StringRef Name);
  /// The call of the member that Invoke names.
  const ir::Inst &ofMember(const ir::Inst &Invoke);
  /// The call of an argument that Call, of a function that calls it, is: checkpoint(f, x). Null for other calls.
  const ir::Inst *ofArgument(const ir::Inst &Call);
  /// The call in another thread or process that Start, of In, starts: `Thread(target=f, args=(x,))`, `pool.submit(f,
  /// x)`. Null for other calls.
  const ir::Inst *ofStarted(const ir::Function &In, const ir::Inst &Start);
  /// The call of the argument of Invoke, a function.
  const ir::Inst &ofClosure(const ir::Inst &Invoke);
  /// The call of Method that I, which goes over an object or takes an element of it, is.
  const ir::Inst &ofProtocol(const ir::Inst &I, llvm::StringRef Method);
  /// The call of the method that Read takes from an object, which Apply is.
  const ir::Inst &ofMethod(const ir::Inst &Apply, const ir::Inst &Read);
  /// The call of a method that Call is, which names the class of the library: `nn.Module.cuda(part)`, `super().to(d)`.
  /// Null for other calls.
  const ir::Inst *ofLibraryMethod(const ir::Inst &Call);
  /// The call of what Partial, a call of functools.partial in the same function, binds arguments of: Apply calls that.
  const ir::Inst &ofPartial(const ir::Inst &Apply, const ir::Inst &Partial);
  /// The same for what was bound elsewhere, of the function or class Name: it is given by keyword, and IsOpen says that
  /// more is.
  const ir::Inst &ofBound(const ir::Inst &Apply, llvm::StringRef Name, bool IsOpen);

private:
  const Hierarchy &Types;
  NameTable &Names;
  std::map<std::pair<const ir::Inst *, llvm::StringRef>, std::unique_ptr<ir::Inst>> Forms;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_CALLFORMS_H
