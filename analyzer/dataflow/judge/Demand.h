//===- Demand.h - What an operation demands of its operands' devices ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A demand is one operator, module call or loss together with the placements of the operands that must meet. judge()
// (Judge.h) compares them in every world. A demand that a function cannot decide moves into its summary and is judged
// again, with the actual arguments in the place of symbols, by each caller.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_JUDGE_DEMAND_H
#define DEVTIDY_DATAFLOW_JUDGE_DEMAND_H

#include "dataflow/domain/Memory.h"
#include "knowledge/Operators.h"

namespace devtidy::dataflow {

/// What meets, which says whose demand it is to report.
enum class Meeting : uint8_t {
  Operands,       ///< of an operator, or the state of a module and its inputs
  Generator,      ///< the random numbers' generator, and where they are made
  HostArgument,   ///< an argument that only the CPU will do for, and the CPU
  HostAccess,     ///< memory that the host reads, and the CPU
  OptimizerState, ///< what an optimizer keeps, and where its parameters go
  Export,         ///< a module that is traced or exported, and its example inputs
  Replicas,       ///< a module that is made parallel, and the device that it has to be on
  Autocast,       ///< a module that is called, and the device type of the autocast region around it
  KernelMemory,   ///< memory that a kernel is given; any accelerator; the one that the kernel runs on
  HostMemory,     ///< memory that host code uses through a pointer, and the CPU
  BlobMemory,     ///< memory that a tensor is made of, and the device that the tensor is told
  CopiedMemory,   ///< memory that is copied from or to, and the side on which the copy wants it
  Stream,         ///< a stream, or what else belongs to an accelerator, and the one that is current
  Accelerator,    ///< a device that something is put on, the only side, and a machine that has it
};

/// True for what is demanded of the memory behind a pointer. The pointer is the first side.
constexpr bool isOfMemory(Meeting M) {
  return M == Meeting::KernelMemory || M == Meeting::HostMemory || M == Meeting::Stream || M == Meeting::BlobMemory ||
         M == Meeting::CopiedMemory;
}

/// One operand of a demand.
struct Side {
  Placement P;
  Rank Dim = Rank::Unknown;
  bool IsModule = false;          ///< a module: its registered state is meant
  bool Partial = false;           ///< may also be None or a number, which always fit
  bool IsOutput = false;          ///< written in place: the exemption of 0-dim inputs is not for it
  ir::SourceRange Range;          ///< the source text of the operand
  unsigned Position = 0;          ///< which argument of the instruction
  llvm::StringRef Name;           ///< of what is no argument: "the result"
  ir::SourceRange Given;          ///< of memory: what a caller gives for it
  bool Untyped = false;           ///< nothing says that it is a tensor
  bool IsElement = false;         ///< one of several in that argument, a container
  bool IsList = false;            ///< a list, or what may be one: its elements meet
  bool IsPath = false;            ///< the value that the symbol of P names, not one that was put where that is
  bool IsCopied = false;          ///< read by whoever runs the operation: only an accelerator's beside the CPU fails
  bool IsOpenCallee = false;      ///< what is called, of which nobody knows what it is: it may move what it is given
  bool IsUnread = false;          ///< met in a module of a class that nobody reads, which may move what it is given
  bool IsOfUnknownClass = false;  ///< met in a module of which nobody knows even the class
  bool IsOfUnknownMethod = false; ///< the same, and a method of it is called: nobody knows what that does
  bool IsWhole = false;           ///< all that an iteration gives at a time: a batch of a loader may be a table
  bool IsTrusted = false;         ///< a symbol here is believed to fit: only a device that is known fails

  /// Which element of a list this is.
  static constexpr int EveryRow = -1;   ///< all of them are alike, or it is no list
  static constexpr int UnknownRow = -2; ///< one of some
  int Row = EveryRow;
  /// Which element of List its member Field is.
  static int rowOf(const Memory &Mem, ObjectId List, llvm::StringRef Field);

  /// One that is no argument.
  static Side named(llvm::StringRef Name, Placement P) {
    return {.P = std::move(P), .Dim = Rank::AtLeastOne, .Position = ~0U, .Name = Name};
  }

  bool operator==(const Side &) const = default; ///< whatever the steps of P
};

struct Demand {
  /// OfSeveral, where one of several is called for one of several others.
  static constexpr uint8_t AnyOfSeveral = 0xff;

  const ir::Module *M = nullptr;
  const ir::Function *F = nullptr;
  const ir::Inst *I = nullptr; ///< the operation
  llvm::StringRef Name;        ///< as diagnostics call it: "matmul", "+", "linear"
  knowledge::DeviceRule Rule = knowledge::DeviceRule::Same;
  Meeting Of = Meeting::Operands;
  llvm::SmallVector<Side, 2> Sides;
  Cube Path;                   ///< holds whenever the operation runs
  bool CurrentIsFirst = false; ///< nobody chooses the current accelerator, so "cuda" is "cuda:0"
  /// Of a call of one of so many objects, if nobody chose among them in this function; 0 for others.
  uint8_t OfSeveral = 0;
  uint8_t Which = 0;         ///< which of them has it
  bool IsCaught = false;     ///< a function between the caller and the operation goes on if it fails
  bool IsHandedOver = false; ///< met in a function that an unknown object is to run, which may move first what it has

  /// True if nobody knows what is called.
  bool isOfOpenCallee() const {
    return llvm::any_of(Sides, [](const Side &X) { return X.IsOpenCallee; });
  }
  bool operator==(const Demand &) const = default;
};

/// Whether two operands meet where lists are taken element by element.
enum class Rows : uint8_t { Same, Other, Unknown };
Rows rowsOf(const Side &A, const Side &B);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_JUDGE_DEMAND_H
