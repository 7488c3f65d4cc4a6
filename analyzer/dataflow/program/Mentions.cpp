//===- Mentions.cpp - What of a program nobody asks for -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Mentions.h"
#include "dataflow/program/Linker.h"
#include "knowledge/Names.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace devtidy::dataflow {

using ir::InstKind;

static bool isMain(const std::unique_ptr<ir::Function> &F) {
  return F->hasBody() && F->Class.empty() && F->Kind != ir::FunctionKind::TopLevel && ir::lastName(F->Name) == "main";
}

/// True for what somebody outside starts: a script, a module with a main that a package declares, one that hands its
/// functions to somebody, `@app.get("/")`.
static bool isStarted(const Linker &Links, const ir::Module &M) {
  const auto IsGiven = [](const auto &F) { return F->Kind == ir::FunctionKind::Free && !F->Decorators.empty(); };
  const llvm::ArrayRef<std::unique_ptr<ir::Function>> Functions(M.Functions);
  return Links.programs().isScript(M) || llvm::any_of(Functions, isMain) ||
         (Links.users(M) == 0 && llvm::any_of(Functions, IsGiven));
}

/// What M imports, and the packages around it.
static llvm::SmallVector<const ir::Module *, 16> importsOf(const ir::Module &M,
                                                           const llvm::StringMap<const ir::Module *> &ByName) {
  llvm::SmallVector<const ir::Module *, 16> Imported;
  for (const ir::Alias &A : M.Aliases)
    for (llvm::StringRef Name = A.Target; !Name.empty(); Name = Name.contains('.') ? Name.rsplit('.').first : "")
      if (const ir::Module *Of = ByName.lookup(Name); Of && Of != &M)
        Imported.push_back(Of);
  return Imported;
}

/// True if I takes something by a name that is computed: `getattr(models, name)`, `import_module(path)`.
static bool computesName(const Linker &Links, const ir::Module &M, const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != InstKind::Call)
    return false;
  const std::string Name = Links.canonical(I.Name, M);
  const bool Reads = knowledge::takesMembersByName(Name);
  if (Reads ? I.Args.size() < 2 : !knowledge::findsByName(Name))
    return false;
  const auto DefinitionOf = [&](unsigned N) { return N < I.Args.size() ? F.definition(I.Args[N].Value) : nullptr; };
  const ir::Inst *Of = DefinitionOf(0), *Said = DefinitionOf(Reads ? 1 : 0);
  const bool IsSaid = Said && Said->Kind == InstKind::Const;
  // `getattr(args, name)` reads an option, `getattr(torch.optim, name)` a class of the library.
  const bool OfTorch = Of && Of->Kind == InstKind::GetGlobal && knowledge::isOfTorch(Links.canonical(Of->Name, M));
  const bool IsOfObject = Reads && (OfTorch || (Of && Of->Kind == InstKind::GetField) ||
                                    llvm::is_contained(F.Blocks[0].Params, I.Args[0].Value));
  return !IsSaid && !IsOfObject;
}

static bool buildsPackage(const Linker &Links, const ir::Module &M) {
  return llvm::any_of(M.Functions, [&](const auto &F) {
    return llvm::any_of(F->Insts, [&](const ir::Inst &I) {
      return I.Kind == InstKind::Call && knowledge::buildsPackage(Links.canonical(I.Name, M));
    });
  });
}

/// True if a class of M learns what derives from it: `__init_subclass__`, `Task.__subclasses__()`.
static bool findsDerived(const ir::Module &M) {
  return llvm::any_of(M.Functions, [](const auto &F) {
    return ir::lastName(F->Name) == "__init_subclass__" ||
           llvm::any_of(F->Insts, [](const ir::Inst &I) { return I.Name == "__subclasses__"; });
  });
}

/// The package that M stands in; "" for what stands in none.
static llvm::StringRef packageOf(const ir::Module &M) { return M.Name.contains('.') ? M.Name.rsplit('.').first : ""; }

/// Adds all that M names. False if a name is computed.
bool Mentions::note(const Linker &Links, const ir::Module &M) {
  for (const ir::Alias &A : M.Aliases)
    Names.insert(ir::lastName(A.Target));
  for (const ir::Class &C : M.Classes)
    for (llvm::StringRef Base : C.Bases)
      Names.insert(ir::lastName(Base));
  for (const auto &F : M.Functions)
    for (const ir::Inst &I : F->Insts) {
      if (computesName(Links, M, *F, I))
        return false;
      const bool IsText = I.Kind == InstKind::Const && I.Const.K == ir::Constant::Kind::String;
      const llvm::StringRef Name = ir::lastName(IsText ? I.Const.Text : I.Name);
      // `super(Net, self)` in Net, and what calls itself.
      const bool IsOwn =
          F->Kind != ir::FunctionKind::TopLevel && !I.Name.empty() && (I.Name == F->Name || I.Name == F->Class);
      if (!Name.empty() && !IsOwn)
        Names.insert(Name);
    }
  return true;
}

Mentions::Mentions(const Linker &Links) {
  llvm::StringMap<const ir::Module *> ByName;
  llvm::SmallVector<const ir::Module *, 16> Scripts, Tests;
  for (const ir::Module *M : Links.modules()) {
    if (M->declaresTypes())
      continue;
    ByName[M->Name] = M;
    // Whoever installs the package calls what he likes, and a class that knows what derives from it may make any.
    if (buildsPackage(Links, *M) || findsDerived(*M))
      return;
    if (knowledge::isTestModule(std::string_view(M->Name)))
      Tests.push_back(M);
    else if (isStarted(Links, *M))
      Scripts.push_back(M);
    if (llvm::any_of(M->Functions, isMain))
      Names.insert("main");
    for (const ir::Class &C : M->Classes)
      if (!C.Decorators.empty())
        Given.insert(C.Name);
    for (const auto &F : M->Functions)
      if (!F->Decorators.empty())
        Given.insert(F->Name);
  }
  const auto Follow = [&](llvm::SmallVector<const ir::Module *, 16> Work, bool AreTests) {
    while (!Work.empty()) {
      const ir::Module *M = Work.pop_back_val();
      if (!Running.insert(M).second)
        continue;
      if (!note(Links, *M))
        return false;
      const auto Imported = importsOf(*M, ByName);
      Work.append(Imported.begin(), Imported.end());
      // A file that imports none of the others is a program of its own, of which somebody else may use what he likes;
      // and tests are no program.
      for (const ir::Module *Of : AreTests ? llvm::ArrayRef<const ir::Module *>() : Imported)
        for (const ir::Module *Each : {M, Of})
          Packages.insert(packageOf(*Each));
    }
    return true;
  };
  IsProgram = Follow(Scripts, /*AreTests=*/false) && Follow(Tests, /*AreTests=*/true);
}

bool Mentions::mayRun(const ir::Module &M, const ir::Function &F) const {
  if (!IsProgram || M.declaresTypes() || F.Kind == ir::FunctionKind::TopLevel || F.Kind == ir::FunctionKind::Lambda ||
      Given.contains(F.Name) || Given.contains(F.Class))
    return true;
  if (!Packages.contains(packageOf(M)) || knowledge::isTestModule(std::string_view(M.Name)))
    return true;
  return Running.contains(&M) && Names.contains(ir::lastName(F.Class.empty() ? F.Name : F.Class));
}

} // namespace devtidy::dataflow
