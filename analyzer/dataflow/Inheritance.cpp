//===- Inheritance.cpp - What the classes of a program are ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Program.h"
#include "dataflow/program/ResolutionOrder.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::ClassKind;

namespace {
std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }

bool hasNoModules(llvm::StringRef Package) { return knowledge::hasNoModules(view(Package)); }

bool isModuleKind(ClassKind K) {
  return K == ClassKind::Module || K == ClassKind::StatelessModule || K == ClassKind::ModuleContainer ||
         K == ClassKind::JitModule || K == ClassKind::DataParallel || K == ClassKind::DistributedParallel;
}
} // namespace

/// What the tables say of the class C of a package, which is called Name: they go before its source, whichever files of
/// the package were read. Null for classes of the project and of models.
static const knowledge::ClassInfo *infoBeforeSource(const Program::ClassEntry &C, llvm::StringRef Name) {
  if (C.M->IsModel || C.M->Files.empty() || C.M->Files.front().Checked)
    return nullptr;
  return knowledge::findClass(view(Name));
}

std::optional<Program::Entry> Program::findMethod(llvm::StringRef Class, llvm::StringRef Method) const {
  if (!Links.isLastName(Method))
    return std::nullopt;
  auto [It, New] = KnownClasses[Class].Methods.try_emplace(Method);
  if (New)
    It->second = lookForMethod(Class, Method);
  return It->second;
}

std::optional<Program::Entry> Program::lookForMethod(llvm::StringRef Class, llvm::StringRef Method) const {
  auto KnownBySource = [&](llvm::StringRef Name) {
    std::optional<ClassEntry> C = findClass(Name);
    return C && !infoBeforeSource(*C, Name) ? C : std::nullopt;
  };
  auto BasesOf = [&](llvm::StringRef Name) {
    const std::optional<ClassEntry> C = KnownBySource(Name);
    return C ? llvm::ArrayRef<llvm::StringRef>(C->C->Bases) : llvm::ArrayRef<llvm::StringRef>();
  };
  for (llvm::StringRef Name : resolutionOrder(Class, BasesOf))
    if (const std::optional<ClassEntry> C = KnownBySource(Name)) {
      const bool HasDots = C->C->Name.contains('.') && !C->C->Name.contains("::");
      for (llvm::StringRef Separator : {"::", "."})
        if (!HasDots || Separator == ".")
          if (auto E = findFunction((C->C->Name + Separator + Method).str()))
            return E;
    }
  return std::nullopt;
}

std::vector<Program::Entry> Program::constructors(llvm::StringRef Class) const {
  return Links.constructors(canonical(Class), *Own[0]);
}

std::vector<Program::Entry> Program::makers(llvm::StringRef Class) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Class}; // the next one is last
  for (unsigned N = 0; !Work.empty() && N < 32; ++N) {
    llvm::StringRef Name = Work.pop_back_val();
    auto C = findClass(Name);
    if (std::vector<Entry> Own = constructors(Name); !Own.empty() || (C && !C->M->inheritsConstructors()))
      return Own;
    // A library's class makes the object its own way; builtins have no dot.
    llvm::StringRef Known = canonical(Name);
    if (!C && Known.contains('.') && (knowledge::isOfTorch(view(Known)) || !hasNoModules(Known.split('.').first)))
      return {};
    if (C)
      Work.append(C->C->Bases.rbegin(), C->C->Bases.rend());
  }
  return {};
}

const knowledge::ClassInfo *Program::libraryClass(llvm::StringRef Name) const {
  KnownClass &Known = KnownClasses[Name];
  if (!Known.Library)
    Known.Library = lookForLibraryClass(Name);
  return *Known.Library;
}

const knowledge::ClassInfo *Program::lookForLibraryClass(llvm::StringRef Name) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Name};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    if (auto C = findClass(Work[N])) {
      if (const knowledge::ClassInfo *Info = infoBeforeSource(*C, Work[N]))
        return Info;
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
      continue;
    }
    if (const knowledge::ClassInfo *Info = knowledge::findClass(view(canonical(Work[N]))))
      return Info;
  }
  return nullptr;
}

bool Program::hasUnknownBase(llvm::StringRef Name) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Name};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    if (auto C = findClass(Work[N]); C && !Links.isAssigned(C->C->Name)) {
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
      continue;
    }
    llvm::StringRef Known = canonical(Work[N]); // builtins have no dot
    if (N != 0 && Known.contains('.') && !hasNoModules(Known.split('.').first))
      return true;
  }
  return false;
}

bool Program::isMethodOfLibrary(llvm::StringRef Class, llvm::StringRef Method) const {
  if (Links.overrides().contains(canonical(Class), Method) || findMethod(Class, Method))
    return false;
  llvm::SmallVector<llvm::StringRef, 4> Work{Class};
  bool Any = false;
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    if (auto C = findClass(Work[N])) {
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
      continue;
    }
    const llvm::StringRef Known = canonical(Work[N]);
    if (knowledge::findClass(view(Known)))
      Any |= Known != llvm::StringRef(knowledge::ModuleClass);
    else if (Known.contains('.') && !hasNoModules(Known.split('.').first))
      return false;
  }
  return Any;
}

bool Program::derivesFrom(llvm::StringRef Class, std::span<const std::string_view> Bases) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Class};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    if (llvm::is_contained(Bases, view(canonical(Work[N]))))
      return true;
    if (auto C = findClass(Work[N]))
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
  }
  return false;
}

bool Program::isDictionary(llvm::StringRef Class) const { return derivesFrom(Class, knowledge::DictionaryClasses); }

bool Program::isAutogradFunction(llvm::StringRef Class) const {
  return derivesFrom(Class, knowledge::AutogradFunctionClasses);
}

bool Program::isModuleClass(llvm::StringRef Name) const {
  if (Name.empty())
    return false;
  const knowledge::ClassInfo *Info = libraryClass(Name);
  return Info && isModuleKind(Info->Kind);
}

bool Program::isContainer(llvm::StringRef Class) const {
  const knowledge::ClassInfo *Info = libraryClass(Class);
  return Class == "list" || Class == "dict" || (Info && Info->Kind == knowledge::ClassKind::ModuleContainer);
}

/// Its elements are members, too: self.layers.head.
bool Program::isModuleDict(llvm::StringRef Class) const {
  const knowledge::ClassInfo *Info = libraryClass(Class);
  return Info && Info->Name == knowledge::ModuleDictClass;
}

} // namespace devtidy::dataflow
