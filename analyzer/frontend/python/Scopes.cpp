//===- Scopes.cpp - What a name means where it stands ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Scopes.h"
#include "frontend/python/ScopeWalk.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::frontend::python {

Scope *methodOf(Scope *S) {
  while (S && (S->K != Scope::Kind::Function || !S->Parent || S->Parent->K != Scope::Kind::Class))
    S = S->Parent;
  return S;
}

Scope *ownerOf(llvm::StringRef Name, Scope *From, Scope *Module) {
  bool Nonlocal = false;
  for (Scope *S = From; S; S = S->Parent) {
    // A class body sees its own names; what is nested in it does not.
    if (S->K == Scope::Kind::Class && S != From->body())
      continue;
    if (S->Globals.contains(Name))
      break;
    if (S->Nonlocals.contains(Name)) {
      Nonlocal = true;
      continue;
    }
    if ((!Nonlocal || S->K == Scope::Kind::Function) && S->find(Name))
      return S;
  }
  return Module->find(Name) ? Module : nullptr;
}

Scopes::Scopes(Node Root, const LowerOptions &Options, ir::Module &M) : M(M) {
  ScopeWalk(*this, Options, M).run(Root);
  for (const std::unique_ptr<Scope> &S : All) {
    // `global x` in a function binds a name of the module.
    for (const auto &Name : S->Globals)
      if (Binding *Own = S->find(Name.getKey()); Own && S.get() != module()) {
        Binding &B = module()->Bindings[S->Bindings.find(Name.getKey())->first];
        B.Assignments += 2;
      }
  }
  findLastCalls();
  findWrittenByMethods();
  for (const std::unique_ptr<Scope> &S : All)
    if (S->K == Scope::Kind::Function)
      findCaptures(*S);
  findCells();
}

/// The scope whose code a scope's code belongs to: the module, a class body or a function.
static Scope *functionOf(Scope *S) {
  S = S->body();
  // The statements of a class body run in the function around it.
  while (S->K == Scope::Kind::Class && S->Parent)
    S = S->Parent->body();
  return S;
}

/// The qualified name of `a.b.c` if that begins at an import of the module: following assignments to assignments could
/// go in circles.
llvm::StringRef Scopes::importedName(Node Value) const {
  const std::string Dotted = dottedName(Value);
  const llvm::StringRef Root = llvm::StringRef(Dotted).split('.').first;
  const Binding *First = Root.empty() ? nullptr : module()->find(Root);
  if (!First || !First->Imported.data() || First->Assignments != 0 || First->Definitions != 0)
    return {};
  return M.intern((First->Imported + Dotted.substr(Root.size())).str());
}

llvm::StringRef Scopes::symbolOf(const Binding &B, Scope *Owner) const {
  // `if FOUND: from library import nms`, `else: nms = None`: who calls it means what is imported.
  if (B.Imported.data() && B.Definitions == 0 && B.Assignments == B.StandIns)
    return B.Imported;
  if (B.Imported.data() || B.IsParameter)
    return {};
  if (B.IsOpen && B.Assignments == 0)
    return B.Defined->Name.rsplit('#').first;
  if (B.Definitions != 0 && B.Assignments == 0)
    return Owner->K != Scope::Kind::Function || B.Defined->K == Scope::Kind::Class ? B.Defined->Name
                                                                                   : llvm::StringRef();
  if (Owner->K == Scope::Kind::Module && B.Definitions == 0 && B.Assignments == 1 && B.OnlyValue)
    return importedName(B.OnlyValue);
  return {};
}

static bool isVariable(const Binding &B) { return B.Assignments != 0 && B.Definitions == 0 && !B.Imported.data(); }

llvm::SmallVector<llvm::StringRef, 8> Scopes::variablesOfModule() const {
  llvm::SmallVector<llvm::StringRef, 8> Names;
  for (const auto &[Name, B] : module()->Bindings)
    if (isVariable(B))
      Names.push_back(Name);
  return Names;
}

bool Scopes::isOwn(Node Expression, Kind How, Scope *From) const {
  if (!AreVariablesOpen)
    return false;
  if (Expression.is(Kind::Identifier)) {
    Scope *Owner = ownerOf(Expression.text(), From, module());
    const Binding *B = Owner ? Owner->find(Expression.text()) : nullptr;
    return B && B->Assignments == 1 && B->OnlyValue && !B->OnlyValue.is(Kind::Identifier) &&
           isOwn(B->OnlyValue, How, Owner);
  }
  if (!Expression.is(How))
    return false;
  if (How == Kind::Call) {
    const llvm::StringRef Name = Expression.child(Field::Function).text();
    const bool OfModule = (Name == "locals" || Name == "vars") && From->body()->K == Scope::Kind::Module;
    return (Name == "globals" || OfModule) && lookup(Name, From).IsBuiltin &&
           Expression.child(Field::Arguments).nodes().empty();
  }
  return Expression.child(Field::Subscript).text() == "__name__" &&
         qualified(dottedName(Expression.child(Field::Value)), From) == llvm::StringRef("sys.modules");
}

bool Scopes::isLocalOfModule(llvm::StringRef Name) const {
  const Binding *B = module()->find(Name);
  return B && isVariable(*B) && !AreVariablesOpen &&
         llvm::none_of(All, [&](const std::unique_ptr<Scope> &S) { return S->Globals.contains(Name); });
}

Meaning Scopes::lookup(llvm::StringRef Name, Scope *From, uint32_t At) const {
  Scope *Owner = ownerOf(Name, From, module());
  if (!Owner) {
    Meaning Unbound;
    Unbound.IsBuiltin = Stars.empty() || isBuiltin(Name);
    Unbound.Qualified = M.intern(Name);
    if (!Unbound.IsBuiltin)
      // One star import says where the name is from; of several, any may.
      Unbound.Qualified = M.intern(((Stars.size() == 1 ? Stars[0] : module()->Name) + "." + Name).str());
    return Unbound;
  }
  const Binding &B = *Owner->find(Name);
  if (Owner->ClassParameter == Name && Owner->Parent && B.Assignments == 1)
    return {Meaning::Kind::Symbol, Owner->Parent->Name};
  if (hasVersions(B))
    return {Meaning::Kind::Symbol, versionAt(B, From, At)};
  if (llvm::StringRef Symbol = symbolOf(B, Owner); !Symbol.empty())
    return {Meaning::Kind::Symbol, Symbol};
  if (Owner->K == Scope::Kind::Module || Owner->K == Scope::Kind::Class)
    return {Meaning::Kind::Global, M.intern((Owner->Name + "." + Name).str())};
  // Methods are no closures: they cannot see the variables of a function around their class.
  Scope *Inner = functionOf(From);
  Scope *Outer = functionOf(Owner);
  for (Scope *S = Inner; S != Outer && S; S = S->Parent)
    if (S->K == Scope::Kind::Class && S != From->body() && functionOf(S) != Inner)
      return {Meaning::Kind::Unreachable, {}, Owner};
  if (B.IsOfMethods)
    return {Meaning::Kind::Unreachable, {}, Owner};
  return {Meaning::Kind::Variable, {}, Owner};
}

/// The class if Attribute is one of the first parameter of the method that From is in; else null.
static Scope *classOfSelf(Node Attribute, Scope *From) {
  Node Object = Attribute.child(Field::Object);
  Scope *Method = Object.is(Kind::Identifier) ? methodOf(From) : nullptr;
  bool IsSelf = Method && !Method->Bindings.empty() && Method->Bindings.front().first == Object.text() &&
                Method->Bindings.front().second.IsParameter;
  return IsSelf ? Method->Parent : nullptr;
}

/// True for a function that reading an attribute runs, `@property`: a call of the attribute is one of what it gives.
static bool isProperty(const Scope *S) {
  return S && llvm::any_of(S->Decorated.children(),
                           [](Node D) { return D.is(Kind::Decorator) && dottedName(D.first()) == "property"; });
}

bool Scopes::isField(Node Attribute, Scope *From) const {
  llvm::StringRef Name = Attribute.child(Field::Attribute).text();
  Scope *Class = classOfSelf(Attribute, From);
  Binding *Own = Class ? Class->find(Name) : nullptr;
  if (Own && Own->Definitions != 0)
    return isProperty(Own->Defined);
  return Class && Class->Attributes.contains(Name);
}

std::optional<llvm::StringRef> Scopes::classVariable(Node Attribute, Scope *From) const {
  llvm::StringRef Name = Attribute.child(Field::Attribute).text();
  Scope *Class = classOfSelf(Attribute, From);
  Binding *Own = Class && !Class->Attributes.contains(Name) ? Class->find(Name) : nullptr;
  if (!Own || Own->Definitions != 0 || Own->Assignments == 0 || Own->IsAnnotated)
    return std::nullopt;
  return M.intern((Class->Name + "." + Name).str());
}

std::optional<llvm::StringRef> Scopes::qualified(llvm::StringRef Dotted, Scope *From, uint32_t At) const {
  llvm::StringRef Root = Dotted.split('.').first;
  if (Root.empty())
    return std::nullopt;
  Meaning Found = lookup(Root, From, At);
  if (Found.K != Meaning::Kind::Symbol)
    return std::nullopt;
  if (Root.size() == Dotted.size())
    return Found.Qualified;
  if (Found.IsBuiltin)
    return std::nullopt;
  return M.intern((Found.Qualified + Dotted.substr(Root.size())).str());
}

std::optional<llvm::StringRef> Scopes::qualified(Node Expression, Scope *From) const {
  if (isOwnModule(Expression, From) || isOwnTable(Expression, From))
    return module()->Name;
  if (Expression.is(Kind::Attribute) && isOwnModule(Expression.child(Field::Object), From))
    return M.intern((module()->Name + "." + Expression.child(Field::Attribute).text()).str());
  return qualified(dottedName(Expression), From, Expression.begin());
}

void Scopes::findWrittenByMethods() {
  for (const std::unique_ptr<Scope> &S : All) {
    if (!S->Parent || S->Parent->K != Scope::Kind::Class)
      continue;
    for (const auto &Name : S->Nonlocals)
      if (Scope *Owner = ownerOf(Name.getKey(), S.get(), module()); Owner && Owner->K == Scope::Kind::Function)
        Owner->find(Name.getKey())->IsOfMethods = true;
  }
}

void Scopes::findCaptures(Scope &Function) {
  llvm::SmallVector<std::pair<Node, Scope *>, 16> Found;
  llvm::SmallVector<Scope *, 8> Inside{&Function};
  while (!Inside.empty()) {
    Scope *S = Inside.pop_back_val();
    for (Node Use : S->Uses)
      Found.push_back({Use, S});
    for (Scope *C : S->Children)
      // Methods capture nothing.
      if (S->K != Scope::Kind::Class || C->K != Scope::Kind::Function)
        Inside.push_back(C);
  }
  llvm::stable_sort(Found, [](const auto &A, const auto &B) { return A.first.begin() < B.first.begin(); });
  for (auto &[Use, S] : Found) {
    Meaning What = lookup(Use.text(), S);
    if (What.K != Meaning::Kind::Variable)
      continue;
    bool IsOutside = true;
    for (Scope *Owner = What.Owner; Owner; Owner = Owner->Parent)
      IsOutside &= Owner != &Function;
    std::pair<llvm::StringRef, Scope *> Captured{Use.text(), What.Owner};
    if (IsOutside && !llvm::is_contained(Function.Captures, Captured))
      Function.Captures.push_back(Captured);
  }
}

void Scopes::findCells() {
  for (const std::unique_ptr<Scope> &S : All)
    for (auto &[Name, Owner] : S->Captures) {
      Binding &B = *Owner->find(Name);
      bool Writes = S->Nonlocals.contains(Name) && S->find(Name);
      if (Owner->K == Scope::Kind::Function && (Writes || B.Last > S->Where.begin()))
        B.IsCell = true;
    }
}

std::vector<std::pair<llvm::StringRef, llvm::StringRef>> Scopes::aliases() const {
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> Result;
  for (const auto &[Name, B] : module()->Bindings)
    if (llvm::StringRef Symbol = symbolOf(B, module()); !Symbol.empty() && B.Definitions == 0) {
      llvm::StringRef Own = M.intern((module()->Name + "." + Name).str());
      // A package that imports its own submodule.
      if (Own != Symbol)
        Result.push_back({Own, Symbol});
      // What nobody knows by its name does what is there in its place.
      if (Symbol == B.Imported && !B.StandIn.empty() && B.StandIn != Symbol)
        Result.push_back({Symbol, B.StandIn});
    }
  for (llvm::StringRef From : Stars)
    if (!From.empty())
      Result.push_back({M.intern((module()->Name + ".*").str()), M.intern((From + ".*").str())});
  return Result;
}

std::string dottedName(Node Expression) {
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  while (Expression.is(Kind::Attribute)) {
    Parts.push_back(Expression.child(Field::Attribute).text());
    Expression = Expression.child(Field::Object);
  }
  if (!Expression.is(Kind::Identifier) || Expression.hasError())
    return "";
  std::string Result = Expression.text().str();
  for (llvm::StringRef Part : llvm::reverse(Parts))
    Result += ("." + Part).str();
  return Result;
}

} // namespace devtidy::frontend::python
