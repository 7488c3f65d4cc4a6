//===- Unit.cpp - What the lowering of one translation unit shares --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Unit.h"
#include "frontend/clang/Constants.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace devtidy::frontend {

static ir::Type objectType(llvm::StringRef Class) {
  ir::Type T;
  T.Kind = ir::TypeKind::Object;
  T.Name = Class;
  return T;
}

ir::Param Unit::parameter(const ParmVarDecl &P) {
  ir::Param Result;
  Result.Name = M.intern(P.getName());
  Result.DeclaredType = Type.of(P.getType());
  Result.Range = Files.range(P.getSourceRange(), P.getLocation());
  const auto *Owner = dyn_cast<FunctionDecl>(P.getDeclContext());
  const bool OfKernel = Owner && Owner->hasAttr<CUDAGlobalAttr>();
  if (OfKernel ? P.getType()->isReferenceType()
               : Type.isSharedVariable(P.getType()) || Type.isPointerAddress(P.getType()))
    Result.PassMode = ir::Param::Mode::Cell;
  if (!P.hasDefaultArg())
    return Result;
  Result.HasDefault = true;
  std::optional<ir::Constant> Default;
  if (!P.hasUninstantiatedDefaultArg() && !P.hasUnparsedDefaultArg() && P.getDefaultArg())
    Default = constantDefault(*this, P.getDefaultArg());
  Result.DefaultUnknown = !Default;
  if (Default)
    Result.Default = *Default;
  return Result;
}

void Unit::nameParameters(ir::Function &F) {
  llvm::StringMap<unsigned> Uses;
  for (ir::Param &P : F.Params) {
    std::string Name = P.Name.empty() ? "_" : P.Name.str();
    if (unsigned Earlier = Uses[Name]++)
      Name += "#" + std::to_string(Earlier + 1);
    P.Name = M.intern(Name);
  }
}

ir::FunctionId Unit::declareFunction(const FunctionDecl &D) {
  llvm::StringRef FullName = Name.callable(D);
  if (ir::FunctionId Known = M.findFunction(FullName))
    return Known;
  ir::FunctionId Id = M.addFunction(FullName);
  ir::Function &F = M.function(Id);
  const auto *Method = dyn_cast<CXXMethodDecl>(&D);
  if (Method)
    F.Class = Name.qualified(*Method->getParent());
  if (D.hasAttr<CUDAGlobalAttr>())
    F.Kind = ir::FunctionKind::Kernel;
  else if (isa<CXXConstructorDecl>(D))
    F.Kind = ir::FunctionKind::Constructor;
  else if (Method)
    F.Kind = Method->isStatic() ? ir::FunctionKind::StaticMethod : ir::FunctionKind::Method;
  if (Method && Method->isInstance()) {
    ir::Param Self;
    Self.Name = M.intern("self");
    Self.DeclaredType = objectType(F.Class);
    F.Params.push_back(Self);
  }
  for (const ParmVarDecl *P : D.parameters())
    F.Params.push_back(parameter(*P));
  nameParameters(F);
  if (!isa<CXXConstructorDecl, CXXDestructorDecl>(D))
    F.ReturnType = Type.of(D.getReturnType());
  F.InCheckedFile = Files.isChecked(D.getLocation());
  F.IsLocal = !D.isExternallyVisible() || D.isMain();
  F.Range = Files.range(D.getSourceRange(), D.getLocation());
  if (D.isExternC())
    F.Decorators.push_back(M.intern("extern_c"));
  // It runs on a device as well; what it returns need not have been read.
  if (D.hasAttr<CUDADeviceAttr>())
    F.Decorators.push_back(M.intern("device"));
  if (D.getReturnType()->isLValueReferenceType() && Type.isPlainData(D.getReturnType()->getPointeeType()))
    F.Decorators.push_back(M.intern("reference"));
  return Id;
}

static std::string generatedName(Names &Name, const CXXRecordDecl &D) {
  return (Name.qualified(D) + "::" + unqualifiedName(D)).str();
}

ir::FunctionId Unit::declareGeneratedConstructor(const CXXRecordDecl &D) {
  std::string FullName = generatedName(Name, D);
  if (ir::FunctionId Known = M.findFunction(FullName))
    return Known;
  ir::FunctionId Id = M.addFunction(FullName);
  ir::Function &F = M.function(Id);
  F.Class = Name.qualified(D);
  F.Kind = ir::FunctionKind::Constructor;
  ir::Param Self;
  Self.Name = M.intern("self");
  Self.DeclaredType = objectType(F.Class);
  F.Params.push_back(Self);
  F.InCheckedFile = Files.isChecked(D.getLocation());
  F.IsLocal = !D.isExternallyVisible();
  F.Range = Files.range(D.getSourceRange(), D.getLocation());
  return Id;
}

llvm::SmallVector<const FieldDecl *, 8> Unit::fieldsOf(const CXXRecordDecl &D) {
  llvm::SmallVector<const FieldDecl *, 8> Fields;
  for (const FieldDecl *Field : D.fields()) {
    const CXXRecordDecl *Class = Field->isAnonymousStructOrUnion() ? Field->getType()->getAsCXXRecordDecl() : nullptr;
    if (Class && !Class->isUnion())
      llvm::append_range(Fields, fieldsOf(*Class));
    else
      Fields.push_back(Field);
  }
  return Fields;
}

bool Unit::isMadeOfSomething(const CXXRecordDecl &D) {
  return D.hasInClassInitializer() ||
         llvm::any_of(fieldsOf(D),
                      [&](const FieldDecl *Field) {
                        return Field->hasInClassInitializer() || isMadeWithoutInitializer(*Field);
                      }) ||
         llvm::any_of(D.bases(), [&](const CXXBaseSpecifier &Specifier) {
           const CXXRecordDecl *Base = Specifier.getType()->getAsCXXRecordDecl();
           return Base && !defaultConstructor(*Base).empty();
         });
}

bool Unit::isMadeWithoutInitializer(const FieldDecl &Field) {
  return !Field.hasInClassInitializer() && !Field.getName().empty() && makesItself(Field.getType());
}

bool Unit::makesItself(QualType T) {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(T))
    return makesItself(Array->getElementType());
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class)
    return false;
  const ClassRole Role = Type.role(Class);
  // TORCH_MODULE(Inner); ... Inner inner;
  if (const CXXRecordDecl *Impl = Role == ClassRole::Holder ? Type.held(Class) : nullptr)
    return Impl->hasDefaultConstructor() && (!Files.isProject(*Impl) || !defaultConstructor(*Impl).empty());
  if (Role == ClassRole::Other)
    return isToldApart(*Class) && !defaultConstructor(*Class).empty();
  return llvm::any_of(partsByValue(*Class), [&](QualType Part) { return makesItself(Part); });
}

llvm::SmallVector<QualType, 2> Unit::partsByValue(const CXXRecordDecl &Class) {
  llvm::SmallVector<QualType, 2> Parts;
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  const llvm::StringRef Of = Instance ? Name.qualified(Class) : llvm::StringRef();
  const bool IsOne = Of == "std::variant";
  if (Of != "std::array" && Of != "std::pair" && Of != "std::tuple" && !IsOne)
    return Parts;
  for (const TemplateArgument &A : Instance->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Integral)
      Parts.assign(std::min<uint64_t>(A.getAsIntegral().getLimitedValue(), MaxParts), Parts.front());
    const bool IsPack = A.getKind() == TemplateArgument::Pack;
    for (const TemplateArgument &Each : IsPack ? A.pack_elements() : llvm::ArrayRef(A))
      if (Each.getKind() == TemplateArgument::Type)
        Parts.push_back(Each.getAsType());
  }
  if (IsOne)
    Parts.resize(std::min<size_t>(Parts.size(), 1));
  return Parts;
}

bool Unit::doesSomething(const CXXConstructorDecl &C) {
  return C.isUserProvided() || C.getInheritedConstructor() || isMadeOfSomething(*C.getParent());
}

llvm::StringRef Unit::defaultConstructor(const CXXRecordDecl &Base) {
  const CXXRecordDecl *D = Base.getDefinition();
  if (!D || !Files.isProject(*D))
    return {};
  for (const CXXConstructorDecl *C : D->ctors())
    if (C->isDefaultConstructor() && !C->isDeleted())
      return doesSomething(*C) ? Name.callable(*C) : llvm::StringRef();
  bool Generated = D->needsImplicitDefaultConstructor() && isMadeOfSomething(*D);
  return Generated ? M.intern(generatedName(Name, *D)) : llvm::StringRef();
}

const FunctionDecl *Unit::instance(const FunctionTemplateDecl &D) {
  const FunctionDecl *First = nullptr;
  for (const FunctionDecl *Instance : D.specializations()) {
    const FunctionDecl *Definition = nullptr;
    if (!Instance->hasBody(Definition) || Definition->isDependentContext())
      continue;
    if (!First)
      First = Definition;
    for (const ParmVarDecl *P : Definition->parameters())
      if (Type.of(P->getType()).isTensor())
        return Definition;
  }
  return First;
}

const CXXMethodDecl *Unit::body(const LambdaExpr &E) {
  if (!E.isGenericLambda())
    return E.getCallOperator();
  return cast_or_null<CXXMethodDecl>(instance(*E.getDependentCallOperator()));
}

bool Unit::isSharedCapture(const LambdaCapture &C) {
  if (!C.capturesVariable() || C.getCaptureKind() != LCK_ByRef)
    return false;
  const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
  return !V || !V->isInitCapture();
}

ir::FunctionId Unit::declareLambda(const LambdaExpr &E, llvm::StringRef Outer) {
  ir::SourceRange Range = Files.range(E);
  std::string Key = Outer.str() + ":" + std::to_string(Range.File ? Range.File->Id.index() : 0) + ":" +
                    std::to_string(Range.Begin) + ":" + std::to_string(Range.End);
  auto [Place, New] = LambdaByPlace.try_emplace(Key);
  if (!New)
    return Place->second;
  ir::FunctionId Id = M.addFunction((Outer + "::lambda#" + llvm::Twine(++LambdaCount[Outer])).str());
  Place->second = Id;
  ir::Function &F = M.function(Id);
  F.Kind = ir::FunctionKind::Lambda;
  F.Range = Range;
  F.InCheckedFile = Files.isChecked(E.getBeginLoc());
  const ir::FunctionId OuterId = M.findFunction(Outer);
  if (OuterId)
    F.Class = M.function(OuterId).Class;
  for (const LambdaCapture &C : E.captures()) {
    ir::Param P;
    P.Range = Files.range(C.getLocation());
    if (C.capturesThis()) {
      P.Name = M.intern("self");
      P.DeclaredType = F.Class.empty() ? ir::Type() : objectType(F.Class);
    } else if (C.capturesVariable()) {
      const ValueDecl *D = C.getCapturedVar();
      P.Name = M.intern(D->getName());
      P.DeclaredType = Type.of(D->getType());
      if (isSharedCapture(C) && Written.contains(D))
        P.PassMode = ir::Param::Mode::Cell;
    } else {
      continue;
    }
    F.Params.push_back(P);
  }
  F.CaptureCount = F.Params.size();
  const CXXMethodDecl *Body = body(E);
  if (!Body)
    Body = E.getCallOperator();
  for (const ParmVarDecl *P : Body->parameters())
    F.Params.push_back(parameter(*P));
  nameParameters(F);
  F.ReturnType = Type.of(Body->getReturnType());
  Lambdas.push_back({&E, Id});
  return Id;
}

} // namespace devtidy::frontend
