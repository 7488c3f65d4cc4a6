//===- Options.h - Members of what nobody knows ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs keep their switches in objects whose class is not known: `args = parser.parse_args()`, a configuration that
// a function is given. Their members are flags, numbers and devices, which the program may set itself:
//
//   args.cuda = not args.no_cuda and torch.cuda.is_available()
//
// Tensors and modules in such members move with what holds them: where that has moved, nobody knows where they are.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_OPTIONS_H
#define DEVTIDY_DATAFLOW_STATE_OPTIONS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// Such members at one point of a function.
class Options {
public:
  Options(FunctionFrame &In, State &S) : In(In), S(S) {}

  /// What was stored in Member of Of; else, for a member of what a call gave, that it is that member. Nothing if Of is
  /// no such object.
  static std::optional<Value> at(const FunctionFrame &In, const Memory &Mem, const Value &Of, PathId Member);
  /// Stores V in Member.
  void keep(PathId Member, const Value &V);
  /// What the call Id gives of which nothing is known: parser.parse_args(). Its members are the same whoever asks.
  Value givenBy(ir::InstId Id);
  /// `CrossEntropyLossOptions().weight(w)`: the options, which hold w from here on; nothing if Id sets no option.
  std::optional<Value> set(ir::InstId Id, llvm::ArrayRef<Value> Actuals);

private:
  FunctionFrame &In;
  State &S;
};

/// LibTorch's options of modules: each member has a method that sets it and gives the options back
/// (torch/csrc/api/include/torch/arg.h).
bool isModuleOptions(const ir::Type &T);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_OPTIONS_H
