//===- Declare.cpp - The headers of functions and classes -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Declare.h"
#include "frontend/python/Literals.h"
#include "frontend/python/NamedTuples.h"

namespace devtidy::frontend::python {
namespace {

/// Declares one function.
class Header {
public:
  Header(Unit &U, Scope &S, ir::Function &F) : U(U), S(S), F(F) {}

  void declare();

private:
  void decorators();
  void captures();
  void parameter(Node N);
  void setKind();
  bool isNested() const { return S.Where.is(Kind::Lambda) || S.Parent->body()->K == Scope::Kind::Function; }
  llvm::StringRef holderOfDefault(Node Default, llvm::StringRef Parameter);
  llvm::StringRef uniqueName(llvm::StringRef Name);

  Unit &U;
  Scope &S;
  ir::Function &F;
  bool IsStatic = false;
  llvm::StringMap<unsigned> Count;
};

} // namespace

/// Names are numbered as FunctionLowering::variable numbers them.
llvm::StringRef Header::uniqueName(llvm::StringRef Name) {
  unsigned Number = ++Count[Name];
  return U.M.intern(Number == 1 ? Name.str() : (Name + "#" + llvm::Twine(Number)).str());
}

void Header::decorators() {
  for (Node D : S.Decorated.children()) {
    if (!D.is(Kind::Decorator))
      continue;
    Node Expression = D.first();
    if (Expression.is(Kind::Call))
      Expression = Expression.child(Field::Function);
    std::string Dotted = dottedName(Expression);
    if (Dotted.empty())
      continue;
    llvm::StringRef Name = U.Names.qualified(Dotted, S.Parent, S.Where.begin()).value_or(Dotted);
    if (Name == "staticmethod")
      IsStatic = true;
    else if (Name != "classmethod")
      F.Decorators.push_back(U.M.intern(Name));
  }
}

void Header::captures() {
  for (auto &[Name, Owner] : S.Captures) {
    ir::Param P;
    P.Name = uniqueName(Name);
    if (Owner->find(Name)->IsCell)
      P.PassMode = ir::Param::Mode::Cell;
    F.Params.push_back(P);
  }
  F.CaptureCount = F.Params.size();
}

/// A symbol or a variable holds itself. For what is computed, the code around the definition fills a global of its own.
llvm::StringRef Header::holderOfDefault(Node Default, llvm::StringRef Parameter) {
  if (isNested() || Default.is(Kind::Lambda))
    return "";
  if (std::optional<llvm::StringRef> Symbol = U.Names.qualified(Default, S.Parent))
    return *Symbol;
  if (Default.is(Kind::Identifier)) {
    const Meaning What = U.Names.lookup(Default.text(), S.Parent, Default.begin());
    return What.K == Meaning::Kind::Global ? What.Qualified : "";
  }
  return U.M.intern((S.Name + DefaultMark + Parameter).str());
}

void Header::parameter(Node N) {
  Node Name = N.is(Kind::Identifier) ? N : N.child(Field::Name);
  if (N.is(Kind::TypedParameter))
    Name = N.first();
  ir::Param P;
  if (Name.is(Kind::ListSplatPattern) || N.is(Kind::ListSplatPattern))
    P.PassMode = ir::Param::Mode::Star;
  if (Name.is(Kind::DictionarySplatPattern) || N.is(Kind::DictionarySplatPattern))
    P.PassMode = ir::Param::Mode::StarStar;
  if (P.PassMode != ir::Param::Mode::Value)
    Name = (Name ? Name : N).first();
  P.Name = Name.is(Kind::Identifier) ? uniqueName(Name.text()) : "";
  P.Range = U.range(N, Name ? Name : N);
  P.DeclaredType = U.Type.of(N.child(Field::Type), S.Parent);
  if (P.PassMode != ir::Param::Mode::Value)
    P.DeclaredType = {};
  if (Node Default = N.child(Field::Value)) {
    std::string Storage;
    std::optional<ir::Constant> C = literalConstant(Default, Storage);
    P.HasDefault = true;
    P.DefaultUnknown = !C;
    if (!C)
      P.DefaultFrom = holderOfDefault(Default, P.Name);
    if (C) {
      P.Default = *C;
      P.Default.Text = U.M.intern(C->Text);
    }
    // `x: Tensor = None`.
    if (C && C->K == ir::Constant::Kind::None && !P.DeclaredType.isUnknown())
      P.DeclaredType.Optional = true;
  }
  F.Params.push_back(P);
}

void Header::setKind() {
  Scope *Around = S.Parent->body();
  bool TakesSelf = !F.Params.empty() && F.Params[0].PassMode == ir::Param::Mode::Value && !IsStatic;
  if (isNested()) {
    F.Kind = ir::FunctionKind::Lambda;
  } else if (Around->K == Scope::Kind::Class) {
    F.Class = Around->Name;
    bool IsConstructor = S.Where.child(Field::Name).text() == "__init__";
    F.Kind = !TakesSelf || !S.ClassParameter.empty() ? ir::FunctionKind::StaticMethod
             : IsConstructor                         ? ir::FunctionKind::Constructor
                                                     : ir::FunctionKind::Method;
  }
}

void Header::declare() {
  F.Range = U.range(S.Where, S.Where.child(Field::Name) ? S.Where.child(Field::Name) : S.Where);
  F.ReturnType = U.Type.of(S.Where.child(Field::ReturnType), S.Parent);
  F.IsCoroutine = static_cast<bool>(S.Where.token("async"));
  decorators();
  captures();
  bool IsFirst = true;
  for (Node N : S.Where.child(Field::Parameters).children()) {
    if (N.is(Kind::Token) || N.is(Kind::KeywordSeparator, Kind::PositionalSeparator))
      continue;
    // The class is known where it is used.
    if (!IsFirst || S.ClassParameter.empty())
      parameter(N);
    IsFirst = false;
  }
  setKind();
  if ((F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor) &&
      F.Params[0].DeclaredType.isUnknown()) {
    F.Params[0].DeclaredType.Kind = ir::TypeKind::Object;
    F.Params[0].DeclaredType.Name = F.Class;
  }
}

/// What is given the class: `@register`, `@registered("net")`, `metaclass=Meta`.
static void addDecorators(Unit &U, const Scope &S, ir::Class &C) {
  const auto Add = [&](Node Expression) {
    if (Expression.is(Kind::Call))
      Expression = Expression.child(Field::Function);
    if (const std::string Dotted = dottedName(Expression); !Dotted.empty())
      C.Decorators.push_back(U.M.intern(U.Names.qualified(Dotted, S.Parent, S.Where.begin()).value_or(Dotted)));
  };
  for (Node D : S.Decorated.children())
    if (D.is(Kind::Decorator))
      Add(D.first());
  for (Node N : S.Where.child(Field::Superclasses).children())
    if (N.is(Kind::KeywordArgument) && N.child(Field::Name).text() == "metaclass")
      Add(N.child(Field::Value));
}

static void declareClass(Unit &U, Scope &S) {
  llvm::SmallVector<llvm::StringRef, 2> Bases;
  for (Node N : S.Where.child(Field::Superclasses).children()) {
    // `Base[int]` is Base.
    Node Base = N.is(Kind::Subscript) ? N.child(Field::Value) : N;
    // `class Net(Net)` takes the place of what was imported.
    Binding *Before = Base.is(Kind::Identifier) && S.Name.ends_with(("." + Base.text()).str())
                          ? S.Parent->find(Base.text())
                          : nullptr;
    if (Before && Before->Imported.data())
      Bases.push_back(Before->Imported);
    else if (std::optional<llvm::StringRef> Name = U.Names.qualified(dottedName(Base), S.Parent, S.Where.begin()))
      Bases.push_back(*Name);
    else if (Base.is(Kind::Identifier)) // one of several things, as branches at the top level leave it
      Bases.push_back(U.M.intern((U.M.Name + "." + Base.text()).str()));
  }
  const Node Tuple = namedTupleCall(S, U.Names);
  if (Tuple)
    Bases.push_back("typing.NamedTuple");
  ir::Class &C = U.M.Classes[U.M.addClass(S.Name).index()];
  C.Bases = Bases;
  U.Bases[&S] = Bases;
  addDecorators(U, S, C);
  C.Range = U.range(S.Where, S.Where.child(S.Where.is(Kind::Assignment) ? Field::Left : Field::Name));
  for (const TupleField &F : fieldsOfCall(Tuple))
    C.Fields.push_back({U.M.intern(F.Name), U.Type.of(F.Annotation, S.Parent), U.range(Tuple)});
  for (Node Statement : S.Where.child(Field::Body).children()) {
    Node N = Statement.is(Kind::ExpressionStatement) ? Statement.first() : Node();
    Node Name = N.is(Kind::Assignment) ? N.child(Field::Left) : Node();
    if (Name.is(Kind::Identifier) && N.child(Field::Type))
      C.Fields.push_back({U.M.intern(Name.text()), U.Type.of(N.child(Field::Type), &S), U.range(N, Name)});
  }
}

void declareAll(Unit &U, bool Checked) {
  for (const std::unique_ptr<Scope> &S : U.Names.all()) {
    if (S->K == Scope::Kind::Class) {
      declareClass(U, *S);
    } else if (S->K == Scope::Kind::Function && !S->IsStub) {
      ir::FunctionId Id = U.M.addFunction(S->Name);
      ir::Function &F = U.M.function(Id);
      F.InCheckedFile = Checked;
      U.Functions[S.get()] = Id;
      Header(U, *S, F).declare();
    }
  }
}

} // namespace devtidy::frontend::python
