//===- Names.cpp - What declarations are called in the IR -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

static constexpr llvm::StringLiteral Unnamed = "(unnamed)";

bool isToldApart(const TagDecl &D) {
  const auto *Class = dyn_cast<RecordDecl>(&D);
  return D.hasNameForLinkage() || (Class && !Class->isAnonymousStructOrUnion() && !Class->isLambda() &&
                                   (D.getDeclContext()->isRecord() || D.getDeclContext()->isFunctionOrMethod()));
}

/// The name of a class without a name, `struct { nn::Linear a; } parts;`, among those around it.
static std::string nameAmongUnnamed(const TagDecl &D) {
  if (!isToldApart(D))
    return Unnamed.str();
  const unsigned Before = llvm::count_if(D.getDeclContext()->decls(), [&](const Decl *Other) {
    const auto *Tag = dyn_cast<TagDecl>(Other);
    return Tag && Tag != &D && !Tag->hasNameForLinkage() && isToldApart(*Tag) && Tag->getLocation() < D.getLocation();
  });
  return Before == 0 ? Unnamed.str() : (Unnamed + "#" + llvm::Twine(Before + 1)).str();
}

/// `typedef struct {} Matrix` is called Matrix.
static std::string nameOfType(const TagDecl &D) {
  if (D.getIdentifier())
    return D.getNameAsString();
  const TypedefNameDecl *Typedef = D.getTypedefNameForAnonDecl();
  return Typedef ? Typedef->getNameAsString() : nameAmongUnnamed(D);
}

std::string unqualifiedName(const NamedDecl &D) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(&D))
    return nameOfType(*C->getParent());
  if (const auto *C = dyn_cast<CXXDestructorDecl>(&D))
    return "~" + nameOfType(*C->getParent());
  if (const auto *Tag = dyn_cast<TagDecl>(&D))
    return nameOfType(*Tag);
  // The variable of `static union { int a; };`.
  return D.getDeclName().isEmpty() ? Unnamed.str() : D.getNameAsString();
}

std::string Names::specialised(const NamedDecl &D) {
  llvm::ArrayRef<TemplateArgument> Given;
  if (const auto *C = dyn_cast<ClassTemplateSpecializationDecl>(&D)) {
    const auto *Partial = C->getSpecializedTemplateOrPartial().dyn_cast<ClassTemplatePartialSpecializationDecl *>();
    if (Partial)
      Given = Partial->getTemplateArgs().asArray();
    else if (C->isExplicitSpecialization())
      Given = C->getTemplateArgs().asArray();
  } else if (const auto *F = dyn_cast<FunctionDecl>(&D);
             F && F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization &&
             F->getTemplateSpecializationArgs())
    Given = F->getTemplateSpecializationArgs()->asArray();
  std::string Name = unqualifiedName(D);
  if (Given.empty() || !Files.isProject(D.getLocation()))
    return Name;
  llvm::raw_string_ostream Out(Name);
  printTemplateArgumentList(Out, Given, PrintingPolicy(D.getASTContext().getLangOpts()));
  return Name;
}

/// Writes "a::b::" for the scopes around D.
void Names::appendScopes(const DeclContext *Scope, std::string &Out) {
  llvm::SmallVector<std::string, 8> Parts;
  for (; Scope && !Scope->isTranslationUnit(); Scope = Scope->getParent()) {
    if (const auto *N = dyn_cast<NamespaceDecl>(Scope)) {
      if (!N->isInline() && !N->isAnonymousNamespace())
        Parts.push_back(N->getNameAsString());
    } else if (const auto *R = dyn_cast<RecordDecl>(Scope)) {
      if (isToldApart(*R))
        Parts.push_back(specialised(*R));
    } else if (const auto *F = dyn_cast<FunctionDecl>(Scope)) {
      Parts.push_back(unqualifiedName(*F));
    } else if (const auto *E = dyn_cast<EnumDecl>(Scope)) {
      if (E->getIdentifier())
        Parts.push_back(E->getNameAsString());
    }
  }
  for (const std::string &Part : llvm::reverse(Parts))
    (Out += Part) += "::";
}

std::string Names::build(const NamedDecl &D) {
  std::string Name;
  appendScopes(D.getDeclContext(), Name);
  Name += specialised(D);
  return llvm::StringSwitch<std::string>(Name)
      .Case("c10::Device", "torch::Device")
      .Case("c10::Device::Device", "torch::Device")
      .Case("c10::TensorOptions", "torch::TensorOptions")
      .Case("c10::device", "torch::device")
      .Case("c10::device_index", "torch::device_index")
      .Case("c10::dtype", "torch::dtype")
      .Case("c10::layout", "torch::layout")
      .Case("c10::memory_format", "torch::memory_format")
      .Case("c10::requires_grad", "torch::requires_grad")
      .Default(Name);
}

llvm::StringRef Names::qualified(const NamedDecl &D) {
  const Decl *Key = D.getCanonicalDecl();
  auto It = Qualified.find(Key);
  if (It == Qualified.end())
    It = Qualified.try_emplace(Key, M.intern(build(*cast<NamedDecl>(Key)))).first;
  return It->second;
}

bool Names::isOverloaded(const FunctionDecl &F) {
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  const FunctionDecl &Own = Pattern ? *Pattern : F;
  llvm::SmallPtrSet<const Decl *, 4> Seen;
  for (const NamedDecl *D : Own.getDeclContext()->getRedeclContext()->lookup(Own.getDeclName())) {
    const FunctionDecl *Other = D->getAsFunction();
    if (!Other || Other->isImplicit() || Other->isDeleted() || !Files.isProject(Other->getLocation()))
      continue;
    if (const auto *C = dyn_cast<CXXConstructorDecl>(Other); C && C->isCopyOrMoveConstructor())
      continue;
    Seen.insert(Other->getCanonicalDecl());
  }
  return Seen.size() > 1;
}

llvm::StringRef Names::callable(const FunctionDecl &F) {
  const Decl *Key = F.getCanonicalDecl();
  if (auto It = Callables.find(Key); It != Callables.end())
    return It->second;
  llvm::StringRef Name = qualified(F);
  if (Files.isProject(F) && isOverloaded(F)) {
    const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
    const FunctionDecl &Own = Pattern ? *Pattern : F;
    PrintingPolicy Policy(F.getASTContext().getLangOpts());
    std::string Full = Name.str() + "(";
    for (const ParmVarDecl *P : Own.parameters()) {
      if (P != Own.getParamDecl(0))
        Full += ", ";
      Full += P->getType().getCanonicalType().getAsString(Policy);
    }
    Full += ")";
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&Own); Method && Method->isConst())
      Full += " const";
    Name = M.intern(Full);
  }
  Callables[Key] = Name;
  return Name;
}

} // namespace devtidy::frontend
