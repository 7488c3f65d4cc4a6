//===- LowerConstructor.cpp - What constructors do to their object --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

void FunctionLowering::setField(const FieldDecl &Field, ir::Arg Value, ir::SourceRange R) {
  ir::Inst Set;
  Set.Kind = ir::InstKind::SetField;
  Set.Name = U.M.intern(Field.getName());
  Set.Args = {ir::Arg{lowerThis(R), {}, R}, Value};
  Set.Range = R;
  B.append(std::move(Set));
}

void FunctionLowering::lowerDefaultInitializer(const FieldDecl &Field, const Expr &Init) {
  ir::Arg Value = lowerArg(&Init);
  setField(Field, Value, U.Files.range(Field.getSourceRange(), Field.getLocation()));
}

void FunctionLowering::makeMember(const FieldDecl &Field) {
  ir::SourceRange R = U.Files.range(Field.getSourceRange(), Field.getLocation());
  setField(Field, {makeItself(Field.getType(), R), {}, R}, R);
}

ir::ValueId FunctionLowering::makeItself(QualType T, ir::SourceRange R) {
  if (!U.makesItself(T))
    return lowerEmpty(T, R);
  if (const ConstantArrayType *Array = U.Context.getAsConstantArrayType(T)) {
    Args Each;
    for (uint64_t N = 0; N < std::min<uint64_t>(Array->getZExtSize(), Unit::MaxParts); ++N)
      Each.push_back({makeItself(Array->getElementType(), R), {}, R});
    return make(InstKind::MakeList, Each, R, U.Type.of(T));
  }
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const ClassRole Role = U.Type.role(Class);
  if (Role == ClassRole::Holder)
    return constructObject(Class, {}, R);
  if (Role == ClassRole::Other)
    return B.call(U.Name.qualified(*Class), {}, R, U.Type.of(T));
  Args Parts;
  for (QualType Part : U.partsByValue(*Class))
    Parts.push_back({makeItself(Part, R), {}, R});
  if (Role == ClassRole::Wrapper)
    return Parts[0].Value;
  return make(Role == ClassRole::Tuple ? InstKind::MakeTuple : InstKind::MakeList, Parts, R, U.Type.of(T));
}

void FunctionLowering::lowerBaseInitializer(const CXXCtorInitializer &I) {
  const CXXRecordDecl *Base = I.getTypeSourceInfo() ? I.getTypeSourceInfo()->getType()->getAsCXXRecordDecl() : nullptr;
  const Expr *Init = peel(I.getInit());
  // Bases of libraries hold no state that the program sees, unless it passes them something.
  bool Own = Base && U.Files.isProject(*Base);
  Args Operands;
  ir::SourceRange R = U.Files.range(*I.getInit());
  const CXXConstructorDecl *Callee = nullptr;
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init)) {
    Callee = C->getConstructor();
    if (!Own && C->getNumArgs() == 0)
      return;
    Operands.push_back({lowerThis(R), {}, R});
    lowerConstructorArguments(*C, Operands);
  } else if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(Init)) {
    Callee = Inherited->getConstructor();
    Operands.push_back({lowerThis(R), {}, R});
    for (unsigned P = 1; P < F.Params.size(); ++P)
      Operands.push_back({B.readVariable(F.Params[P].Name), {}, R});
  }
  if (!Callee || (Own && Operands.size() == 1 && !U.doesSomething(*Callee)))
    return;
  llvm::StringRef Name = U.Name.callable(*Callee);
  if (Name == "torch::nn::Module::Module" || Name == "torch::nn::Cloneable::Cloneable")
    return;
  ir::Type None;
  None.Kind = ir::TypeKind::None;
  B.call(Name, Operands, R, None);
}

void FunctionLowering::lowerInitializer(const CXXCtorInitializer &I) {
  if (!I.isAnyMemberInitializer()) {
    lowerBaseInitializer(I);
    return;
  }
  const FieldDecl *Field = I.getAnyMember();
  const Expr *Init = I.getInit();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init); Default && !I.isWritten()) {
    lowerDefaultInitializer(*Field, *Default->getExpr());
    return;
  }
  if (I.isWritten()) {
    ir::Arg Value = lowerArg(Init);
    setField(*Field, Value, U.Files.range(I.getSourceRange(), I.getSourceLocation()));
    return;
  }
  // What a member is before anyone gave it a value: nothing for a tensor or a number, empty for a container.
  ClassRole Role = U.Type.role(Field->getType());
  if (Role == ClassRole::Tensor || Role == ClassRole::String || Role == ClassRole::Device ||
      Role == ClassRole::Number || Role == ClassRole::Function)
    return;
  // Clang has it made where the constructor is, or the class.
  if (U.isMadeWithoutInitializer(*Field))
    return makeMember(*Field);
  ir::SourceRange R = U.Files.range(Field->getSourceRange(), Field->getLocation());
  setField(*Field, {lower(Init), {}, R}, R);
}

void FunctionLowering::lowerAbstract() {
  Vars.reserve("self");
  finish();
}

/// The initializer of a member as the class writes it. Clang makes that of an instance of a class template only where a
/// constructor of it is compiled; then the one of the template says the same, unless it depends on its arguments.
static const Expr *initializerOf(const CXXRecordDecl &Class, const FieldDecl &Field) {
  if (const Expr *Init = Field.getInClassInitializer(); Init || !Field.hasInClassInitializer())
    return Init;
  const CXXRecordDecl *Pattern = Class.getTemplateInstantiationPattern();
  if (!Pattern)
    return nullptr;
  const auto Written = llvm::find_if(Pattern->fields(),
                                     [&](const FieldDecl *Of) { return Of->getFieldIndex() == Field.getFieldIndex(); });
  const Expr *Init = Written == Pattern->field_end() ? nullptr : Written->getInClassInitializer();
  return Init && !Init->isInstantiationDependent() ? Init : nullptr;
}

void FunctionLowering::lowerGeneratedConstructor(const CXXRecordDecl &Class) {
  Vars.reserve("self");
  for (const FieldDecl *Field : Unit::fieldsOf(Class))
    if (const Expr *Init = initializerOf(Class, *Field))
      Vars.findCells(Init);
  ir::Type None;
  None.Kind = ir::TypeKind::None;
  for (const CXXBaseSpecifier &Specifier : Class.bases()) {
    const CXXRecordDecl *Base = Specifier.getType()->getAsCXXRecordDecl();
    llvm::StringRef Callee = Base ? U.defaultConstructor(*Base) : "";
    ir::SourceRange R = U.Files.range(Specifier.getSourceRange());
    if (!Callee.empty())
      B.call(Callee, {ir::Arg{lowerThis(R), {}, R}}, R, None);
  }
  for (const FieldDecl *Field : Unit::fieldsOf(Class)) {
    if (U.isMadeWithoutInitializer(*Field))
      makeMember(*Field);
    else if (const Expr *Init = initializerOf(Class, *Field); Init && !Field->getName().empty())
      lowerDefaultInitializer(*Field, *Init);
  }
  B.ret(std::nullopt, {});
  finish();
}

} // namespace devtidy::frontend
