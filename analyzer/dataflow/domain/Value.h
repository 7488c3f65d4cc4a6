//===- Value.h - Abstract values and the memory they live in ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the analysis knows of an SSA value: a tensor with its placement, a device, an object by identity, a constant, a
// symbol of unknown type, or nothing. Tensors are values; modules, containers and cells are objects whose fields stand
// in a Memory. Joins of unlike kinds are unknown, except that a tensor may also be None or a number (Partial).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_VALUE_H
#define DEVTIDY_DATAFLOW_DOMAIN_VALUE_H

#include "dataflow/domain/Placement.h"
#include <memory>
#include <optional>

namespace devtidy::dataflow {

using ObjectId = ir::Id<struct ObjectTag>;

struct Value {
  enum class Kind : uint8_t {
    Bottom,
    Constant, ///< Const; a string that spells a device also serves as one
    Number,   ///< a number or bool that is not known, or any other plain host value
    Tensor,   ///< P, Dim
    Device,   ///< P
    Options,  ///< P: bottom if no device is set
    Pointer,  ///< P: where the memory is that it points to; Memory
    Tuple,    ///< Elements
    Object,   ///< Obj
    Choice,   ///< one of several modules, in Elements, each under its guard in Guards
    Function, ///< Func, captures in Elements
    Symbolic, ///< Path, of unknown type
    Unknown,  ///< Elements: what it may be, if they are of unknown type or tensors; Guards, if there, say when. Path:
              ///< what a call gave, of which nobody says that it is a tensor
  };

  /// Who may read the memory behind a pointer, beside the device that it is on (CUDA C++ Programming Guide, "Unified
  /// Virtual Address Space").
  enum class Memory : uint8_t {
    Plain,  ///< nobody: cudaMalloc, malloc, a variable
    Pinned, ///< the accelerators, too: cudaMallocHost
    Shared, ///< everybody: cudaMallocManaged
  };

  Kind K = Kind::Bottom;
  Memory Mem = Memory::Plain;
  Rank Dim = Rank::Unknown;
  bool Partial = false;     ///< may also be None or a number
  bool Registered = false;  ///< registered with a module
  bool MayBeModule = false; ///< a tensor, or a module that was moved there: nobody knows what it was before
  bool IsParameter = false; ///< a tensor that some modules register when it is assigned to a member
  bool IsCount = false;     ///< a number of accelerators; Device: its index is that number
  bool IsCounted = false;   ///< a number that was made of a number of accelerators: `max(1, device_count())`
  bool IsIndex = false;     ///< an integer, which may be the index of a device; Device: it may be spelled so
  bool IsText = false;      ///< a string that is not known
  bool IsDefault = false;   ///< Constant: what Path holds unless somebody whom nobody sees has replaced it
  bool IsGiven = false;     ///< Number: what Path holds, as all say who give it; it may be the index of a device
  bool IsComputed = false;  ///< Symbolic: something else that is where the path's value is: `x * 2`
  bool IsCopied = false;    ///< Symbolic: computed, a copy of all that the path holds: who moves that leaves it
  bool IsReshaped = false;  ///< Symbolic: computed, and Dim is its rank, not the path's
  uint8_t IfAny = 0;        ///< a number, an answer: so many accelerators are there at least if it is more than 0
  uint8_t IfNone = 0;       ///< the same if it is 0: `len(devices) == 0`
  uint8_t Behind = 0;       ///< the same wherever it is: it was put into a container behind a question for them
  ir::Constant Const;
  Placement P;
  PathId Path;           ///< the value is what this path held at entry
  ObjectId Obj;          ///< Object; Number: the container of which a loop goes over the keys, of which this is one
  uint32_t Identity = 0; ///< equal and not 0: the same tensor
  const ir::Function *Func = nullptr;
  std::shared_ptr<const std::vector<Value>> Elements;
  std::shared_ptr<const std::vector<Cube>> Guards;
  std::optional<Literal> Cond; ///< the bool is this literal

  static Value bottom() { return {}; }
  static Value unknown() { return of(Kind::Unknown); }
  static Value number() { return of(Kind::Number); }
  /// The number that P holds.
  static Value given(PathId P) {
    Value V = number();
    V.Path = P;
    V.IsGiven = true;
    return V;
  }
  static Value integer() {
    Value V = number();
    V.IsIndex = true;
    return V;
  }
  static Value none() { return of(Kind::Constant); }
  static Value constant(ir::Constant C) {
    Value V = of(Kind::Constant);
    V.Const = C;
    return V;
  }
  static Value boolean(bool B) { return constant({.K = ir::Constant::Kind::Bool, .Int = B}); }
  static Value literal(Literal L) {
    Value V = number();
    V.Cond = L;
    return V;
  }
  static Value tensor(const Placement &P, Rank R = Rank::Unknown) {
    Value V = of(Kind::Tensor);
    V.P = P.withoutRanks();
    V.Dim = R;
    return V;
  }
  static Value device(Placement P) {
    Value V = of(Kind::Device);
    V.P = std::move(P);
    return V;
  }
  static Value options(Placement P) {
    Value V = of(Kind::Options);
    V.P = std::move(P);
    return V;
  }
  static Value pointer(Placement P, Memory M = Memory::Plain) {
    Value V = of(Kind::Pointer);
    V.P = std::move(P);
    V.Mem = M;
    return V;
  }
  static Value object(ObjectId O) {
    Value V = of(Kind::Object);
    V.Obj = O;
    return V;
  }
  static Value symbolic(PathId P) {
    Value V = of(Kind::Symbolic);
    V.Path = P;
    return V;
  }
  /// One of the keys of O.
  static Value key(ObjectId O) {
    Value V = number();
    V.Obj = O;
    return V;
  }
  /// Something else that is where the value of P is.
  static Value computed(PathId P) {
    Value V = symbolic(P);
    V.IsComputed = true;
    return V;
  }
  /// What copy.deepcopy makes of the value of P.
  static Value copyOf(PathId P) {
    Value V = computed(P);
    V.IsCopied = true;
    return V;
  }
  /// Tuples in tuples are unknown from a depth on: `x = (x, x)` in a loop has an end.
  static Value tuple(std::vector<Value> E);

  bool is(Kind X) const { return K == X; }
  bool isTensor() const { return K == Kind::Tensor; }
  bool isNone() const { return K == Kind::Constant && Const.K == ir::Constant::Kind::None; }
  bool isString() const { return K == Kind::Constant && Const.K == ir::Constant::Kind::String; }
  /// True for a number, or a value of unknown type, that Path holds.
  bool isPlainPath() const {
    return Path && !IsComputed && (is(Kind::Number) || is(Kind::Symbolic) || is(Kind::Unknown));
  }
  /// True for the device that Path holds, whichever that is. Who gave it may have given None.
  bool isDeviceOfPath() const {
    const GuardedTerm *Only = is(Kind::Device) && Path ? P.single() : nullptr;
    return Only && Only->T == Term::symbol(Path);
  }
  /// True for a value of which the parts are known that it may be, and when it is which.
  bool isOneOfSeveral() const { return is(Kind::Unknown) && Elements && Guards; }
  bool isNumericConstant() const {
    return K == Kind::Constant && (Const.K == ir::Constant::Kind::Int || Const.K == ir::Constant::Kind::Float);
  }
  bool isInt() const { return K == Kind::Constant && Const.K == ir::Constant::Kind::Int; }
  /// Of a tensor, or of what may be one; not known of others.
  Rank rank() const { return is(Kind::Symbolic) && !IsReshaped ? Rank::of(Path) : Dim; }
  /// How many accelerators there are at least if this, which is no container, is true.
  unsigned leastIfAny() const;
  /// The same wherever a value is of which this is one: each part of a tuple is there with it.
  unsigned leastBehind() const;
  /// True or false, if the value decides a branch.
  std::optional<bool> truth() const;

  bool joinIn(const Value &O);
  bool operator==(const Value &O) const;
  /// Every placement inside guarded by C; kinds that carry none are unchanged.
  Value guardedBy(const Cube &C) const;
  /// Every placement inside mapped.
  Value mapped(llvm::function_ref<Placement(const Placement &)> Map) const;

private:
  void joinKinds(const Value &O);
  void joinTensors(const Value &O, bool WasRegistered);
  bool joinAlike(const Value &O);
  bool joinDevices(const Value &O);
  bool joinPlain(const Value &O);
  static Value of(Kind K) {
    Value V;
    V.K = K;
    return V;
  }
};

/// True for values that are somewhere: tensors, modules, what holds them, and what may be one.
inline bool hasPlacement(const Value &V) {
  return V.isTensor() || V.is(Value::Kind::Object) || V.is(Value::Kind::Symbolic);
}

/// What an ObjectId of one function stands for.
struct Object {
  enum class Kind : uint8_t { Environment, Allocated, Symbolic };
  Kind K = Kind::Allocated;
  llvm::StringRef Class;  ///< qualified class name, "list", "dict", "cell", or "" if not known
  PathId Path;            ///< Symbolic
  ir::InstId Site;        ///< Allocated: the instruction, or the call that brought it in
  uint32_t Inner = 0;     ///< Allocated: which of the callee's objects, 0 for an own one
  bool Weak = false;      ///< stands for several objects: writes join
  bool Module = false;    ///< has registered state
  bool OfSeveral = false; ///< Allocated: by a call of which nobody knows which of several it makes
  bool OfRounds = false;  ///< Allocated: by a callee, in the rounds of a loop: stands for what each of them made
  const Step *Origin = nullptr;
  std::shared_ptr<const Placement> AtEntry; ///< Symbolic: where its class says that the module is, if it does
  ir::Type Element;                         ///< of a container: the type of its elements, if it is known
  llvm::SmallVector<ir::Type, 0> Parts;     ///< the same by position, if they differ
};

/// Object 0 of every function: state beside variables. Its fields are DefaultDevice, CurrentDevice, AutocastDevice and
/// ExpectedError, which is there where a test wants an error.
inline constexpr uint32_t EnvironmentIndex = 0;
inline constexpr llvm::StringLiteral DefaultDevice = "$default";
inline constexpr llvm::StringLiteral CurrentDevice = "$current";
inline constexpr llvm::StringLiteral AutocastDevice = "$autocast";
inline constexpr llvm::StringLiteral ExpectedError = "$raises";

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_VALUE_H
