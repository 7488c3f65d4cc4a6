//===- Promises.h - Where annotations say that values are -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   from device_tidy import Host, On
//   def scale(x: Annotated[Tensor, On("cuda")], y: Annotated[Tensor, On("x")]) -> Annotated[Tensor, On("x")]:
//
// A promise is a call in the IR, of what the annotation names: `%1 = call @device_tidy.On(%x, "cuda", "scale")`. Its
// first argument is the value, and from there on the result stands for it; the second is the device, or the value whose
// device is meant; the last says to whom the promise is made. What such a call means is looked up as that of any other.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_PROMISES_H
#define DEVTIDY_FRONTEND_PYTHON_PROMISES_H

#include "frontend/python/FunctionLowering.h"

namespace devtidy::frontend::python {

class Promises {
public:
  explicit Promises(FunctionLowering &L) : L(L) {}

  /// Of the parameters, at the beginning of the function.
  void ofParameters();
  /// What a return of Value gives; Value is invalid where the function only declares what it gives.
  ir::Arg ofResult(ir::Arg Value);
  /// What `name: Annotation = Value` puts into Target.
  ir::Arg ofAssignment(Node Annotation, Node Target, ir::Arg Value);
  /// What `self.name`, a member that the class body annotates, is or becomes.
  ir::Arg ofMember(Node Member, ir::Arg Value);
  /// Whether the return annotation promises something, and the body is `...`, as in a stub.
  bool declaresResult() const;

private:
  ir::Arg apply(Node Annotation, Scope *From, ir::Arg Value, llvm::StringRef To);
  std::optional<ir::Arg> target(llvm::StringRef Named, ir::SourceRange R);

  FunctionLowering &L;
};

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_PROMISES_H
