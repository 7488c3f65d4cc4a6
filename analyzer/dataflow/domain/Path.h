//===- Path.h - Access paths: names for what a function cannot know -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A symbol is the state, at function entry, of what an access path reaches: parameter 1, `self.fc.weight`, a global, an
// element of a container, the result of an unknown call at one site, or what two of these give when they meet. Equal
// paths are equal symbols, which is what makes `x.to(d) + y.to(d)` proved although nobody knows d. A call substitutes:
// the path's root is replaced by the actual.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_PATH_H
#define DEVTIDY_DATAFLOW_DOMAIN_PATH_H

#include "ir/Function.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace devtidy::dataflow {

using PathId = ir::Id<struct PathTag>;

/// Components that no source language can spell.
inline constexpr llvm::StringLiteral ElementField = "[]";        ///< any element of a container
inline constexpr llvm::StringLiteral TypeField = "type()";       ///< what the type of a tensor is, in Python
inline constexpr llvm::StringLiteral CellField = "$cell";        ///< what a cell holds
inline constexpr llvm::StringLiteral DeviceField = "$device";    ///< where a module's registered state lives
inline constexpr llvm::StringLiteral WrappedField = "module";    ///< the module that a parallel one runs, in Python
inline constexpr llvm::StringLiteral FirstField = "$first";      ///< the device where it has to be
inline constexpr llvm::StringLiteral OptimizedField = "$params"; ///< what an optimizer was given
inline constexpr llvm::StringLiteral StateField = "$state";      ///< where it keeps state
inline constexpr llvm::StringLiteral HeldField = "$held";        ///< of a list: the parameters of a module with some
inline constexpr llvm::StringLiteral ScalarsField = "$scalars";  ///< of a handle of cuBLAS: where it looks for scalars
inline constexpr llvm::StringLiteral MemoryField = "$memory";    ///< of a list of pointers: the memory that holds them
inline constexpr llvm::StringLiteral BatchField = "$0";          ///< what a data loader's batches are made from
inline constexpr llvm::StringLiteral OpenField = "$open";        ///< a module whose state nobody knows
inline constexpr llvm::StringLiteral PartsField = "$parts";      ///< of a module: where all of its parts were moved
inline constexpr llvm::StringLiteral WholeField = "$whole";      ///< of any part of a module: that module
inline constexpr llvm::StringLiteral HookedField = "$hooked";    ///< of a module: its calls run what nobody follows
inline constexpr llvm::StringLiteral HandedField = "$handed";    ///< of what a caller gave: somebody unknown had it
inline constexpr llvm::StringLiteral CarriedField = "$carried";  ///< of what may be a module: where its whole took it
inline constexpr llvm::StringLiteral DataField = "$data";        ///< of what may be a parameter: where its data is now
inline constexpr llvm::StringLiteral EachField = "$each";        ///< what a loop has put in each element's place
inline constexpr llvm::StringLiteral SavedField = "$saved";      ///< what a scope will restore
inline constexpr llvm::StringLiteral PositionsField = "$where";  ///< of a list: at which positions its elements are
inline constexpr llvm::StringLiteral RegisteredField = "$registered"; ///< of what a module has registered
/// What enumerate, zip and items go over.
inline constexpr llvm::StringLiteral IteratedFields[] = {BatchField, "$1", "$2", "$3", "$4", "$5"};
/// True for what the analysis keeps with an object: no member or element of the program has such a name.
inline bool isOwnField(llvm::StringRef Name) { return Name.starts_with("$"); }

/// The question whether a value is a type of tensors.
inline constexpr llvm::StringLiteral PlaceQuestion = " says a place";

struct Path {
  enum class Root : uint8_t { Param, Global, Site, Child, Meeting };
  Root Kind = Root::Param;
  uint32_t Index = 0;                  ///< Param: position; Site: instruction
  const ir::Function *Owner = nullptr; ///< Param and Site
  PathId Parent;                       ///< Child; Meeting: one operand; Site: that of the callee, if it is one's
  PathId Other;                        ///< Meeting: the other one
  llvm::StringRef Name;                ///< Child: component; Global: qualified name
  unsigned Depth = 0;                  ///< number of components
  bool IsTensor = false;               ///< what is done with it says that it is a tensor
  bool IsDevice = false;               ///< the path holds a device, not a tensor
  bool IsMoved = false;                ///< it is moved somewhere: a tensor or a module
  bool IsOperand = false;              ///< it is an operand of an operator like +: a tensor or a number

  /// A parameter of the kind `**kwargs`.
  bool isKeywords() const {
    return Kind == Root::Param && Index < Owner->Params.size() &&
           Owner->Params[Index].PassMode == ir::Param::Mode::StarStar;
  }
};

/// Interns paths; owned by the analysis of one program. Not thread-safe.
class PathTable {
public:
  PathId param(const ir::Function &F, unsigned Index);
  PathId site(const ir::Function &F, ir::InstId I);
  /// What the call I of F gave, which its callee had at Inside, a site of its own.
  PathId site(const ir::Function &F, ir::InstId I, PathId Inside);
  PathId global(llvm::StringRef Name);
  /// Invalid if Parent is, or if the path would be deeper than 6 components.
  PathId child(PathId Parent, llvm::StringRef Name);
  /// The result of an operation in which two meet and nobody knows which of them gives way. Invalid if one is, or if
  /// too much met.
  PathId meeting(PathId P, PathId Q);
  /// An element: "[]" any, "[2]" one by its position, "[key]" one by its name.
  PathId element(PathId Parent, llvm::StringRef Key);
  /// The answer to a question about what Parent holds, whose words start with a blank: " > 2", " in cuda"; "
  /// counts 1" where there is one accelerator more than that; " @7" for what it holds from block 7 on.
  PathId question(PathId Parent, llvm::StringRef Words) { return child(Parent, Names.insert(Words).first->getKey()); }
  bool isQuestion(PathId P) const { return (*this)[P].Kind == Path::Root::Child && (*this)[P].Name.starts_with(" "); }

  const Path &operator[](PathId P) const { return Paths[P.index()]; }
  /// Notes that the path holds a device variable.
  void markDevice(PathId P) { Paths[P.index()].IsDevice = true; }
  void markTensor(PathId P) { Paths[P.index()].IsTensor = true; }
  void markMoved(PathId P) { Paths[P.index()].IsMoved = true; }
  void markOperand(PathId P) { Paths[P.index()].IsOperand = true; }
  /// The path without its components; of a meeting, that of the first operand.
  PathId root(PathId P) const;
  /// P with the root From replaced by To; invalid if P has another root.
  PathId rebased(PathId P, PathId From, PathId To);
  /// True if P is Whole or a part of it.
  bool isWithin(PathId P, PathId Whole) const;
  /// "x", "self.mask_", "config.DEVICE", "result of 'load'".
  std::string describe(PathId P) const;

private:
  llvm::StringSet<> Names; ///< of elements and questions
  PathId intern(Path P);
  std::vector<Path> Paths;
  llvm::DenseMap<std::pair<const void *, uint64_t>, PathId> Roots;
  llvm::DenseMap<std::pair<uint32_t, llvm::StringRef>, PathId> Children;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, PathId> Meetings, Insides;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_PATH_H
