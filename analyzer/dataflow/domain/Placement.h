//===- Placement.h - Where a value lives, in every world at once --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The six nouns of device-tidy, defined here and nowhere else:
//   device     cpu, cuda:1, ... (knowledge/Device.h)
//   term       a device, the default device, or a symbol (a device that the function cannot know)
//   placement  a small set of guarded terms, or unknown
//   step       the instruction that decided a term: created, moved, loaded, ... (provenance)
//   operand    a value at one use, with the source text that stands for it
//   finding    report/Finding.h
//
// A placement is the set of places where the value may be: {cpu if not available, cuda:0 if available}. Bottom is the
// empty set, top is "unknown", join is union; more than MaxTerms terms become unknown. Steps are not part of the order.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_PLACEMENT_H
#define DEVTIDY_DATAFLOW_DOMAIN_PLACEMENT_H

#include "dataflow/domain/Condition.h"
#include "dataflow/domain/Rank.h"
#include "ir/Module.h"
#include "knowledge/Device.h"

namespace devtidy::dataflow {

class Term {
public:
  enum class Kind : uint8_t { Concrete, Default, Symbol };

  Term() = default;
  static Term device(knowledge::Device D) { return Term(Kind::Concrete, D, PathId()); }
  static Term defaultDevice() { return Term(Kind::Default, knowledge::Device{}, PathId()); }
  static Term symbol(PathId P) { return Term(Kind::Symbol, knowledge::Device{}, P); }

  Kind kind() const { return K; }
  bool isSymbol() const { return K == Kind::Symbol; }
  /// True for the CPU, and for the default device.
  bool isHost() const { return !isSymbol() && D.Type == knowledge::DeviceType::Cpu; }
  PathId path() const { return P; }
  /// The device of a concrete term; the default device counts as cpu, which it is unless a program sets it.
  knowledge::Device device() const { return D; }
  auto operator<=>(const Term &) const = default;

private:
  Term(Kind K, knowledge::Device D, PathId P) : K(K), D(D), P(P) {}
  Kind K = Kind::Default;
  knowledge::Device D;
  PathId P;
};

/// An index that exists but is not known: `torch::Device(kCUDA, rank)`.
inline constexpr int16_t UnknownIndex = -2;

enum class StepKind : uint8_t {
  Created,       ///< by a factory, on the device it was given
  Defaulted,     ///< by a factory without a device
  CreatedOnHost, ///< always on the CPU, whatever the arguments: from_blob without a device, from_numpy
  Moved,         ///< by to, cuda, cpu
  Loaded,        ///< from a file
  Copied,        ///< by copy.deepcopy, a parameter or a module: who moves what it was copied from does not move it
  Batched,       ///< by a data loader, which collates on the CPU
  AssumedOnHost, ///< a part of a batch of which nobody knows where it is but that other parts are brought elsewhere
  Constructed,   ///< a module whose state was created with it
  Parameter,     ///< a parameter of the function
  Member,        ///< a member of self
  Named,         ///< a device value written in the program
  Allocated,     ///< memory without a tensor: cudaMalloc, malloc, a variable whose address is taken
  Captured,      ///< a variable of the host, or an object, whose address a closure holds
};

/// One step of a tensor's life. Steps form chains towards the past; they are interned and live as long as the program.
struct Step {
  StepKind Kind = StepKind::Created;
  const ir::Module *M = nullptr;
  const ir::Function *F = nullptr;
  ir::SourceRange Range;
  llvm::StringRef Subject;        ///< the variable it was stored in, or "" if it was not
  const ir::Inst *I = nullptr;    ///< null for parameters and members
  const Step *Previous = nullptr; ///< the step before, if it matters
  bool OfSeveral = false;         ///< in a call of which nobody knows which of several objects it is of
};

struct GuardedTerm {
  Term T;
  Cube Guard;
  bool Imprecise = false;       ///< the guard lost literals: may be undecided, never a violation
  const Step *Origin = nullptr; ///< may be null
  std::optional<Rank> Dim;      ///< of the tensor where this term holds, if that is known better than for all terms
  bool Registered = false;      ///< of a value that is registered elsewhere: where this term holds, it is

  /// True for a part of a batch of which nobody knows where it is: rather on the CPU.
  bool isOfBatch() const { return T.isSymbol() && Origin && Origin->Kind == StepKind::AssumedOnHost; }
  /// True if it depends on a value of the program, beside the machine, whether the term holds.
  bool isConditional() const;
  bool sameTerm(const GuardedTerm &O) const { return T == O.T && Guard == O.Guard && Imprecise == O.Imprecise; }
};

class Placement {
public:
  static constexpr unsigned MaxTerms = 6;

  static Placement bottom() { return {}; }
  static Placement unknown() {
    Placement P;
    P.Unknown = true;
    return P;
  }
  static Placement of(Term T, const Step *Origin = nullptr) {
    Placement P;
    P.Terms.push_back({T, {}, false, Origin});
    return P;
  }

  bool isUnknown() const { return Unknown; }
  bool isBottom() const { return !Unknown && Terms.empty(); }
  llvm::ArrayRef<GuardedTerm> terms() const { return Terms; }
  /// The term, if there is exactly one and it always holds.
  const GuardedTerm *single() const { return Terms.size() == 1 && Terms[0].Guard.isAlways() ? Terms.data() : nullptr; }
  /// True if some term is a symbol.
  bool hasSymbol() const;

  bool joinIn(const Placement &O);
  bool operator==(const Placement &O) const;

  /// Adds literals to every guard; terms that contradict them vanish; guards that would outgrow MaxTerm become
  /// imprecise.
  Placement guardedBy(const Cube &C) const;
  /// Keeps the terms for which Keep holds; unknown stays unknown.
  Placement filtered(llvm::function_ref<bool(const GuardedTerm &)> Keep) const;
  /// Removes literals from guards for which Drop holds; such terms become imprecise.
  Placement withoutLiterals(llvm::function_ref<bool(Literal)> Drop) const;
  /// Every term with another origin (made by Make from the old one).
  Placement withOrigin(llvm::function_ref<const Step *(const Step *)> Make) const;
  /// Every term without a rank of its own gets this one.
  Placement withRank(Rank R) const;
  /// The same place of a value that is registered with a module, for a join with one that is not.
  Placement registered() const;
  /// No term has a rank of its own.
  Placement withoutRanks() const;
  /// The one term without a guard, if all terms are the same but for their guards: where a value is that is surely one
  /// of them.
  Placement exhaustive() const;
  /// The same where guards have lost literals. What they still say would hide that only one place is left.
  Placement certain() const;
  /// True if no two terms hold at once.
  bool isExclusive() const;
  /// True if it is known to be the CPU.
  bool isOnHost() const;
  /// "cuda" without an index is the current accelerator, where that is known.
  Placement withCurrent(const Placement &Current) const;
  /// Every term made imprecise.
  Placement imprecise() const;
  /// Every term replaced by a placement, guards conjoined.
  Placement substituted(llvm::function_ref<Placement(const GuardedTerm &)> Image) const;

  /// "cpu", "cuda:0 or cpu", "unknown": for dumps and tests.
  std::string str(const PathTable &Paths) const;

private:
  void insert(GuardedTerm T);
  void normalise();

  bool Unknown = false;
  llvm::SmallVector<GuardedTerm, 1> Terms; ///< sorted by term, then guard
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_PLACEMENT_H
