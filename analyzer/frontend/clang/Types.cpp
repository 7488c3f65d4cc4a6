//===- Types.cpp - Clang types to the words of the IR ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

using ir::TypeKind;

QualType bare(QualType T) {
  if (T.isNull())
    return T;
  return T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

/// The template argument of a class template's instance, as a type; null if there is none.
static QualType templateArgument(const CXXRecordDecl *R, unsigned I) {
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!S || S->getTemplateArgs().size() <= I || S->getTemplateArgs()[I].getKind() != TemplateArgument::Type)
    return {};
  return S->getTemplateArgs()[I].getAsType();
}

/// The first class above R of that name, R included; null if there is none.
static const CXXRecordDecl *findBase(Names &N, const CXXRecordDecl *R, llvm::StringRef Name, unsigned Depth = 0) {
  if (N.qualified(*R) == Name)
    return R;
  if (!R->hasDefinition() || Depth == 8)
    return nullptr;
  for (const CXXBaseSpecifier &B : R->getDefinition()->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
      if (const CXXRecordDecl *Found = findBase(N, Base, Name, Depth + 1))
        return Found;
  return nullptr;
}

ClassRole Types::findRole(const CXXRecordDecl *R) {
  if (R->isLambda())
    return ClassRole::Function;
  llvm::StringRef Name = N.qualified(*R);
  ClassRole Role =
      llvm::StringSwitch<ClassRole>(Name)
          .Cases({"at::Tensor", "at::TensorBase", "at::OptionalTensorRef", "at::TensorRef", "at::TensorArg"},
                 ClassRole::Tensor)
          .Case("torch::Device", ClassRole::Device)
          .Case("torch::TensorOptions", ClassRole::Options)
          .Cases({"c10::Scalar", "c10::SymInt", "c10::SymFloat", "c10::SymBool", "c10::Half", "c10::BFloat16"},
                 ClassRole::Number)
          .Cases({"c10::complex", "std::complex", "caffe2::TypeMeta"}, ClassRole::Number)
          .Cases({"std::basic_string", "std::basic_string_view", "std::filesystem::path"}, ClassRole::String)
          .Cases({"std::optional", "c10::optional", "c10::OptionalRef"}, ClassRole::Optional)
          .Cases({"std::shared_ptr", "std::__shared_ptr", "std::__shared_ptr_access", "std::unique_ptr",
                  "std::weak_ptr", "std::reference_wrapper", "std::future", "std::shared_future"},
                 ClassRole::Pointer)
          .Cases({"c10::intrusive_ptr", "c10::MaybeOwned", "c10::ExclusivelyOwned"}, ClassRole::Pointer)
          .Cases({"std::vector", "std::array", "std::deque", "std::list", "std::set", "std::unordered_set",
                  "std::initializer_list", "std::span"},
                 ClassRole::List)
          .Cases({"c10::ArrayRef", "c10::HeaderOnlyArrayRef", "c10::OptionalArrayRef", "c10::List", "c10::IListRef",
                  "c10::SmallVector", "c10::SmallVectorImpl"},
                 ClassRole::List)
          .Cases({"std::pair", "std::tuple", "torch::OrderedDict::Item"}, ClassRole::Tuple)
          .Cases({"std::map", "std::unordered_map", "std::multimap", "c10::Dict", "torch::OrderedDict"},
                 ClassRole::Dict)
          .Cases({"__gnu_cxx::__normal_iterator", "std::_Rb_tree_iterator", "std::_Rb_tree_const_iterator",
                  "std::__detail::_Node_iterator", "std::__detail::_Node_const_iterator", "std::_List_iterator",
                  "std::_List_const_iterator", "std::_Deque_iterator"},
                 ClassRole::Iterator)
          .Cases({"std::__wrap_iter", "std::__map_iterator", "std::__map_const_iterator", "std::__hash_map_iterator",
                  "std::__hash_map_const_iterator", "std::__list_iterator", "std::__list_const_iterator"},
                 ClassRole::Iterator)
          .Cases({"std::reverse_iterator", "std::move_iterator"}, ClassRole::Iterator)
          .Case("std::function", ClassRole::Function)
          .Case("std::nullopt_t", ClassRole::None)
          .Cases({"c10::IValue", "at::indexing::TensorIndex", "torch::nn::AnyValue", "torch::nn::AnyModule",
                  "torch::detail::TensorDataContainer", "torch::ExpandingArray", "torch::nn::NamedAnyModule"},
                 ClassRole::Wrapper)
          .Cases({"std::variant", "std::any"}, ClassRole::Wrapper)
          .Default(ClassRole::Other);
  if (Role == ClassRole::Other && held(R))
    return ClassRole::Holder;
  return Role;
}

ClassRole Types::role(const CXXRecordDecl *R) {
  if (!R)
    return ClassRole::Other;
  auto It = Roles.find(R);
  if (It == Roles.end())
    It = Roles.try_emplace(R, findRole(R)).first;
  return It->second;
}

ClassRole Types::role(QualType T) {
  T = bare(T);
  return T.isNull() ? ClassRole::Other : role(T->getAsCXXRecordDecl());
}

const CXXRecordDecl *Types::held(const CXXRecordDecl *Holder) {
  const CXXRecordDecl *Base = findBase(N, Holder, "torch::nn::ModuleHolder");
  QualType Contained = Base ? templateArgument(Base, 0) : QualType();
  return Contained.isNull() ? nullptr : Contained->getAsCXXRecordDecl();
}

static ir::Type kind(TypeKind K) {
  ir::Type T;
  T.Kind = K;
  return T;
}

static ir::Type container(TypeKind K, ir::Type Element) {
  ir::Type T;
  T.Kind = K;
  T.Element = Element.Kind;
  if (Element.Kind == TypeKind::Object)
    T.Name = Element.Name;
  return T;
}

ir::Type Types::ofClass(const CXXRecordDecl *R, unsigned Depth) {
  switch (role(R)) {
  case ClassRole::Tensor:
    return kind(TypeKind::Tensor);
  case ClassRole::Device:
    return kind(TypeKind::Device);
  case ClassRole::Options:
    return kind(TypeKind::Options);
  case ClassRole::Number:
    return kind(TypeKind::Number);
  case ClassRole::String:
    return kind(TypeKind::String);
  case ClassRole::Function:
    return kind(TypeKind::Function);
  case ClassRole::None:
    return kind(TypeKind::None);
  case ClassRole::Tuple:
    return kind(TypeKind::Tuple);
  case ClassRole::Wrapper:
  case ClassRole::Iterator:
    return {};
  case ClassRole::Optional: {
    ir::Type T = of(templateArgument(R, 0), Depth + 1);
    T.Optional = !T.isUnknown();
    return T;
  }
  case ClassRole::Pointer:
    return of(templateArgument(R, 0), Depth + 1);
  case ClassRole::List:
    return container(TypeKind::List, of(templateArgument(R, 0), Depth + 1));
  case ClassRole::Dict:
    return container(TypeKind::Dict, of(templateArgument(R, 1), Depth + 1));
  case ClassRole::Holder:
    R = held(R);
    [[fallthrough]];
  case ClassRole::Other:
    break;
  }
  ir::Type T = kind(TypeKind::Object);
  T.Name = N.qualified(*R);
  return T;
}

/// Bytes are no text: `uint8_t *pixels`.
static bool isText(QualType Character) {
  return Character->isAnyCharacterType() && !Character->isSpecificBuiltinType(BuiltinType::UChar) &&
         !Character->isSpecificBuiltinType(BuiltinType::SChar);
}

ir::Type Types::of(QualType T, unsigned Depth) {
  T = bare(T);
  if (T.isNull() || T->isDependentType() || Depth > 8)
    return {};
  if (T->isVoidType() || T->isNullPtrType())
    return kind(TypeKind::None);
  if (T->isBooleanType())
    return kind(TypeKind::Bool);
  if (isDeviceType(T))
    return kind(TypeKind::Device);
  if (T->isArithmeticType() || T->isEnumeralType())
    return kind(TypeKind::Number);
  if (const auto *A = dyn_cast<ArrayType>(T)) {
    if (isText(A->getElementType()))
      return kind(TypeKind::String);
    return container(TypeKind::List, of(A->getElementType(), Depth + 1));
  }
  if (const auto *P = dyn_cast<PointerType>(T)) {
    QualType Pointee = bare(P->getPointeeType());
    // What can be written is a buffer: `char *chunk`.
    if (isText(Pointee) && P->getPointeeType().isConstQualified())
      return kind(TypeKind::String);
    if (Pointee->isFunctionType())
      return kind(TypeKind::Function);
    // The memory behind a plain data pointer is neither a number nor a tensor.
    if (!Pointee->isRecordType() || isDataPointer(T))
      return {};
    ir::Type Result = of(Pointee, Depth + 1);
    Result.Optional = !Result.isUnknown();
    return Result;
  }
  if (T->isFunctionType())
    return kind(TypeKind::Function);
  if (const CXXRecordDecl *R = T->getAsCXXRecordDecl())
    return ofClass(R, Depth);
  return {};
}

bool Types::isSharedVariable(QualType Parameter) {
  if (!Parameter->isLValueReferenceType() || Parameter->getPointeeType().isConstQualified())
    return false;
  if (QualType Referred = bare(Parameter); Referred->isPointerType() && isPlainData(Referred->getPointeeType()))
    return true;
  switch (of(Parameter).Kind) {
  case TypeKind::Tensor:
  case TypeKind::Device:
  case TypeKind::Options:
  case TypeKind::Bool:
  case TypeKind::Number:
  case TypeKind::String:
    return true;
  default:
    return false;
  }
}

bool Types::isTensorAddress(QualType T) {
  T = bare(T);
  if (T.isNull() || !T->isPointerType() || T->getPointeeType().isConstQualified())
    return false;
  return role(T->getPointeeType()) == ClassRole::Tensor;
}

bool Types::isPointerAddress(QualType T) {
  T = bare(T);
  if (T.isNull() || !T->isPointerType() || T->getPointeeType().isConstQualified())
    return false;
  QualType Pointer = bare(T->getPointeeType());
  if (!Pointer->isPointerType())
    return false;
  QualType Pointee = bare(Pointer->getPointeeType());
  // The strings of a command line are no variables.
  return !Pointee->isAnyCharacterType() && (Pointee->isArithmeticType() || Pointee->isVoidType() ||
                                            (Pointee->isRecordType() && role(Pointee) == ClassRole::Other));
}

ir::Type Types::tableOfPointers() { return container(TypeKind::List, {}); }

bool Types::usesHostMemory(QualType T) {
  const CXXRecordDecl *R = bare(T)->getAsCXXRecordDecl();
  llvm::StringRef Name = R ? N.qualified(*R) : "";
  if (Name == "std::array" || Name == "std::initializer_list")
    return true;
  QualType Allocator = Name == "std::vector" || Name == "thrust::host_vector" ? templateArgument(R, 1) : QualType();
  const CXXRecordDecl *A = Allocator.isNull() ? nullptr : Allocator->getAsCXXRecordDecl();
  return A && N.qualified(*A) == "std::allocator";
}

bool Types::isPlainData(QualType T) {
  T = bare(T);
  while (!T.isNull() && T->isArrayType())
    T = bare(T->getAsArrayTypeUnsafe()->getElementType());
  return !T.isNull() && (T->isArithmeticType() || role(T) == ClassRole::Number);
}

bool Types::isDataPointer(QualType T) {
  T = bare(T);
  if (T.isNull() || (!T->isPointerType() && !T->isArrayType()))
    return false;
  QualType Pointee = bare(T->getPointeeOrArrayElementType()->getCanonicalTypeInternal());
  ClassRole R = role(Pointee);
  return Pointee->isArithmeticType() || Pointee->isPointerType() || R == ClassRole::Number;
}

bool Types::isNullable(QualType T) {
  T = bare(T);
  if (T.isNull())
    return false;
  ClassRole R = role(T);
  return T->isPointerType() || R == ClassRole::Optional || R == ClassRole::Pointer || R == ClassRole::Holder ||
         R == ClassRole::Function;
}

bool Types::isMapEntry(QualType T) {
  T = bare(T);
  if (!T.isNull() && T->isPointerType())
    T = bare(T->getPointeeType());
  const CXXRecordDecl *R = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  if (!R || N.qualified(*R) == "torch::OrderedDict::Item")
    return R;
  if (N.qualified(*R) != "std::pair")
    return false;
  QualType Key = templateArgument(R, 0);
  return !Key.isNull() && Key.isConstQualified();
}

bool Types::isDeviceType(QualType T) {
  T = bare(T);
  const auto *E = T.isNull() ? nullptr : T->getAs<EnumType>();
  return E && N.qualified(*E->getDecl()) == "c10::DeviceType";
}

} // namespace devtidy::frontend
