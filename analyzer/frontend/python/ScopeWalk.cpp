//===- ScopeWalk.cpp - Finds the scopes of a file -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/ScopeWalk.h"
#include "frontend/python/Literals.h"
#include "frontend/python/NamedTuples.h"
#include "llvm/Support/SaveAndRestore.h"

namespace devtidy::frontend::python {

void ScopeWalk::run(Node Root) {
  Here = open(Scope::Kind::Module, Root, M.intern(Options.ModuleName));
  walkChildren(Root);
}

Scope *ScopeWalk::open(Scope::Kind K, Node N, llvm::StringRef Name) {
  auto S = std::make_unique<Scope>();
  S->K = K;
  S->Parent = Here;
  S->Where = N;
  S->Name = Name;
  if (Here)
    Here->Children.push_back(S.get());
  Out.ByNode[N.id()] = S.get();
  Out.All.push_back(std::move(S));
  return Out.All.back().get();
}

llvm::StringRef ScopeWalk::uniqueName(const std::string &Name) {
  std::string Unique = Name;
  for (unsigned Number = 2; !Taken.insert(Unique).second; ++Number)
    Unique = (Name + "#" + llvm::Twine(Number)).str();
  return M.intern(Unique);
}

void ScopeWalk::walkChildren(Node N) {
  for (Node C : N.children())
    walk(C);
}

void ScopeWalk::walk(Node N) {
  switch (N.kind()) {
  case Kind::Token:
  case Kind::Type:
    return;
  case Kind::Identifier:
    Here->Uses.push_back(N);
    Out.AreVariablesOpen |= N.text() == "globals" || N.text() == "exec";
    return;
  case Kind::Call: {
    // At the top level they are the same as globals().
    const llvm::StringRef Name = N.child(Field::Function).text();
    if (N.child(Field::Function).is(Kind::Identifier))
      Out.Called.insert(N.child(Field::Function).id());
    Out.AreVariablesOpen |= (Name == "locals" || Name == "vars") && Here->body()->K == Scope::Kind::Module &&
                            N.child(Field::Arguments).nodes().empty();
    return walkChildren(N);
  }
  case Kind::Attribute:
    Out.AreVariablesOpen |= N.text() == "sys.modules";
    return walk(N.child(Field::Object));
  case Kind::KeywordArgument:
    return walk(N.child(Field::Value));
  case Kind::Assignment:
    return walkAssignment(N);
  case Kind::AugmentedAssignment:
    walk(N.child(Field::Left));
    walk(N.child(Field::Right));
    return bindTarget(N.child(Field::Left));
  case Kind::NamedExpression: {
    walk(N.child(Field::Value));
    // A walrus in a comprehension binds a name of the function.
    llvm::SaveAndRestore Function(Here, Here->body());
    return bindTarget(N.child(Field::Name));
  }
  case Kind::Interpolation:
    walk(interpolated(N));
    return walk(N.child(Kind::FormatSpecifier));
  case Kind::ForStatement: {
    llvm::SaveAndRestore Deeper(BranchDepth, BranchDepth + 1);
    walk(N.child(Field::Right));
    bindTarget(N.child(Field::Left));
    walk(N.child(Field::Body));
    return walk(N.child(Field::Alternative));
  }
  case Kind::IfStatement:
    return walkIf(N);
  case Kind::WhileStatement:
  case Kind::TryStatement:
  case Kind::MatchStatement: {
    llvm::SaveAndRestore Deeper(BranchDepth, BranchDepth + 1);
    llvm::SaveAndRestore Tried(TryDepth, TryDepth + N.is(Kind::TryStatement));
    return walkChildren(N);
  }
  case Kind::ForInClause:
    bindTarget(N.child(Field::Left));
    return walk(N.child(Field::Right));
  case Kind::AsPattern:
    walk(N.first());
    return bindTarget(N.child(Field::Alias).first());
  case Kind::ExceptClause:
  case Kind::ExceptGroupClause: {
    llvm::SaveAndRestore Deeper(HandlerDepth, HandlerDepth + 1);
    return walkChildren(N);
  }
  case Kind::CasePattern:
    return walkPattern(N);
  case Kind::ImportStatement:
    return walkImport(N);
  case Kind::ImportFromStatement:
    return walkImportFrom(N);
  case Kind::FutureImportStatement:
    return;
  case Kind::GlobalStatement:
    return declareNames(N, Here->body()->Globals);
  case Kind::NonlocalStatement:
    return declareNames(N, Here->body()->Nonlocals);
  case Kind::TypeAliasStatement:
    if (Node Name = N.first().first(); Name.is(Kind::Identifier))
      bind(Name);
    return;
  case Kind::DecoratedDefinition: {
    for (Node C : N.children())
      if (C.is(Kind::Decorator))
        walkChildren(C);
    Node Definition = N.child(Field::Definition);
    return Definition.is(Kind::ClassDefinition) ? walkClass(Definition, N) : walkFunction(Definition, N);
  }
  case Kind::FunctionDefinition:
    return walkFunction(N, {});
  case Kind::ClassDefinition:
    return walkClass(N, {});
  case Kind::Lambda:
    return walkLambda(N);
  case Kind::ListComprehension:
  case Kind::SetComprehension:
  case Kind::DictionaryComprehension:
  case Kind::GeneratorExpression:
    return walkComprehension(N);
  default:
    return walkChildren(N);
  }
}

void ScopeWalk::walkIf(Node N) {
  llvm::SaveAndRestore Deeper(BranchDepth, BranchDepth + 1);
  const size_t Around = Conditions.size();
  auto Branch = [&](Node Clause) {
    walk(Clause.child(Field::Condition));
    Conditions.emplace_back(Clause.child(Field::Condition), true);
    walk(Clause.child(Field::Consequence));
    Conditions.back().second = false;
  };
  Branch(N);
  for (Node C : N.children())
    if (C.is(Kind::ElifClause))
      Branch(C);
    else if (C.is(Kind::ElseClause))
      walkChildren(C);
  Conditions.resize(Around);
}

void ScopeWalk::walkAssignment(Node N) {
  Node Value = N.child(Field::Right), Target = N.child(Field::Left);
  walk(Value);
  if (Target.is(Kind::Identifier) && !Here->find(Target.text()) && isNamedTupleCall(Value, Out, Here))
    return bindDefinition(Target, *open(Scope::Kind::Class, N, uniqueName((Here->Name + "." + Target.text()).str())));
  // `x: int` alone declares a local variable but gives no value.
  if (Value || Here->K == Scope::Kind::Function)
    bindTarget(N.child(Field::Left), Value);
  if (Node Name = N.child(Field::Left); N.child(Field::Type) && Here->find(Name.text()))
    Here->find(Name.text())->IsAnnotated = true;
}

Binding &ScopeWalk::bind(Node Name) {
  Binding &B = Here->Bindings[Name.text()];
  B.Last = Name.begin();
  return B;
}

void ScopeWalk::bindTarget(Node Target, Node Value) {
  switch (Target.kind()) {
  case Kind::Identifier: {
    Binding &B = bind(Target);
    // A name gets its value when that is there: a lambda in it that uses the name sees it change.
    B.Last = std::max(B.Last, Value.end());
    if (HandlerDepth && B.Imported.data() && !B.Assignments) {
      if (B.StandIn.empty())
        B.StandIn = Out.importedName(Value);
      return;
    }
    B.OnlyValue = B.Assignments++ ? Node() : Value;
    B.StandIns += Value.is(Kind::None) && Here->K != Scope::Kind::Function;
    return;
  }
  case Kind::Attribute:
    if (Scope *Method = methodOf(Here);
        Method && !Method->Bindings.empty() && Target.child(Field::Object).text() == Method->Bindings.front().first)
      Method->Parent->Attributes.insert(Target.child(Field::Attribute).text());
    return walk(Target);
  case Kind::Subscript:
    return walk(Target);
  default:
    for (Node C : Target.children())
      bindTarget(C);
  }
}

void ScopeWalk::bindDefinition(Node Name, Scope &S) {
  Binding &B = bind(Name);
  if (B.Imported.data() && isConditional())
    return standIn(B, S, Name.text());
  if (isConditional())
    B.Versions.clear();
  else if (Here->K == Scope::Kind::Module && B.Versions.size() == B.Definitions)
    B.Versions.push_back(&S);
  if (B.Definitions++ == 0)
    B.Defined = &S;
  else if (Here->K != Scope::Kind::Function && S.K == Scope::Kind::Function && B.Defined->K == S.K)
    redefine(B, S, (Here->Name + "." + Name.text()).str());
}

/// True for a function that gives something, and not only says that it cannot.
static bool computes(Node Function) {
  const llvm::SmallVector<Node, 4> Body = Function.child(Field::Body).nodes();
  const Node Last = Body.empty() ? Node() : Body.back();
  return Function.is(Kind::FunctionDefinition) && Last.is(Kind::ReturnStatement) && Last.first() &&
         !Last.first().is(Kind::None);
}

/// S is there if something could not be imported: the import is what its name means.
void ScopeWalk::standIn(Binding &B, Scope &S, llvm::StringRef Name) {
  const std::string Qualified = (Here->Name + "." + Name).str();
  if (S.Name == Qualified)
    S.Name = uniqueName(Qualified);
  if (B.StandIn.empty() && computes(S.Where))
    B.StandIn = S.Name;
}

/// The last function of a name stands. Of branches that define it, the first one does; where a branch may replace what
/// was there, nobody knows which it is, and the name leads nowhere.
void ScopeWalk::redefine(Binding &B, Scope &S, const std::string &Name) {
  if (S.IsConditional && B.Defined->IsConditional)
    return;
  if (B.Defined->Name == Name)
    B.Defined->Name = uniqueName(Name);
  if (!S.IsConditional) {
    B.Defined = &S;
    S.Name = M.intern(Name);
  }
  B.IsOpen = S.IsConditional;
}

void ScopeWalk::walkFunction(Node N, Node Decorated) {
  Node Name = N.child(Field::Name);
  walkParameters(N.child(Field::Parameters), /*Defaults=*/true);
  std::string Qualified = (Here->Name + "." + Name.text()).str();
  // `@x.setter def x` is no second x.
  bool IsAccessor = false, IsClassMethod = false, IsStub = false;
  for (Node D : Decorated.children()) {
    std::string Text = D.is(Kind::Decorator) ? dottedName(D.first()) : "";
    if (llvm::StringRef(Text).starts_with((Name.text() + ".").str())) {
      Qualified = (Here->Name + "." + Text).str();
      IsAccessor = true;
    }
    IsClassMethod |= Text == "classmethod";
    if (Text == "overload" || Text == "typing.overload" || Text == "t.overload") {
      Qualified += ".overload";
      IsStub = true;
    }
  }
  Scope *S = open(Scope::Kind::Function, N, uniqueName(Qualified));
  S->Decorated = Decorated;
  S->IsStub = IsStub;
  S->IsConditional = BranchDepth != 0;
  S->Conditions = Conditions;
  if (!IsAccessor && !IsStub)
    bindDefinition(Name, *S);
  llvm::SaveAndRestore Inside(Here, S);
  llvm::SaveAndRestore Shallow(HandlerDepth, 0U);
  llvm::SaveAndRestore Straight(BranchDepth, 0U);
  llvm::SaveAndRestore Unconditional(Conditions, std::vector<std::pair<Node, bool>>());
  walkParameters(N.child(Field::Parameters), /*Defaults=*/false);
  bool InClass = S->Parent->K == Scope::Kind::Class;
  if (InClass &&
      (IsClassMethod || Name.text() == "__new__" || Name.text() == "__init_subclass__" ||
       Name.text() == "__class_getitem__") &&
      !S->Bindings.empty())
    S->ClassParameter = S->Bindings.front().first;
  walk(N.child(Field::Body));
}

void ScopeWalk::walkLambda(Node N) {
  walkParameters(N.child(Field::Parameters), /*Defaults=*/true);
  std::string Outer = Here->Name.str();
  Scope *S = open(Scope::Kind::Function, N, uniqueName((Outer + ".lambda#" + llvm::Twine(++LambdaCount[Outer])).str()));
  llvm::SaveAndRestore Inside(Here, S);
  llvm::SaveAndRestore Shallow(HandlerDepth, 0U);
  llvm::SaveAndRestore Straight(BranchDepth, 0U);
  llvm::SaveAndRestore Unconditional(Conditions, std::vector<std::pair<Node, bool>>());
  walkParameters(N.child(Field::Parameters), /*Defaults=*/false);
  walk(N.child(Field::Body));
}

void ScopeWalk::walkParameters(Node Parameters, bool Defaults) {
  for (Node P : Parameters.children()) {
    if (P.is(Kind::Token))
      continue;
    if (Defaults) {
      walk(P.child(Field::Value));
      continue;
    }
    // Python 2 unpacks parameters.
    if (P.is(Kind::TuplePattern)) {
      bindTarget(P);
      continue;
    }
    Node Name = P.is(Kind::Identifier) ? P : P.child(Field::Name) ? P.child(Field::Name) : P.first();
    if (!Name.is(Kind::Identifier))
      Name = Name.first();
    if (Name.is(Kind::Identifier)) {
      Binding &B = bind(Name);
      B.IsParameter = true;
      ++B.Assignments;
    }
  }
}

void ScopeWalk::walkClass(Node N, Node Decorated) {
  Node Name = N.child(Field::Name);
  walk(N.child(Field::Superclasses));
  Scope *S = open(Scope::Kind::Class, N, uniqueName((Here->Name + "." + Name.text()).str()));
  S->Decorated = Decorated;
  S->Conditions = Conditions;
  bindDefinition(Name, *S);
  llvm::SaveAndRestore Inside(Here, S);
  llvm::SaveAndRestore Shallow(HandlerDepth, 0U);
  llvm::SaveAndRestore Straight(BranchDepth, 0U);
  llvm::SaveAndRestore Unconditional(Conditions, std::vector<std::pair<Node, bool>>());
  walk(N.child(Field::Body));
}

void ScopeWalk::walkComprehension(Node N) {
  // What the first loop runs over is computed outside: `[x for x in x]`.
  Node First = N.child(Kind::ForInClause);
  walk(First.child(Field::Right));
  llvm::SaveAndRestore Inside(Here, open(Scope::Kind::Comprehension, N, Here->Name));
  for (Node C : N.children())
    if (C == First)
      bindTarget(C.child(Field::Left));
    else if (C.is(Kind::ForInClause, Kind::IfClause))
      walk(C);
  walk(N.child(Field::Body));
}

/// A bare name in a pattern is bound, a dotted one is read.
void ScopeWalk::walkPattern(Node N) {
  for (Node C : N.children()) {
    if (C.is(Kind::DottedName)) {
      Node Name = C.first();
      if (C.nodes().size() == 1 && !N.is(Kind::ClassPattern))
        bindTarget(Name);
      else
        Here->Uses.push_back(Name);
    } else if (C.is(Kind::Identifier)) {
      // The keyword of a class pattern, a rest, or the name behind `as`.
      if (!N.is(Kind::KeywordPattern))
        bindTarget(C);
    } else if (!C.is(Kind::Token)) {
      walkPattern(C);
    }
  }
}

void ScopeWalk::declareNames(Node N, llvm::StringSet<> &Set) {
  for (Node C : N.children())
    if (C.is(Kind::Identifier)) {
      Set.insert(C.text());
      Here->Uses.push_back(C);
    }
}

/// `torch.FloatTensor` and `torch.cuda.FloatTensor`: it is decided at run time where the tensors are.
static bool areTypesOfTensors(llvm::StringRef A, llvm::StringRef B) {
  auto [Of, Type] = A.rsplit('.');
  auto [Other, Same] = B.rsplit('.');
  auto IsTorch = [](llvm::StringRef Name) { return Name == "torch" || Name == "torch.cuda"; };
  return Type.ends_with("Tensor") && Type == Same && Of != Other && IsTorch(Of) && IsTorch(Other);
}

void ScopeWalk::bindImport(llvm::StringRef Name, const std::string &Qualified, uint32_t Offset) {
  Binding &B = Here->Bindings[Name];
  B.Last = Offset;
  if (!B.Imported.data()) {
    B.Imported = M.intern(Qualified);
    B.IsImported = !isConditional();
    // `def nms(...)`, and then `try: from fast import nms`.
    if (isConditional() && B.Definitions == 1 && B.Defined->K == Scope::Kind::Function) {
      B.Definitions = 0;
      standIn(B, *B.Defined, Name);
    }
  } else if (areTypesOfTensors(B.Imported, Qualified) && B.OtherType.empty()) {
    B.OtherType = M.intern(Qualified);
    B.OtherAt = Offset;
    B.Assignments += 2;
  } else if (TryDepth != 0 && HandlerDepth == 0 && B.IsImported && Qualified != B.Imported) {
    // `from config import CFG`, and then `try: from local_config import CFG`: that one, wherever it is.
    B.Imported = M.intern(Qualified);
  } else if (B.StandIn.empty() && isConditional() && B.Imported.contains('.') && Qualified != B.Imported &&
             llvm::StringRef(Qualified).contains('.')) {
    B.StandIn = M.intern(Qualified);
  }
}

/// `a.b` of `import a.b`, without the white space that may stand in it.
static std::string spelled(Node DottedName) {
  std::string Result;
  for (Node C : DottedName.children())
    if (C.is(Kind::Identifier))
      Result += ((Result.empty() ? "" : ".") + C.text()).str();
  return Result;
}

void ScopeWalk::walkImport(Node N) {
  for (Node C : N.children()) {
    if (C.is(Kind::DottedName))
      // `import a.b` binds a.
      bindImport(C.first().text(), C.first().text().str(), C.begin());
    else if (C.is(Kind::AliasedImport))
      bindImport(C.child(Field::Alias).text(), spelled(C.child(Field::Name)), C.begin());
  }
}

std::string ScopeWalk::relativeModule(Node N) const {
  if (!N.is(Kind::RelativeImport))
    return spelled(N);
  size_t Dots = N.child(Kind::ImportPrefix).text().count('.');
  llvm::StringRef Package = Options.ModuleName;
  for (size_t Up = Options.IsPackage ? 1 : 0; Up < Dots; ++Up)
    Package = Package.contains('.') ? Package.rsplit('.').first : "";
  std::string Rest = spelled(N.child(Kind::DottedName));
  return Package.empty() || Rest.empty() ? (Package + Rest).str() : (Package + "." + Rest).str();
}

void ScopeWalk::walkImportFrom(Node N) {
  Node Module = N.child(Field::ModuleName);
  std::string From = relativeModule(Module);
  auto Of = [&](const std::string &Name) { return From.empty() ? Name : (From + llvm::Twine(".") + Name).str(); };
  for (Node C : N.children()) {
    if (C.field() == Field::ModuleName)
      continue;
    if (C.is(Kind::WildcardImport))
      Out.Stars.push_back(M.intern(From));
    else if (C.is(Kind::DottedName))
      bindImport(C.first().text(), Of(spelled(C)), C.begin());
    else if (C.is(Kind::AliasedImport))
      bindImport(C.child(Field::Alias).text(), Of(spelled(C.child(Field::Name))), C.begin());
  }
}

} // namespace devtidy::frontend::python
