//===- Hierarchy.cpp - What names mean, and what classes are --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Hierarchy.h"
#include "dataflow/program/ResolutionOrder.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "knowledge/MethodNames.h"
#include "knowledge/Operators.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::ClassKind;

namespace {
bool hasNoModules(llvm::StringRef Package) { return knowledge::hasNoModules(std::string_view(Package)); }

bool isModuleKind(ClassKind K) {
  return K == ClassKind::Module || K == ClassKind::StatelessModule || K == ClassKind::ModuleContainer ||
         K == ClassKind::JitModule || K == ClassKind::DataParallel || K == ClassKind::DistributedParallel;
}
} // namespace

/// What the tables say of the class C of a package, which is called Name: they go before its source, whichever files of
/// the package were read. Null for classes of the project and of models.
static const knowledge::ClassInfo *infoBeforeSource(const Hierarchy::ClassEntry &C, llvm::StringRef Name) {
  if (C.M->IsModel || C.M->Files.empty() || C.M->Files.front().Checked)
    return nullptr;
  return knowledge::findClass(std::string_view(Name));
}

llvm::StringRef Hierarchy::canonical(llvm::StringRef Name) const {
  if (!Links.hasAliases())
    return Name;
  if (Base)
    if (auto It = Base->Canonical.find(Name); It != Base->Canonical.end())
      return It->second;
  auto [It, New] = Canonical.try_emplace(Name);
  if (New)
    It->second = Links.canonical(Name, Own);
  return It->second;
}

/// True for a name that nobody in the run explains, and that says what it is: `Device = Union[str, torch.device]`.
static bool isDeviceAlias(const Hierarchy &Types, llvm::StringRef Class) {
  const llvm::StringRef Last = Class.rsplit('.').second;
  return Last.contains_insensitive("device") && !Types.findClass(Class) &&
         !knowledge::findClass({Class.data(), Class.size()});
}

/// True for a name that says nothing of what has it: a variable of a module, `Array = Union[Tensor, ndarray]`, or what
/// nobody in the run explains and is called a tensor.
static bool isOpenAlias(const Hierarchy &Types, const Linker &Links, llvm::StringRef Class) {
  if (Types.findClass(Class) || knowledge::findClass(std::string_view(Class)))
    return false;
  const llvm::StringRef Last = Class.rsplit('.').second;
  return Links.isAssigned(Class) || knowledge::isOfTyping(std::string_view(Class)) ||
         (Last.ends_with("Tensor") && !hasNoModules(Class.split('.').first));
}

ir::Type Hierarchy::meaning(ir::Type T) const {
  bool IsElement = T.Element == ir::TypeKind::Object;
  if (T.Name.empty() || (T.Kind != ir::TypeKind::Object && !IsElement) || !Links.hasAliases())
    return T;
  llvm::StringRef Class = canonical(T.Name);
  ir::TypeKind Means = knowledge::isTensorClass({Class.data(), Class.size()}) ? ir::TypeKind::Tensor
                       : Class == llvm::StringRef(knowledge::DeviceClass) || isDeviceAlias(*this, Class)
                           ? ir::TypeKind::Device
                       : isOpenAlias(*this, Links, Class) ? ir::TypeKind::Unknown
                                                          : ir::TypeKind::Object;
  if (Means == ir::TypeKind::Object)
    return T;
  (IsElement ? T.Element : T.Kind) = Means;
  T.Name = {};
  return T;
}

ir::Type Hierarchy::givenType(const ir::Function &F, unsigned Index) const {
  ir::Type T = meaning(F.Params[Index].DeclaredType);
  // All callers may give one that derives from what is written there.
  if (!T.isUnknown() && T.Kind != ir::TypeKind::Object)
    return T;
  const llvm::StringRef Class = Links.parameterTypes().classOf(F, Index);
  const bool SaysLess = !T.isUnknown() && Class == llvm::StringRef(knowledge::ModuleClass);
  if (!Class.empty() && !SaysLess) {
    const bool IsDevice = Class == llvm::StringRef(knowledge::DeviceClass);
    T.Kind = IsDevice ? ir::TypeKind::Device : ir::TypeKind::Object;
    T.Name = IsDevice ? llvm::StringRef() : Class;
  }
  return T;
}

std::optional<Hierarchy::Entry> Hierarchy::findFunction(llvm::StringRef Name) const {
  return Links.findFunction(canonical(Name), Own);
}

std::optional<Hierarchy::ClassEntry> Hierarchy::findClass(llvm::StringRef Name) const {
  return Links.findClass(canonical(Name), Own);
}

std::optional<Hierarchy::Entry> Hierarchy::findMethod(llvm::StringRef Class, llvm::StringRef Method) const {
  if (!Links.isLastName(Method))
    return std::nullopt;
  auto [It, New] = KnownClasses[Class].Methods.try_emplace(Method);
  if (New)
    It->second = lookForMethod(Class, Method);
  return It->second;
}

std::optional<Hierarchy::Entry> Hierarchy::lookForMethod(llvm::StringRef Class, llvm::StringRef Method) const {
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
      // `device = "cuda"` in a class hides the property of its base.
      if (C->M->inheritsConstructors() && Links.globalWriter((C->C->Name + "." + Method).str()))
        return std::nullopt;
    }
  return std::nullopt;
}

std::vector<Hierarchy::Entry> Hierarchy::constructors(llvm::StringRef Class) const {
  return Links.constructors(canonical(Class), Own);
}

std::vector<Hierarchy::Entry> Hierarchy::makers(llvm::StringRef Class) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Class}; // the next one is last
  for (unsigned N = 0; !Work.empty() && N < 32; ++N) {
    llvm::StringRef Name = Work.pop_back_val();
    auto C = findClass(Name);
    if (std::vector<Entry> Mine = constructors(Name); !Mine.empty() || (C && !C->M->inheritsConstructors()))
      return Mine;
    // A library's class makes the object its own way; builtins have no dot.
    llvm::StringRef Known = canonical(Name);
    if (!C && Known.contains('.') &&
        (knowledge::isOfTorch(std::string_view(Known)) || !hasNoModules(Known.split('.').first)))
      return {};
    if (C)
      Work.append(C->C->Bases.rbegin(), C->C->Bases.rend());
  }
  return {};
}

const knowledge::ClassInfo *Hierarchy::libraryClass(llvm::StringRef Name) const {
  KnownClass &Known = KnownClasses[Name];
  if (!Known.Library)
    Known.Library = lookForLibraryClass(Name);
  return *Known.Library;
}

const knowledge::ClassInfo *Hierarchy::lookForLibraryClass(llvm::StringRef Name) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Name};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    if (auto C = findClass(Work[N])) {
      if (const knowledge::ClassInfo *Info = infoBeforeSource(*C, Work[N]))
        return Info;
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
      continue;
    }
    if (const knowledge::ClassInfo *Info = knowledge::findClass(std::string_view(canonical(Work[N]))))
      return Info;
  }
  return nullptr;
}

bool Hierarchy::hasUnknownBase(llvm::StringRef Name) const {
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

bool Hierarchy::isMethodOfLibrary(llvm::StringRef Class, llvm::StringRef Method) const {
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
    if (knowledge::findClass(std::string_view(Known)))
      Any |= Known != llvm::StringRef(knowledge::ModuleClass);
    else if (Known.contains('.') && !hasNoModules(Known.split('.').first))
      return false;
  }
  return Any;
}

bool Hierarchy::derivesFrom(llvm::StringRef Class, std::span<const std::string_view> Bases) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Class};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    if (llvm::is_contained(Bases, std::string_view(canonical(Work[N]))))
      return true;
    if (auto C = findClass(Work[N]))
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
  }
  return false;
}

bool Hierarchy::isDictionary(llvm::StringRef Class) const { return derivesFrom(Class, knowledge::DictionaryClasses); }

bool Hierarchy::isModuleClass(llvm::StringRef Name) const {
  if (Name.empty())
    return false;
  if (const knowledge::ClassInfo *Info = libraryClass(Name))
    return isModuleKind(Info->Kind);
  return Links.overrides().isMixin(canonical(Name));
}

bool Hierarchy::isContainer(llvm::StringRef Class) const {
  const knowledge::ClassInfo *Info = libraryClass(Class);
  return Class == "list" || Class == "dict" || (Info && Info->Kind == knowledge::ClassKind::ModuleContainer);
}

/// Its elements are members, too: self.layers.head.
bool Hierarchy::isModuleDict(llvm::StringRef Class) const {
  const knowledge::ClassInfo *Info = libraryClass(Class);
  return Info && Info->Name == knowledge::ModuleDictClass;
}

bool Hierarchy::isGenerator(llvm::StringRef Class) const {
  const knowledge::ClassInfo *Info = libraryClass(Class);
  return Info && Info->Kind == knowledge::ClassKind::Generator;
}

bool Hierarchy::isCallable(llvm::StringRef Name) const {
  llvm::StringRef Known = canonical(Name);
  std::string_view Spelled(Known.data(), Known.size());
  return findFunction(Name) || findClass(Name) || knowledge::findFunction(Spelled) || knowledge::findClass(Spelled) ||
         !knowledge::operatorForFunction(Spelled).empty() || knowledge::isMethodOfTensors(Spelled) ||
         (Name.ends_with(".apply") && derivesFrom(Name.drop_back(6), knowledge::AutogradFunctionClasses));
}

} // namespace devtidy::dataflow
