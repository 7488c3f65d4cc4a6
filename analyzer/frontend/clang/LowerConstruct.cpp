//===- LowerConstruct.cpp - Constructions ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Graph.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

void FunctionLowering::lowerConstructorArguments(const CXXConstructExpr &E, Args &Out) {
  for (const Expr *Arg : E.arguments())
    if (!lowerDefault(Arg, Out))
      Out.push_back(lowerArg(Arg));
}

ir::ValueId FunctionLowering::constructObject(const CXXRecordDecl *R, llvm::ArrayRef<ir::Arg> Arguments,
                                              ir::SourceRange Range) {
  if (const CXXRecordDecl *Impl = U.Type.role(R) == ClassRole::Holder ? U.Type.held(R) : nullptr)
    R = Impl;
  return B.call(U.Name.qualified(*R), Arguments, Range, U.Type.of(U.Context.getCanonicalTagType(R)));
}

void FunctionLowering::setField(llvm::StringRef Name, ir::Arg Object, ir::Arg Value, ir::SourceRange R) {
  ir::Inst Set;
  Set.Kind = InstKind::SetField;
  Set.Name = Name;
  Set.Range = R;
  Set.Args = {Object, Value};
  B.append(std::move(Set));
}

const CXXRecordDecl *FunctionLowering::structure(QualType T) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && U.Files.isProject(*Class) && U.Type.role(Class) == ClassRole::Other && Class->hasDefinition() &&
                 Class->isAggregate() && !Class->isUnion() && !Class->isLambda() && Class->getNumBases() == 0
             ? Class
             : nullptr;
}

const CXXRecordDecl *FunctionLowering::copiedStructure(const Expr &E) {
  const auto *Construct = dyn_cast<CXXConstructExpr>(E.IgnoreParenImpCasts());
  if (!Construct || Construct->getNumArgs() != 1 || !Construct->getArg(0)->isLValue())
    return nullptr;
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  return Constructor->isCopyConstructor() && !Constructor->isUserProvided() ? structure(E.getType()) : nullptr;
}

ir::ValueId FunctionLowering::lowerOwn(const Expr &Init, QualType T, ir::SourceRange R) {
  ir::ValueId Value = lower(&Init);
  const CXXRecordDecl *Class = T->isReferenceType() ? nullptr : copiedStructure(Init);
  return Class ? copyStructure(*Class, {Value, {}, R}) : Value;
}

ir::ValueId FunctionLowering::copyStructure(const CXXRecordDecl &Class, ir::Arg From) {
  ir::Arg Copy{constructObject(&Class, {}, From.Range), {}, From.Range};
  for (const FieldDecl *Field : Unit::fieldsOf(Class)) {
    if (Field->getName().empty())
      continue;
    llvm::StringRef Name = U.M.intern(Field->getName());
    ir::Arg Member{get(InstKind::GetField, Name, From, From.Range, U.Type.of(Field->getType())), {}, From.Range};
    if (const CXXRecordDecl *Inner = structure(Field->getType()))
      Member.Value = copyStructure(*Inner, Member);
    setField(Name, Copy, Member, From.Range);
  }
  return Copy.Value;
}

static unsigned writtenArguments(const CXXConstructExpr &E) {
  return llvm::count_if(E.arguments(), [](const Expr *Arg) { return !isa<CXXDefaultArgExpr>(Arg); });
}

/// What an object of Class holds that the rest of the arguments make, as Tag says; null if it is no such tag.
static QualType heldInPlace(Unit &U, const CXXRecordDecl &Class, const Expr &Tag) {
  const CXXRecordDecl *Says = bare(Tag.getType())->getAsCXXRecordDecl();
  const llvm::StringRef Name = Says ? U.Name.qualified(*Says) : llvm::StringRef();
  const bool IsOnly = Name == "std::in_place_t";
  const auto *Instance = IsOnly || Name == "std::in_place_type_t"
                             ? dyn_cast<ClassTemplateSpecializationDecl>(IsOnly ? &Class : Says)
                             : nullptr;
  const bool IsType = Instance && Instance->getTemplateArgs()[0].getKind() == TemplateArgument::Type;
  return IsType ? Instance->getTemplateArgs()[0].getAsType() : QualType();
}

ir::ValueId FunctionLowering::lowerConstruct(const CXXConstructExpr &E, bool Implicit) {
  const CXXConstructorDecl *Constructor = E.getConstructor();
  const CXXRecordDecl *Class = Constructor->getParent();
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  // Inner parts[2]; std::pair<Inner, int> part;
  if (E.getNumArgs() == 0 && U.makesItself(E.getType()) && U.Type.role(E.getType()) != ClassRole::Other)
    return makeItself(E.getType(), R);
  unsigned Count = writtenArguments(E);
  const Expr *First = Count ? E.getArg(0) : nullptr;
  if (Count == 1 && Constructor->isCopyOrMoveConstructor())
    return lower(First);
  ClassRole From = First ? U.Type.role(First->getType()) : ClassRole::Other;
  switch (ClassRole Role = U.Type.role(Class)) {
  case ClassRole::Tensor:
    // A TensorArg has the tensor's name and number too, for messages.
    if (From == ClassRole::Tensor && (Count == 1 || U.Name.qualified(*Class) == "at::TensorArg"))
      return lower(First);
    break;
  case ClassRole::Device:
    if (Count == 1 && Implicit)
      return lower(First);
    break;
  case ClassRole::Options: {
    if (Count == 1 && Implicit)
      return lower(First);
    Args Operands;
    lowerConstructorArguments(E, Operands);
    if (Count == 1 && U.Type.of(First->getType()).Kind == ir::TypeKind::Number)
      Operands[0].Keyword = "dtype";
    return B.call("torch::TensorOptions", Operands, R, T);
  }
  case ClassRole::Number:
    return First ? lower(First) : B.constantInt(0, R);
  case ClassRole::String:
    if (!First)
      return B.constantString("", R);
    if (U.Type.of(First->getType()).Kind == ir::TypeKind::String)
      return lower(First);
    break;
  case ClassRole::Optional:
  case ClassRole::Wrapper:
    // std::optional<Layer> layer(std::in_place, 3, 4), std::variant<Layer, int> layer(std::in_place_type<Layer>, 3, 4)
    if (const QualType Held = First ? heldInPlace(U, *Class, *First) : QualType(); !Held.isNull())
      if (std::optional<ir::Arg> Made = heldOf(Held, llvm::ArrayRef(E.getArgs(), Count).drop_front(), R))
        return Made->Value;
    [[fallthrough]];
  case ClassRole::Function:
    if (Count <= 1)
      return First ? lower(First) : B.constantNone(R);
    break;
  case ClassRole::Pointer:
    return First ? lower(First) : B.constantNone(R);
  case ClassRole::None:
    return B.constantNone(R);
  case ClassRole::Holder:
    if (Count == 1 &&
        (From == ClassRole::Pointer || From == ClassRole::Holder || bare(First->getType())->isNullPtrType()))
      return lower(First);
    break;
  case ClassRole::List:
    if (Count == 0)
      return make(InstKind::MakeList, {}, R, T);
    if (isa<CXXStdInitializerListExpr>(peel(First)))
      return lower(First);
    // A range: a list of all elements, or of what the memory holds.
    if (Count == 2 && isMemoryRange(First, E.getArg(1))) {
      ir::Arg Element = elementAt(*First);
      lower(E.getArg(1));
      return make(InstKind::MakeList, Element, R, T);
    }
    if (Count == 2 && isIterator(First)) {
      ir::Arg All = lowerArg(First);
      All.Keyword = "*";
      lower(E.getArg(1));
      return make(InstKind::MakeList, All, R, T);
    }
    if (Count == 1 && U.Type.of(First->getType()).Kind == ir::TypeKind::List)
      return lower(First);
    if (std::optional<ir::ValueId> V = lowerCounted(E))
      return *V;
    // An ArrayRef of one element converts from the element.
    if (Count == 1 && U.Name.qualified(*Class) != "std::vector")
      return make(InstKind::MakeList, lowerArg(First), R, T);
    break;
  case ClassRole::Tuple: {
    if (Count == 1 && From == ClassRole::Tuple)
      return lower(First);
    Args Operands;
    lowerConstructorArguments(E, Operands);
    return Count ? make(InstKind::MakeTuple, Operands, R, T) : B.opaque({}, R, T);
  }
  case ClassRole::Dict: {
    if (Count == 1 && From == Role)
      return lower(First);
    const auto *List = First ? dyn_cast<CXXStdInitializerListExpr>(peel(First)) : nullptr;
    const auto *Pairs = List ? dyn_cast<InitListExpr>(peel(List->getSubExpr())) : nullptr;
    if (Count && !Pairs)
      break;
    Args Operands;
    for (const Expr *Pair : Pairs ? Pairs->inits() : llvm::ArrayRef<Expr *>()) {
      const auto *Construct = dyn_cast<CXXConstructExpr>(peel(Pair));
      ir::Arg Both = Construct && Construct->getNumArgs() == 2 ? ir::Arg() : lowerArg(Pair);
      for (unsigned I : {0, 1})
        Operands.push_back(Both.Value ? ir::Arg{unpack(Both, I, 2, Both.Range, {}), {}, Both.Range}
                                      : lowerArg(Construct->getArg(I)));
    }
    return make(InstKind::MakeDict, Operands, R, T);
  }
  case ClassRole::Iterator:
  case ClassRole::Other:
    // What a library class converts from implicitly is its value: options from a number, a path from a string.
    if (Count == 1 && Implicit && !U.Files.isProject(*Class))
      return lower(First);
    break;
  }
  Args Operands;
  lowerConstructorArguments(E, Operands);
  forkToHandler(E, R);
  return constructObject(Class, Operands, R);
}

void FunctionLowering::forkToHandler(const CXXConstructExpr &E, ir::SourceRange R) {
  const CFGBlock *Handler = Current ? Current->Plan->handler(&E) : nullptr;
  if (!Handler)
    return;
  ir::BlockId Normal = B.createBlock();
  B.fork(Normal, blockFor(*Current, {Handler, 0, Handler}), R);
  B.setBlock(Normal);
}

ir::ValueId FunctionLowering::lowerEmpty(QualType T, ir::SourceRange R) {
  ir::Type Type = U.Type.of(T);
  if (U.Type.isNullable(T) || Type.Kind == ir::TypeKind::None)
    return B.constantNone(R);
  if (Type.Kind == ir::TypeKind::Bool)
    return B.constantBool(false, R);
  if (Type.Kind == ir::TypeKind::Device)
    return B.constantString("cpu", R);
  if (Type.Kind == ir::TypeKind::Number)
    return B.constantInt(0, R);
  return B.opaque({}, R, Type);
}

ir::ValueId FunctionLowering::lowerList(const InitListExpr &E) {
  const InitListExpr &List = E.isSemanticForm() || !E.getSemanticForm() ? E : *E.getSemanticForm();
  ir::SourceRange R = U.Files.range(E);
  QualType T = List.getType();
  const CXXRecordDecl *Class = bare(T)->getAsCXXRecordDecl();
  ClassRole Role = U.Type.role(Class);
  if (!Class && !T->isArrayType() && !T->isVectorType())
    return List.getNumInits() ? lower(List.getInit(0)) : lowerEmpty(T, R);
  // std::array holds its elements in an array of its own.
  if (Class && Role == ClassRole::List && List.getNumInits() == 1)
    return lower(List.getInit(0));
  if (Class && Class->isLambda())
    return B.opaque({}, R, U.Type.of(T));
  Args Elements;
  if (!Class || Role != ClassRole::Other) {
    for (const Expr *Init : List.inits())
      Elements.push_back(lowerArg(Init));
    return make(Role == ClassRole::Tuple ? InstKind::MakeTuple : InstKind::MakeList, Elements, R, U.Type.of(T));
  }
  ir::Arg Object{constructObject(Class, {}, R), {}, R};
  const auto *Init = List.inits().begin();
  // Bases come first, in the order of their declaration.
  unsigned Bases = Class->getNumBases();
  for (unsigned I = 0; I != Bases && Init != List.inits().end(); ++I)
    lower(*Init++);
  for (const FieldDecl *Field : Class->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (Class->isUnion() && List.getInitializedFieldInUnion() != Field)
      continue;
    if (Init == List.inits().end())
      break;
    const Expr *Value = *Init++;
    if (isa<ImplicitValueInitExpr>(Value) || Field->getName().empty())
      continue;
    setField(U.M.intern(Field->getName()), Object, lowerArg(Value), R);
  }
  return Object.Value;
}

} // namespace devtidy::frontend
