//===- Records.cpp - Classes whose constructor nobody writes --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Records.h"
#include "frontend/python/Literals.h"
#include "frontend/python/NamedTuples.h"
#include "ir/Builder.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::frontend::python {
namespace {

/// A field as the class body declares it.
struct Declared {
  llvm::StringRef Name;
  Node Annotation, Default, Where;
  Scope *Of = nullptr;
  bool MayBeLeftOut = false; ///< though no Default is there
};

/// What a class and its bases in the file declare.
struct Record {
  llvm::SmallVector<Declared, 8> Fields;
  bool HasForeignBase = false; ///< which may declare more, before these
  bool RunsMore = false;       ///< __post_init__
};

} // namespace

static bool isNamedTuple(llvm::StringRef Base) { return Base == "typing.NamedTuple"; }

/// `@dataclass`, `@dataclasses.dataclass(frozen=True)`, `@attrs.define`, and those of other packages.
static bool isDataclass(const Scope &S, const Unit &U) {
  return llvm::any_of(S.Decorated.children(), [&](Node D) {
    if (!D.is(Kind::Decorator))
      return false;
    Node Expression = D.first();
    if (Expression.is(Kind::Call))
      Expression = Expression.child(Field::Function);
    const std::string Dotted = dottedName(Expression);
    if (Dotted.empty())
      return false;
    const llvm::StringRef Name = U.Names.qualified(Dotted, S.Parent).value_or(Dotted);
    return Name.ends_with(".dataclass") ||
           llvm::is_contained({"attr.define", "attr.frozen", "attrs.define", "attrs.frozen", "attrs.mutable"}, Name);
  });
}

/// A class that derives from one of these is a record, and so is one that derives from that. What settings are not
/// given they take from the environment.
static bool isRecordBase(llvm::StringRef Name) {
  return llvm::is_contained({"pydantic.BaseModel", "pydantic.v1.BaseModel", "msgspec.Struct"}, Name);
}

static Scope *classOf(const Unit &U, llvm::StringRef Name) {
  const auto *Of = llvm::find_if(U.Names.all(), [&](const std::unique_ptr<Scope> &Other) {
    return Other->K == Scope::Kind::Class && Other->Name == Name;
  });
  return Of == U.Names.all().end() ? nullptr : Of->get();
}

static bool derivesFromRecord(const Scope &S, const Unit &U, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  return Depth < MaxDepth && llvm::any_of(
                                 U.Bases.lookup(&S),
                                 [&](llvm::StringRef Base) {
                                   Scope *Of = isRecordBase(Base) ? nullptr : classOf(U, Base);
                                   return isRecordBase(Base) ||
                                          (Of && !Of->find("__init__") && derivesFromRecord(*Of, U, Depth + 1));
                                 });
}

static bool isRecord(const Scope &S, const Unit &U) {
  return llvm::any_of(U.Bases.lookup(&S), isNamedTuple) || isDataclass(S, U) || derivesFromRecord(S, U);
}

/// A class of these declares no field.
static bool isPlainBase(llvm::StringRef Name) {
  return !Name.contains('.') || isRecordBase(Name) ||
         llvm::any_of(llvm::ArrayRef<llvm::StringLiteral>{"abc.", "collections.", "typing."},
                      [&](llvm::StringRef Package) { return Name.starts_with(Package); });
}

static void addField(Record &R, const Declared &D) {
  auto *Known = llvm::find_if(R.Fields, [&](const Declared &Other) { return Other.Name == D.Name; });
  if (Known == R.Fields.end())
    R.Fields.push_back(D);
  else
    *Known = D;
}

static void collect(Record &R, Scope &S, Unit &U, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  for (llvm::StringRef Base : U.Bases.lookup(&S)) {
    const auto *Of = llvm::find_if(U.Names.all(), [&](const std::unique_ptr<Scope> &Other) {
      return Other->K == Scope::Kind::Class && Other->Name == Base;
    });
    if (Of == U.Names.all().end())
      R.HasForeignBase |= !isPlainBase(Base);
    else if (Depth < MaxDepth)
      collect(R, **Of, U, Depth + 1);
  }
  R.RunsMore |= S.find("__post_init__") != nullptr;
  R.HasForeignBase |= S.find("__attrs_post_init__") || S.find("model_post_init");
  if (!isRecord(S, U))
    return;
  const Node Tuple = namedTupleCall(S, U.Names);
  for (const TupleField &F : fieldsOfCall(Tuple))
    addField(R, {U.M.intern(F.Name), F.Annotation, {}, Tuple, S.Parent, hasDefaults(Tuple)});
  for (Node Statement : S.Where.child(Field::Body).children()) {
    Node N = Statement.is(Kind::ExpressionStatement) ? Statement.first() : Node();
    Node Name = N.is(Kind::Assignment) ? N.child(Field::Left) : Node();
    Node Annotation = N.child(Field::Type);
    if (Name.is(Kind::Identifier) && Annotation && !Annotation.text().contains("ClassVar") && Name.text() != "_")
      addField(R, {Name.text(), Annotation, N.child(Field::Right), N, &S});
  }
}

static ir::Param parameterOf(const Declared &D, Unit &U) {
  ir::Param P;
  P.Name = U.M.intern(D.Name);
  P.Range = U.range(D.Where);
  P.DeclaredType = U.Type.of(D.Annotation, D.Of);
  P.HasDefault = P.DefaultUnknown = D.MayBeLeftOut;
  if (!D.Default)
    return P;
  std::string Storage;
  std::optional<ir::Constant> C = literalConstant(D.Default, Storage);
  P.HasDefault = true;
  P.DefaultUnknown = !C;
  if (C) {
    P.Default = *C;
    P.Default.Text = U.M.intern(C->Text);
  }
  // The body of the class has computed it.
  if (!C)
    P.DefaultFrom = U.M.intern((D.Of->Name + "." + D.Name).str());
  const bool MayBeNone = C && C->K == ir::Constant::Kind::None;
  P.DeclaredType.Optional |= MayBeNone && !P.DeclaredType.isUnknown();
  return P;
}

static void makeConstructor(Unit &U, const Scope &S, const Record &R, bool Checked) {
  const ir::FunctionId Id = U.M.addFunction(U.M.intern((S.Name + ".__init__").str()));
  ir::Function &F = U.M.function(Id);
  F.InCheckedFile = Checked;
  F.Kind = ir::FunctionKind::Constructor;
  F.Class = S.Name;
  F.Range = U.range(S.Where, S.Where.child(S.Where.is(Kind::Assignment) ? Field::Left : Field::Name));
  ir::Param Self;
  Self.Name = U.M.intern("self");
  Self.DeclaredType.Kind = ir::TypeKind::Object;
  Self.DeclaredType.Name = S.Name;
  F.Params.push_back(Self);
  // Whatever comes by position is rather for the fields of the base.
  if (R.HasForeignBase) {
    ir::Param Others;
    Others.PassMode = ir::Param::Mode::Star;
    F.Params.push_back(Others);
  }
  const unsigned First = F.Params.size();
  for (const Declared &D : R.Fields)
    F.Params.push_back(parameterOf(D, U));
  ir::Builder B(U.M, F);
  const ir::Arg Object{F.Blocks[0].Params[0], {}, {}};
  for (unsigned N = First; N != F.Params.size(); ++N) {
    ir::Inst I;
    I.Kind = ir::InstKind::SetField;
    I.Name = F.Params[N].Name;
    I.Range = F.Params[N].Range;
    I.Args = {Object, {F.Blocks[0].Params[N], {}, I.Range}};
    B.append(std::move(I));
  }
  if (R.RunsMore)
    B.invoke("__post_init__", {Object}, F.Range);
  B.ret(std::nullopt, {});
  B.finish();
}

/// `@dataclass(frozen=True)`
static bool isFrozen(const Scope &S) {
  return llvm::any_of(S.Decorated.children(), [](Node D) {
    const Node Arguments =
        D.is(Kind::Decorator) && D.first().is(Kind::Call) ? D.first().child(Field::Arguments) : Node();
    return llvm::any_of(Arguments.children(), [](Node A) {
      return A.is(Kind::KeywordArgument) && A.child(Field::Name).text() == "frozen" &&
             A.child(Field::Value).text() == "True";
    });
  });
}

/// A frozen dataclass has a `__setattr__` that raises (dataclasses.py, _frozen_get_del_attr).
static void makeFrozen(Unit &U, const Scope &S) {
  ir::Function &F = U.M.function(U.M.addFunction(U.M.intern((S.Name + ".__setattr__").str())));
  F.Kind = ir::FunctionKind::Method;
  F.Class = S.Name;
  F.Range = U.range(S.Where, S.Where.child(Field::Name));
  for (llvm::StringRef Name : {"self", "name", "value"}) {
    ir::Param P;
    P.Name = U.M.intern(Name);
    F.Params.push_back(P);
  }
  ir::Builder B(U.M, F);
  B.finish(); // an open block does not return
}

void makeConstructors(Unit &U, bool Checked) {
  for (const std::unique_ptr<Scope> &S : U.Names.all()) {
    if (S->K == Scope::Kind::Class && isDataclass(*S, U) && isFrozen(*S) && !S->find("__setattr__"))
      makeFrozen(U, *S);
    const bool IsWritten = S->K != Scope::Kind::Class || S->find("__init__");
    if (IsWritten || !isRecord(*S, U))
      continue;
    Record R;
    collect(R, *S, U);
    makeConstructor(U, *S, R, Checked);
  }
}

} // namespace devtidy::frontend::python
