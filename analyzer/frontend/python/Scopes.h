//===- Scopes.h - What a name means where it stands -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over the tree finds every scope, what is bound in it and how; then each name can be asked for, wherever it
// stands, before anything is lowered. The rules are Python's: a function sees its own names, those of the functions
// around it, the module's, and the builtins; a class body's names are seen by nothing inside it but itself.
//
// A name that only imports bind is another name of what they import. The same holds for a name of the module that is
// assigned once, to a dotted name that begins at an import: `Tensor = torch.Tensor`. Fallbacks in `except` do not
// count.
//
// Of several functions or classes of one name, as the parts of a notebook have them, a name means the one that stands
// when it is looked up (Versions.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_SCOPES_H
#define DEVTIDY_FRONTEND_PYTHON_SCOPES_H

#include "frontend/python/Lower.h"
#include "frontend/python/Syntax.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace devtidy::frontend::python {

struct Scope;

/// Behind all that a file binds.
inline constexpr uint32_t AtEnd = ~0U;

/// How one scope binds one name.
struct Binding {
  llvm::StringRef Imported; ///< qualified name of the first import; "" if there is none
  /// The type of tensor on another device that is imported elsewhere under this name, and where.
  llvm::StringRef OtherType;
  uint32_t OtherAt = 0;
  Scope *Defined = nullptr; ///< the class of the name, or the function that stands
  Node OnlyValue;           ///< what it is assigned, if that happens once
  unsigned Assignments = 0; ///< outside `except` handlers; parameters, loops, with, ... included
  /// What the program does without, in a branch: `nms = None`, `def nms(...)`, `from mine import nms`. StandIns are
  /// those of Assignments; StandIn is the qualified name of one that does the same, "" if there is none.
  unsigned StandIns = 0;
  llvm::StringRef StandIn;
  unsigned Definitions = 0; ///< functions and classes
  /// Of the module: these, in source order. Empty if one of them may not run.
  llvm::SmallVector<Scope *, 0> Versions;
  uint32_t Last = 0;       ///< where it is bound for the last time
  bool IsImported = false; ///< by the first import, whatever way the program takes
  bool IsOpen = false;     ///< several functions, and nobody knows which one stands
  bool IsParameter = false;
  bool IsAnnotated = false; ///< `x: int = 1`: in a class body, what an instance begins with
  /// A nested function writes it, or sees it change: it lives in a cell.
  bool IsCell = false;
  bool IsOfMethods = false; ///< a method of a class in the function writes it: nobody sees when
};

struct Scope {
  enum class Kind : uint8_t { Module, Class, Function, Comprehension };

  Kind K = Kind::Module;
  Scope *Parent = nullptr;
  Node Where;           ///< the module, class_definition, function_definition, lambda or comprehension
  Node Decorated;       ///< the decorated_definition around Where, if there is one
  llvm::StringRef Name; ///< qualified; of a comprehension, that of the function around it
  llvm::MapVector<llvm::StringRef, Binding> Bindings;
  llvm::StringSet<> Globals, Nonlocals;
  std::vector<Node> Uses; ///< identifiers that are read, in source order
  std::vector<Scope *> Children;
  /// Of a function: names of the functions around it that it uses, in order of first use, with the scope of each.
  std::vector<std::pair<llvm::StringRef, Scope *>> Captures;
  /// Of a class: what its methods assign to on their first parameter.
  llvm::StringSet<> Attributes;
  /// A declaration for type checkers, @typing.overload: no function.
  bool IsStub = false;
  /// Of a function: its definition may not run.
  bool IsConditional = false;
  /// Of a function or class: conditions of the `if` statements around its definition in the scope that holds it,
  /// outermost first, and what they have to be for it to run.
  std::vector<std::pair<Node, bool>> Conditions;
  /// Of a class method: the parameter that is the class itself.
  llvm::StringRef ClassParameter;
  /// Of a function or class of the module: what is bound there or later, it never sees.
  uint32_t Until = AtEnd;
  /// Of a function: a generator, or a coroutine, which runs when somebody goes over it; nothing if nobody has asked.
  std::optional<bool> IsLazy;

  Binding *find(llvm::StringRef Name) {
    auto It = Bindings.find(Name);
    return It == Bindings.end() ? nullptr : &It->second;
  }
  /// The function, class body or module that holds this scope's code: itself unless it is a comprehension.
  Scope *body() { return K == Kind::Comprehension ? Parent->body() : this; }
};

/// What a name means.
struct Meaning {
  enum class Kind : uint8_t {
    Symbol,      ///< Qualified: something imported, a function or class of the file, a builtin, an unknown name
    Global,      ///< Qualified: a variable of the module or of a class body
    Variable,    ///< bound by Owner, a function or a comprehension
    Unreachable, ///< a variable of a function around the class in which this is a method
  };
  Kind K = Kind::Symbol;
  llvm::StringRef Qualified;
  Scope *Owner = nullptr;
  bool IsBuiltin = false; ///< a Symbol that nothing in the file binds
};

class Scopes {
public:
  Scopes(Node Root, const LowerOptions &Options, ir::Module &M);

  Scope *module() const { return All.front().get(); }
  /// In source order; the module is the first.
  llvm::ArrayRef<std::unique_ptr<Scope>> all() const { return All; }
  /// The scope that a class, function, lambda or comprehension opens; null if the walk did not see it.
  Scope *of(Node N) const { return ByNode.lookup(N.id()); }

  /// At: where the name stands, if that is known.
  Meaning lookup(llvm::StringRef Name, Scope *From, uint32_t At = AtEnd) const;
  /// The qualified name of `a.b.c` if it begins at a symbol that is not a builtin, or is a builtin by itself.
  std::optional<llvm::StringRef> qualified(llvm::StringRef Dotted, Scope *From, uint32_t At = AtEnd) const;
  std::optional<llvm::StringRef> qualified(Node Expression, Scope *From) const;

  /// True for this module, `sys.modules[__name__]`, and for a name that is only ever assigned that.
  bool isOwnModule(Node Expression, Scope *From) const { return isOwn(Expression, Kind::Subscript, From); }
  /// True for the dictionary of this module's variables, `globals()`, at the top level `locals()` and `vars()`, and for
  /// a name that is only ever assigned that.
  bool isOwnTable(Node Expression, Scope *From) const { return isOwn(Expression, Kind::Call, From); }

  /// What the statements of the module assign, in source order; neither functions, nor classes, nor imports.
  llvm::SmallVector<llvm::StringRef, 8> variablesOfModule() const;

  /// True for `self.x` in a method of a class whose methods assign to self.x, or of which x is a property, if it has no
  /// method x.
  bool isField(Node Attribute, Scope *From) const;

  /// The qualified name of `self.x` in a method if x is a variable of the class body that no method assigns to.
  std::optional<llvm::StringRef> classVariable(Node Attribute, Scope *From) const;

  /// True for a variable of the module that only its own statements assign: where these run, it is as local as the
  /// variable of a function is.
  bool isLocalOfModule(llvm::StringRef Name) const;

  /// What other modules may import from this one, and what stands for it.
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> aliases() const;

private:
  friend class ScopeWalk;

  llvm::StringRef importedName(Node Value) const;
  bool isOwn(Node Expression, Kind How, Scope *From) const;
  llvm::StringRef symbolOf(const Binding &B, Scope *Owner) const;
  bool hasVersions(const Binding &B) const;
  llvm::StringRef versionAt(const Binding &B, Scope *From, uint32_t At) const;
  void findLastCalls();
  void findCaptures(Scope &Function);
  void findWrittenByMethods();
  void findCells();

  ir::Module &M;
  std::vector<std::unique_ptr<Scope>> All;
  llvm::DenseMap<uint32_t, Scope *> ByNode;
  llvm::DenseSet<uint32_t> Called; ///< identifiers that are called where they stand
  /// Something in the file can assign the module's variables by their names: `globals()`, `sys.modules`, `exec`.
  bool AreVariablesOpen = false;
  /// Modules that are imported by `from m import *`.
  std::vector<llvm::StringRef> Stars;
};

/// "a.b.c" of a chain of attributes that begins at a name; "" if Expression is anything else.
std::string dottedName(Node Expression);
/// Whose variable or symbol a name is, by Python's rules; null if nothing in the file binds it.
Scope *ownerOf(llvm::StringRef Name, Scope *From, Scope *Module);
/// The method that S is, or is nested in; null if there is none.
Scope *methodOf(Scope *S);
/// True for print, len, RuntimeError, ...
bool isBuiltin(llvm::StringRef Name);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_SCOPES_H
