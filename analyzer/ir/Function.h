//===- Function.h - Instructions, blocks, functions -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function is a control-flow graph in SSA form with block parameters instead of phis:
//
//   func @adds_cpu_to_moved(%x: tensor) {
//   ^entry:
//     %cuda = const "cuda"
//     %w = call @torch.zeros(%n)
//     %wd = invoke "to"(%w, %cuda)
//     %sum = op "+"(%wd, %x)
//     return(%sum)
//   }
//
// Front ends build it with Builder.h, the verifier says what is well formed, Text.h prints and parses it. Nothing here
// knows what a call means: that is dataflow/engine/Resolve.h. All strings live in the Module's pool.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_FUNCTION_H
#define DEVTIDY_IR_FUNCTION_H

#include "ir/Ids.h"
#include "ir/Source.h"
#include "ir/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace devtidy::ir {

/// What stands after the last separator of a qualified name: "forward" of "pkg.Net.forward" and of "pkg::Net::forward".
inline llvm::StringRef lastName(llvm::StringRef Qualified) {
  return Qualified.drop_front(Qualified.find_last_of(".:") + 1);
}

enum class InstKind : uint8_t {
#define INST(Enumerator, Text, Payload, HasResult) Enumerator,
#include "ir/Insts.def"
};

/// The word of the text form: "get.field".
llvm::StringRef instKindName(InstKind K);
bool isTerminator(InstKind K);
/// True for the kinds that only the resolve step makes.
bool isResolved(InstKind K);
/// Whether an instruction of this kind defines a value.
bool hasResult(InstKind K);
/// How many successors a terminator has; 0 for other kinds.
unsigned successorCount(InstKind K);

/// A literal of the program. Floats and enumerators without device meaning are numbers without a value.
struct Constant {
  enum class Kind : uint8_t { None, Bool, Int, Float, String };
  Kind K = Kind::None;
  int64_t Int = 0;      ///< Bool (0 or 1) and Int
  llvm::StringRef Text; ///< String; Float as spelled

  bool operator==(const Constant &) const = default;
};

/// One operand: a value, the keyword that bound it ("" if positional; "*" and "**" for starred arguments), and the
/// source text that stands for it at this use, which is how diagnostics name it.
struct Arg {
  ValueId Value;
  llvm::StringRef Keyword;
  SourceRange Range;

  bool operator==(const Arg &) const = default;
};

/// An edge to a block with the values of its parameters.
struct Successor {
  BlockId Block;
  llvm::SmallVector<ValueId, 2> Args;

  bool operator==(const Successor &) const = default;
};

/// What an opaque value is called that is a slice: `x[a:b]` takes several elements. Its arguments are the bounds.
inline constexpr llvm::StringLiteral SliceWord = "slice";
/// A variable that was not written on the way here, in a language where whoever reads it fails.
inline constexpr llvm::StringLiteral UnboundWord = "unbound";
/// The keyword of what a closure that runs on a device captures by reference: its address is captured, as that of
/// `this` is.
inline constexpr llvm::StringLiteral ReferenceWord = "reference";
/// The keyword of what a kernel reads through a structure that it is given: `launch:k(%s, reads=%p)`, p a member of s.
inline constexpr llvm::StringLiteral ReadsWord = "reads";
/// How a kernel that is launched is called: `launch:k`.
inline constexpr llvm::StringLiteral LaunchPrefix = "launch:";

/// One instruction. Which members mean something depends on Kind (Insts.def).
struct Inst {
  InstKind Kind = InstKind::Opaque;
  ValueId Result;       ///< valid iff hasResult(Kind)
  BlockId Parent;       ///<
  llvm::StringRef Name; ///< callee, method, field, operator, global
  Constant Const;
  FunctionId Callee;                       ///< Closure
  uint32_t Index = 0, Count = 0;           ///< Unpack
  llvm::SmallVector<Arg, 1> Args;          ///< most have one
  llvm::SmallVector<Successor, 0> Targets; ///< terminators
  SourceRange Range;

  bool isSlice() const { return Kind == InstKind::Opaque && Name == SliceWord; }
  const Arg *findKeyword(llvm::StringRef K) const {
    for (const Arg &A : Args)
      if (A.Keyword == K)
        return &A;
    return nullptr;
  }
};

/// What is known about an SSA value besides its definition.
struct ValueInfo {
  InstId Definition;        ///< invalid if the value is a parameter of Block
  BlockId Block;            ///< where it is defined
  Type StaticType;          ///< as declared or annotated
  llvm::StringRef Variable; ///< the source variable it was first stored in, or ""
};

struct Block {
  llvm::SmallVector<ValueId, 2> Params; ///< the entry block's are the function's parameters
  std::vector<InstId> Insts;            ///< the last one, and only it, is a terminator
};

/// A declared parameter. Its value is the entry block's parameter of the same position.
struct Param {
  enum class Mode : uint8_t {
    Value,    ///< a value, or a reference that is only read
    Cell,     ///< a C++ non-const reference: the value is a cell that the caller shares; of a kernel, any reference
    Star,     ///< *args
    StarStar, ///< **kwargs
  };
  llvm::StringRef Name;
  Type DeclaredType;
  Mode PassMode = Mode::Value;
  bool HasDefault = false;
  Constant Default; ///< meaningful if HasDefault and the default is a literal; otherwise Kind::None with DefaultUnknown
  bool DefaultUnknown = false;
  llvm::StringRef DefaultFrom; ///< the global or symbol that holds a default that is no literal; "" if there is none
  SourceRange Range;
};

enum class FunctionKind : uint8_t {
  Free,
  Method,      ///< parameter 0 is the receiver, called self
  Constructor, ///< parameter 0 is the object under construction
  StaticMethod,
  Lambda,   ///< the first CaptureCount parameters are captured cells or values
  TopLevel, ///< the statements of a module or namespace: global initialisers
  Kernel,   ///< CUDA __global__ code; its body is not lowered
};

struct Function {
  llvm::StringRef Name;  ///< qualified and unique in the module: "Net::forward", "train", "pkg.mod.Net.forward"
  llvm::StringRef Class; ///< qualified name of the owner, or ""
  FunctionKind Kind = FunctionKind::Free;
  uint32_t CaptureCount = 0;
  std::vector<Param> Params;
  Type ReturnType;
  llvm::SmallVector<llvm::StringRef, 1>
      Decorators;            ///< qualified names; C++: attributes of interest ("pybind", "extern_c")
  bool InCheckedFile = true; ///< findings may stand in it; false for code lowered only for its summary
  bool IsLocal = false;      ///< no other module can call it by its name: internal linkage, or main
  bool IsCoroutine = false;  ///< its body does not run before somebody waits for what a call gives
  bool Incomplete = false;   ///< part of the body did not parse: what depends on it is opaque
  SourceRange Range;         ///< the whole definition; Point is its name

  std::vector<Block> Blocks; ///< Blocks[0] is the entry; empty if the body is unknown
  std::vector<Inst> Insts;
  std::vector<ValueInfo> Values;

  const Block &block(BlockId B) const { return Blocks[B.index()]; }
  Block &block(BlockId B) { return Blocks[B.index()]; }
  const Inst &inst(InstId I) const { return Insts[I.index()]; }
  Inst &inst(InstId I) { return Insts[I.index()]; }
  const ValueInfo &value(ValueId V) const { return Values[V.index()]; }
  ValueInfo &value(ValueId V) { return Values[V.index()]; }
  bool hasBody() const { return !Blocks.empty(); }
  /// True for the object that a method of a class, with a body, is called on, or that a constructor makes.
  bool isReceiver(ValueId V) const {
    return !Class.empty() && hasBody() && !Blocks[0].Params.empty() && V == Blocks[0].Params[0];
  }

  /// The terminator of a finished block.
  const Inst &terminator(BlockId B) const { return inst(block(B).Insts.back()); }
  /// The instruction that defines V, or null if V is a block parameter.
  const Inst *definition(ValueId V) const {
    InstId D = value(V).Definition;
    return D ? &inst(D) : nullptr;
  }
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_FUNCTION_H
