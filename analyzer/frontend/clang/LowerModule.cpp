//===- LowerModule.cpp - The functions and classes of a translation unit --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Lower.h"
#include "ir/Verifier.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace devtidy::frontend {
namespace {

/// Finds what is to be lowered, and lowers it.
class ModuleLowering {
public:
  ModuleLowering(ASTContext &Context, const LowerOptions &Options, ir::Module &M) : U(Context, Options, M) {}

  void run();

private:
  void collect(const DeclContext &Scope);
  void collectDecl(const Decl &D);
  void collectFunction(const FunctionDecl &D);
  void collectClass(const CXXRecordDecl &D);
  void collectMembers(const CXXRecordDecl &D);
  void collectGenerated(const CXXRecordDecl &D, ir::FunctionId Id);
  void collectAbstract(const CXXMethodDecl &D);
  void collectGlobal(const VarDecl &D);
  void describeClass(const CXXRecordDecl &D, ir::ClassId Id);
  void lowerBodies();
  void dropMalformed();

  Unit U;
  struct Body {
    const FunctionDecl *Decl;
    ir::FunctionId Id;
  };
  std::vector<Body> Bodies;
  std::vector<std::pair<const CXXRecordDecl *, ir::FunctionId>> Generated; ///< default constructors without a body
  llvm::DenseSet<uint32_t> HasBody;                                        ///< functions that have an entry in Bodies
  std::vector<const VarDecl *> Globals;
};

} // namespace

void ModuleLowering::collect(const DeclContext &Scope) {
  // Declarations that come from a precompiled header stay there: the project's own files are parsed.
  for (const Decl *D : Scope.noload_decls())
    if (U.Files.isProject(D->getLocation()))
      collectDecl(*D);
}

void ModuleLowering::collectDecl(const Decl &D) {
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
    collect(*cast<DeclContext>(&D));
  else if (const auto *M = dyn_cast<CXXMethodDecl>(&D); M && M->isPureVirtual() && !M->hasBody())
    collectAbstract(*M);
  else if (const auto *F = dyn_cast<FunctionDecl>(&D))
    collectFunction(*F);
  else if (const auto *T = dyn_cast<FunctionTemplateDecl>(&D)) {
    if (const FunctionDecl *Instance = U.instance(*T))
      collectFunction(*Instance);
  } else if (const auto *R = dyn_cast<CXXRecordDecl>(&D))
    collectClass(*R);
  else if (const auto *V = dyn_cast<VarDecl>(&D))
    collectGlobal(*V);
  else if (const auto *T = dyn_cast<ClassTemplateDecl>(&D)) {
    // One instance of a pattern stands for all, as for functions.
    for (const ClassTemplateSpecializationDecl *Instance : T->specializations())
      if (Instance->hasDefinition() && !Instance->isDependentContext() &&
          !U.M.findClass(U.Name.qualified(*Instance->getDefinition())))
        collectClass(*Instance->getDefinition());
  } else if (const auto *Friend = dyn_cast<FriendDecl>(&D)) {
    if (const NamedDecl *Named = Friend->getFriendDecl(); isa_and_nonnull<FunctionDecl, FunctionTemplateDecl>(Named))
      collectDecl(*Named);
  }
}

void ModuleLowering::collectFunction(const FunctionDecl &D) {
  bool OnlyDevice = D.hasAttr<CUDADeviceAttr>() && !D.hasAttr<CUDAHostAttr>();
  // An instance stands where its template does, which the project may only have declared.
  if (!D.doesThisDeclarationHaveABody() || D.isDependentContext() || OnlyDevice || !U.Files.isProject(D.getLocation()))
    return;
  ir::FunctionId Id = U.declareFunction(D);
  if (D.hasAttr<CUDAGlobalAttr>() || !HasBody.insert(Id.index()).second)
    return;
  if (D.isInvalidDecl())
    U.M.function(Id).Incomplete = true;
  else
    Bodies.push_back({&D, Id});
}

/// What derived classes define is there as a method that says so, as in Python.
void ModuleLowering::collectAbstract(const CXXMethodDecl &D) {
  if (D.isDependentContext() || D.isInvalidDecl() || isa<CXXDestructorDecl>(D) || !U.Files.isProject(D.getLocation()))
    return;
  const ir::FunctionId Id = U.declareFunction(D);
  if (!HasBody.insert(Id.index()).second)
    return;
  ir::Function &F = U.M.function(Id);
  F.Decorators.push_back(U.M.intern("abc.abstractmethod"));
  FunctionLowering(U, F).lowerAbstract();
}

void ModuleLowering::collectGlobal(const VarDecl &D) {
  const VarDecl *Initialised = nullptr;
  if (!D.hasGlobalStorage() || D.isInvalidDecl() || D.getType()->isDependentType() || D.isStaticLocal() ||
      !D.getAnyInitializer(Initialised) || Initialised != &D || D.getInit()->isValueDependent())
    return;
  Globals.push_back(&D);
}

void ModuleLowering::describeClass(const CXXRecordDecl &D, ir::ClassId Id) {
  ir::Class &C = U.M.Classes[Id.index()];
  C.Range = U.Files.range(D.getSourceRange(), D.getLocation());
  for (const CXXBaseSpecifier &B : D.bases()) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    if (!Base)
      continue;
    llvm::StringRef Name = U.Name.qualified(*Base);
    C.Bases.push_back(Name);
    if (Name == "torch::nn::Cloneable")
      C.Bases.push_back(U.M.intern("torch::nn::Module"));
  }
  for (const FieldDecl *F : Unit::fieldsOf(D))
    if (!F->getName().empty())
      C.Fields.push_back(
          {U.M.intern(F->getName()), U.Type.of(F->getType()), U.Files.range(F->getSourceRange(), F->getLocation())});
}

void ModuleLowering::collectClass(const CXXRecordDecl &D) {
  if (!D.isThisDeclarationADefinition() || D.isDependentContext() || D.isLambda() || !D.isCompleteDefinition() ||
      !U.Files.isProject(D.getLocation()))
    return;
  // A module holder stands for the class that it holds.
  if (U.Type.role(&D) == ClassRole::Holder)
    return;
  if (isToldApart(D) && !U.M.findClass(U.Name.qualified(D)))
    describeClass(D, U.M.addClass(U.Name.qualified(D)));
  collectMembers(D);
}

void ModuleLowering::collectMembers(const CXXRecordDecl &D) {
  const bool IsMade = U.isMadeOfSomething(D);
  if (D.needsImplicitDefaultConstructor() && IsMade && isToldApart(D))
    collectGenerated(D, U.declareGeneratedConstructor(D));
  for (const Decl *Member : D.decls()) {
    if (const auto *C = dyn_cast<CXXConstructorDecl>(Member)) {
      // What the compiler wrote itself matters where members have initialisers or bases do something. It writes nothing
      // before something uses it, which may be a template of a library that was not parsed.
      bool Generated = C->isImplicit() || C->isDefaulted();
      bool Default = IsMade && C->isDefaultConstructor() && !C->isDeleted();
      if (Generated && Default && !C->hasBody())
        collectGenerated(D, U.declareFunction(*C));
      if (Generated && (!C->hasBody() || (!Default && !C->getInheritedConstructor())))
        continue;
    } else if (Member->isImplicit()) {
      continue;
    } else if (const auto *M = dyn_cast<CXXMethodDecl>(Member); M && M->isDefaulted()) {
      continue;
    }
    collectDecl(*Member);
  }
}

void ModuleLowering::collectGenerated(const CXXRecordDecl &D, ir::FunctionId Id) {
  if (HasBody.insert(Id.index()).second)
    Generated.emplace_back(&D, Id);
}

void ModuleLowering::lowerBodies() {
  for (auto [Class, Id] : std::exchange(Generated, {}))
    FunctionLowering(U, U.M.function(Id)).lowerGeneratedConstructor(*Class);
  for (size_t I = 0; I != Bodies.size(); ++I)
    FunctionLowering(U, U.M.function(Bodies[I].Id)).lowerFunction(*Bodies[I].Decl);
}

void ModuleLowering::run() {
  SourceManager &SM = U.Context.getSourceManager();
  U.M.Lang = U.Context.getLangOpts().CUDA ? ir::Language::Cuda : ir::Language::Cpp;
  ir::SourceRange Start = U.Files.range(SM.getLocForStartOfFile(SM.getMainFileID()));
  U.M.Name = Start.File ? Start.File->Path : U.M.intern("main");
  collect(*U.Context.getTranslationUnitDecl());
  if (!Globals.empty()) {
    ir::Function &F = U.M.function(U.M.addFunction(U.M.Name));
    F.Kind = ir::FunctionKind::TopLevel;
    F.InCheckedFile = Start.File && Start.File->Checked;
    F.Range = Start;
    FunctionLowering(U, F).lowerGlobals(Globals);
  }
  // Bodies bring further lambdas and local classes to light.
  while (!Bodies.empty() || !Generated.empty() || !U.Lambdas.empty() || !U.LocalClasses.empty()) {
    lowerBodies();
    Bodies.clear();
    for (const CXXRecordDecl *R : U.LocalClasses.takeVector())
      collectClass(*R);
    for (const Unit::PendingLambda &L : std::exchange(U.Lambdas, {}))
      if (const CXXMethodDecl *Call = L.Expr->getCallOperator();
          !Call->hasAttr<CUDADeviceAttr>() || Call->hasAttr<CUDAHostAttr>())
        FunctionLowering(U, U.M.function(L.Id)).lowerLambda(*L.Expr);
  }
  for (auto [Decl, Word] : U.Exported)
    if (ir::FunctionId Id = U.M.findFunction(U.Name.callable(*Decl));
        Id && !llvm::is_contained(U.M.function(Id).Decorators, Word))
      U.M.function(Id).Decorators.push_back(U.M.intern(Word));
  dropMalformed();
}

void ModuleLowering::dropMalformed() {
  // A defect here is one of this front end. The rest of the unit is still good, and a function without a body is
  // merely unknown.
  for (std::vector<std::string> Defects = ir::verify(U.M); !Defects.empty(); Defects = ir::verify(U.M)) {
    bool Dropped = false;
    for (const std::string &Defect : Defects)
      for (const std::unique_ptr<ir::Function> &F : U.M.Functions)
        if (F->hasBody() && llvm::StringRef(Defect).contains(F->Name)) {
          U.problem(F->Range, "internal error in the lowering: " + Defect);
          F->Blocks.clear();
          F->Insts.clear();
          F->Values.clear();
          F->Incomplete = true;
          Dropped = true;
        }
    if (!Dropped)
      break;
  }
}

std::unique_ptr<ir::Module> lowerTranslationUnit(ASTContext &Context, const LowerOptions &Options) {
  auto M = std::make_unique<ir::Module>();
  ModuleLowering(Context, Options, *M).run();
  return M;
}

} // namespace devtidy::frontend
