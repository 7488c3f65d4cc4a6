//===- Uses.h - What the use of a value tells about it -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value of unknown type is a tensor if something is done with it that only tensors allow, and a device if somebody
// moves there. What a use tells is marked on the path of the value, wherever in the function the use stands: what was
// solved before did not know, so the function is solved once more.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_USES_H
#define DEVTIDY_DATAFLOW_STATE_USES_H

#include "dataflow/domain/ObjectTable.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class Uses {
public:
  /// Reads an argument where it is used.
  using Read = llvm::function_ref<Value(const ir::Arg &)>;

  Uses(Program &Prog, SolvedFunction &Of) : Prog(Prog), M(*Of.M), F(*Of.F), Applied(Of.Applied), Assumed(Of.Assumed) {}

  /// Something was found out since the last call.
  bool takeLearned() { return std::exchange(Learned, false); }

  //===--- What a value is ---===//
  /// V is a tensor: something is done with it that only tensors allow.
  void noteTensor(const Value &V);
  /// V is moved, or is an operand where tensors and numbers are: only a tensor is both.
  void noteMoved(const Value &V);
  void noteOperand(const Value &V);
  /// V is a device.
  void noteDevice(const Value &V);
  /// What may be left out is a tensor, or a device, if one of Parts is that comes in its place.
  void noteOptional(llvm::ArrayRef<std::pair<Value, Cube>> Parts);
  /// True for a parameter of this function whose default is None.
  bool mayBeLeftOut(PathId P) const;
  /// Somebody calls what P holds.
  void noteApplied(PathId P);
  /// Method is called of what P holds, as far as its class says, and derived classes have others.
  void noteAssumed(PathId P, const ir::Function &Method);

  //===--- What an instruction tells of what it is given ---===//
  /// `x.is_cuda` is read, which only tensors have, or `x.device`.
  void noteAttribute(const Value &Of, llvm::StringRef Name);
  /// V is read on the host, so what was moved for it is a tensor and no module: `x.cpu().numpy()`.
  void noteMovedTensor(ir::ValueId V, Read Operand);
  /// Answer has to be a tensor, so what was compared for it is one: `x.masked_fill(mask == 0, 1)`.
  void noteCompared(ir::ValueId Answer, Read Operand);
  /// A type is compared: `x.dtype == torch.bool`.
  void noteTypeAsked(const ir::Inst &Comparison, Read Operand);
  /// Where an operator takes nothing but tensors, or lists of them, its operands are such.
  void noteOperands(const ir::Inst &I, std::span<const knowledge::OperatorOverload> Overloads, const Memory &Mem,
                    Read Operand);
  /// I calls its receiver, or a method of it.
  void noteApplied(const ir::Inst &I, const Value &Receiver, const ObjectTable &Objects);

private:
  Program &Prog;
  const ir::Module &M;
  const ir::Function &F;
  llvm::SmallVectorImpl<PathId> &Applied;                        ///< of the solved function
  llvm::SmallVectorImpl<SolvedFunction::AssumedMethod> &Assumed; ///< of the solved function
  bool Learned = false;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_USES_H
