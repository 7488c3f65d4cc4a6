//===- Resolve.h - Who is called, and what the tables say of it ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Front ends say `call @torch::zeros(...)`, `invoke "to"(%x, %d)`; what that means depends on the receiver's abstract
// value. resolve() answers once, for both languages: a function of the program with a body, a line of the knowledge
// tables, an operator, or nothing. `device-tidy ir --resolved` prints its answers.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_RESOLVE_H
#define DEVTIDY_DATAFLOW_ENGINE_RESOLVE_H

#include "dataflow/program/Arguments.h"
#include "dataflow/state/Program.h"
#include <span>

namespace devtidy::dataflow {

struct Resolution {
  std::optional<Program::Entry> Callee;           ///< a function with a body
  std::optional<Program::ClassEntry> Constructed; ///< a class of the program
  const knowledge::Callable *Known = nullptr;
  const knowledge::ClassInfo *Library = nullptr; ///< class that is constructed
  std::span<const knowledge::OperatorOverload> Operator;
  bool IsForward = false;    ///< a library module is called
  bool TakesContext = false; ///< Callee has one parameter more, in front: forward(ctx, x) of a torch.autograd.Function

  bool isNothing() const { return !Callee && !Constructed && !Known && !Library && Operator.empty() && !IsForward; }
};

/// What the resolver must know of a receiver.
struct ReceiverFacts {
  const Value *V = nullptr; ///< null if there is no receiver
  llvm::StringRef Class;    ///< of an object
  ir::Type StaticType;
};

Resolution resolve(const Program &P, const ir::Inst &I, const ReceiverFacts &Receiver, bool AnyTensor);

/// What choosing an overload takes of an argument.
struct GivenArg {
  llvm::StringRef Keyword;
  bool IsTensor = false, IsOther = false; ///< tensors, or something else; neither: not known
  bool IsSingle = false, IsList = false;  ///< of the tensors: one, or a list of them; neither: not known
  Rank Dim;                               ///< of a single tensor
  std::optional<bool> Flag;               ///< what a bool is
};

/// The overloads that the arguments fit, and their rules joined: the weakest demand that any of them makes.
struct OperatorFacts {
  knowledge::DeviceRule Rule = knowledge::DeviceRule::Special;
  knowledge::ResultRule Result = knowledge::ResultRule::None;
  bool InPlace = false;
  llvm::SmallVector<bool, 4> Binds;   ///< for each argument: false if it may be on any device
  llvm::SmallVector<bool, 4> Copied;  ///< for each argument: true if it is read by whoever runs the operation
  llvm::SmallVector<bool, 4> Exempts; ///< for each argument: false if the exemption of 0-dim inputs is not for it
};
/// IsTensor says for each argument whether it is a tensor or a list of them, IsOther whether it surely is not.
OperatorFacts operatorFacts(std::span<const knowledge::OperatorOverload> Overloads, llvm::ArrayRef<GivenArg> Given);

/// True if every overload takes something else than tensors at this position, or with this keyword: what is given there
/// is a number, or is read as one.
bool takesNoTensor(std::span<const knowledge::OperatorOverload> Overloads, unsigned Position, llvm::StringRef Keyword);

/// True if a tensor at this position, or with this keyword, has to be on the CPU whichever overload takes it.
bool isHostOperand(std::span<const knowledge::OperatorOverload> Overloads, unsigned Position, llvm::StringRef Keyword);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_RESOLVE_H
