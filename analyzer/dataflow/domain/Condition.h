//===- Condition.h - Guards: what must hold for a term to hold ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A condition is a question with a yes or no answer that keeps its answer while a function runs: is an accelerator
// available, is parameter `use_cuda` true, is parameter `mask` None, is the symbol dev(x) of type cuda, is this branch
// value true. A literal is a condition or its negation; a cube is a small conjunction of literals.
//
// Worlds are the three truth assignments to the first two conditions: cpu (neither), gpu (available), multi (both).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_CONDITION_H
#define DEVTIDY_DATAFLOW_DOMAIN_CONDITION_H

#include "dataflow/domain/Path.h"
#include "knowledge/Device.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <map>
#include <optional>
#include <tuple>

namespace devtidy::dataflow {

/// The machines of architecture.md. The order is that of report::World's bits.
enum class World : uint8_t { Cpu, Gpu, Multi };
inline constexpr World AllWorlds[] = {World::Cpu, World::Gpu, World::Multi};

struct Condition {
  enum class Kind : uint8_t {
    Available, ///< an accelerator is there
    Multi,     ///< two or more are
    Truth,     ///< the value at P is true
    IsNone,    ///< the value at P is None
    IsTensor,  ///< the value at P is a tensor
    Equals,    ///< the value at P equals Text
    TypeIs,    ///< the symbol P is of device type Type
    OnDevice,  ///< the symbols P and Q are equal
    ValueType, ///< the SSA value V of F is on a device of type Type
    Opaque,    ///< the SSA value V of F is true
    Either,    ///< nothing but its cases: one of several cubes holds
  };
  Kind K = Kind::Opaque;
  PathId P, Q;
  knowledge::DeviceType Type = knowledge::DeviceType::Cpu;
  const ir::Function *F = nullptr;
  ir::ValueId V;
  llvm::StringRef Text;
  bool AsksDevice = false; ///< Truth and Equals: they ask whether a tensor is on a device of type Type

  /// The type of device that is asked for, of somebody; nothing if something else is asked.
  std::optional<knowledge::DeviceType> askedType() const {
    bool Asks = K == Kind::TypeIs || K == Kind::ValueType || AsksDevice;
    return Asks ? std::optional(Type) : std::nullopt;
  }
};

/// A condition or its negation. Condition 0 is Available, 1 is Multi.
class Literal {
public:
  Literal() = default;
  Literal(uint32_t Condition, bool Positive) : Code(Condition << 1 | (Positive ? 0 : 1)) {}
  uint32_t condition() const { return Code >> 1; }
  bool isPositive() const { return (Code & 1) == 0; }
  Literal operator~() const { return Literal(condition(), !isPositive()); }
  auto operator<=>(const Literal &) const = default;

  /// True if it speaks of the accelerators that the machine has.
  bool isOfMachine() const { return condition() <= multi().condition(); }

  static Literal available() { return Literal(0, true); }
  static Literal multi() { return Literal(1, true); }

private:
  uint32_t Code = 0;
};

/// A conjunction of literals, sorted, without contradictions. The empty cube is "always". Terms keep at most MaxTerm
/// literals, path conditions at most MaxPath.
class Cube {
public:
  static constexpr unsigned MaxTerm = 4, MaxPath = 16;

  Cube() = default;
  explicit Cube(Literal L) { Literals.push_back(L); }

  llvm::ArrayRef<Literal> literals() const { return Literals; }
  bool isAlways() const { return Literals.empty(); }
  unsigned size() const { return Literals.size(); }
  bool contains(Literal L) const;

  /// Adds a literal. False if the cube already holds its negation: no execution has both.
  bool add(Literal L);
  /// Both cubes together; nothing if they contradict each other.
  std::optional<Cube> meet(const Cube &O) const;
  /// The literals that both have.
  Cube common(const Cube &O) const;
  /// The literals that O lacks.
  Cube minus(const Cube &O) const;
  /// True if every literal of this cube is in O, so O implies this.
  bool impliedBy(const Cube &O) const;
  void removeIf(llvm::function_ref<bool(Literal)> Pred);

  /// False if the world contradicts a literal (multi implies available).
  bool holdsIn(World W) const;

  bool operator==(const Cube &O) const { return Literals == O.Literals; }
  bool operator<(const Cube &O) const { return Literals < O.Literals; }

private:
  llvm::SmallVector<Literal, 2> Literals;
};

/// The guards under which a question is answered with yes, and with no: together all that there are. Both are empty
/// where the answer is not known.
struct Cases {
  llvm::SmallVector<Cube, 2> Yes, No;
  auto all() const { return llvm::concat<const Cube>(Yes, No); }
  bool operator==(const Cases &O) const { return Yes == O.Yes && No == O.No; }
};

/// The cases of conditions, by number. They stay where they are when those of others are added.
class CaseTable {
public:
  bool isEmpty() const { return Held.size() == Free.size(); }
  /// Null if there are none.
  const Cases *find(uint32_t Condition) const {
    return Condition < Places.size() && Places[Condition] != 0 ? &Held[Places[Condition] - 1] : nullptr;
  }
  /// Empty if there were none.
  Cases &operator[](uint32_t Condition);
  /// True if there were some.
  bool erase(uint32_t Condition);

private:
  std::deque<Cases> Held;
  std::vector<uint32_t> Free;   ///< places in Held that nothing is at
  std::vector<uint32_t> Places; ///< by condition, counted from 1; 0 if there are none
};

/// True if one of Cubes holds whatever the answers are.
bool coversAll(llvm::ArrayRef<Cube> Cubes);

/// Interns conditions; owned by the analysis of one program. Not thread-safe.
class ConditionTable {
public:
  ConditionTable();
  const Condition &operator[](uint32_t I) const { return Conditions[I]; }
  Literal truth(PathId P) { return get({.K = Condition::Kind::Truth, .P = P}); }
  /// Of the attribute at P, which says whether its tensor is on a device of type T.
  Literal isOnType(PathId P, knowledge::DeviceType T) {
    return get({.K = Condition::Kind::Truth, .P = P, .Type = T, .AsksDevice = true});
  }
  Literal isNone(PathId P) { return get({.K = Condition::Kind::IsNone, .P = P}); }
  Literal isTensor(PathId P) { return get({.K = Condition::Kind::IsTensor, .P = P}); }
  Literal equals(PathId P, llvm::StringRef Text) { return get({.K = Condition::Kind::Equals, .P = P, .Text = Text}); }
  /// The same, where Text spells the type T of a device.
  Literal equals(PathId P, llvm::StringRef Text, knowledge::DeviceType T) {
    return get({.K = Condition::Kind::Equals, .P = P, .Type = T, .Text = Text, .AsksDevice = true});
  }
  Literal typeIs(PathId P, knowledge::DeviceType T) { return get({.K = Condition::Kind::TypeIs, .P = P, .Type = T}); }
  Literal sameDevice(PathId A, PathId B);
  Literal valueType(const ir::Function &F, ir::ValueId V, knowledge::DeviceType T) {
    return get({.K = Condition::Kind::ValueType, .Type = T, .F = &F, .V = V});
  }
  /// One of Ways holds, which are its cases. The same ways make the same literal.
  Literal either(std::vector<Cube> Ways);
  /// The answer of these cases, none of which is yes and no. The same cases make the same literal.
  Literal chosen(Cases When);
  Literal opaque(const ir::Function &F, ir::ValueId V) { return get({.K = Condition::Kind::Opaque, .F = &F, .V = V}); }

  /// Says when L, a positive literal, holds, if it stands for no single other one. Takes the place of what was said
  /// before; no cases: nothing is known.
  void define(Literal L, Cases When);
  /// What was said of L, a positive literal; null if nothing.
  const Cases *cases(Literal L) const;
  /// How often what was said of a literal has changed; it is the same as long as answers are.
  unsigned changes() const { return Changes; }
  /// Takes back what was said of the truth of V.
  void forget(const ir::Function &F, ir::ValueId V);
  /// False if no case of a condition in C agrees with the rest of C: `x.device == y.device` is false where b0 puts x on
  /// cuda:1 and y is on cuda:0.
  bool allows(const Cube &C) const { return allows(C.literals(), 0); }
  /// True if an accelerator is available wherever C holds: C says so, or the cases of the flags that it asks for do.
  bool saysAvailable(const Cube &C) const;
  /// True if C says of something that it is on the CPU, or not on cuda.
  bool saysOnCpu(const Cube &C) const;

private:
  using Key = std::tuple<uint8_t, uint32_t, uint32_t, uint8_t, const void *, uint32_t, llvm::StringRef>;
  static Key keyOf(const Condition &C);
  Literal get(const Condition &C);
  bool allows(llvm::ArrayRef<Literal> Asked, unsigned Depth) const;
  std::vector<Condition> Conditions;
  CaseTable Defined;
  unsigned Changes = 0;
  std::map<std::pair<std::vector<Cube>, std::vector<Cube>>, Literal> ByCases;
  llvm::DenseMap<Key, uint32_t> Index;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_CONDITION_H
