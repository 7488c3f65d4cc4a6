//===- NameUses.cpp - Who says the name of something ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/NameUses.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;

struct NameUses::Table {
  using Names = llvm::DenseMap<llvm::StringRef, llvm::SmallVector<llvm::StringRef, 1>>;

  struct Numbered {
    uint32_t Number; ///< of the instruction, in the run
    Said At;
  };

  std::vector<const ir::Function *> Functions;
  llvm::DenseMap<llvm::StringRef, std::vector<Numbered>> Saying; ///< in order
  llvm::DenseMap<const ir::Function *, const ir::Module *> Homes;
  Names Aliases, Derived;
  std::vector<Said> Telling, FunctionValues;
  bool CompilesText = false;
  llvm::DenseMap<llvm::StringRef, std::vector<Said>> Storing, Setting, Reading; ///< by member, by global, by either
  llvm::DenseMap<llvm::StringRef, std::vector<Said>> OfClasses;                 ///< what sets a member of a class
};

NameUses::~NameUses() { delete Known.load(); }

/// The last name of what I calls or takes; "" if it does neither. Objects that are called have none.
static llvm::StringRef saidBy(const ir::Inst &I) {
  switch (I.Kind) {
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::GetField:
  case InstKind::GetGlobal:
    return ir::lastName(I.Name);
  case InstKind::Apply:
    return "__call__";
  default:
    return {};
  }
}

/// The last name of what I calls, or takes, a part of by its name: `h.__call__(x)`; "" if that is none.
static llvm::StringRef wholeOf(const ir::Inst &I) {
  const bool IsNamed = I.Kind == InstKind::Call || I.Kind == InstKind::GetGlobal;
  return IsNamed ? ir::lastName(I.Name.drop_back(ir::lastName(I.Name).size()).rtrim(".:")) : llvm::StringRef();
}

/// What a name says to whoever goes through all instructions.
struct NameUses::Word {
  bool TellsBuffers = false, CompilesText = false;
  std::vector<Table::Numbered> *Saying = nullptr; ///< what says it, if something of the run has it
};

/// Of all names of a run. Equal names of a module mostly stand in one place.
class NameUses::Words {
public:
  explicit Words(Table &Made) : Made(Made) {}

  const Word &of(llvm::StringRef Name) {
    auto [It, New] = Known.try_emplace({Name.data(), Name.size()});
    if (New) {
      const auto Saying = Made.Saying.find(Name);
      const std::string_view Spelled = Name;
      It->second = {knowledge::tellsBuffers(Spelled) || Name.starts_with("requires_grad"),
                    knowledge::compilesText(Spelled), Saying == Made.Saying.end() ? nullptr : &Saying->second};
    }
    return It->second;
  }

private:
  Table &Made;
  llvm::DenseMap<std::pair<const char *, size_t>, Word> Known;
};

/// True for what is read without an argument, `x.type()`: it changes nothing.
static bool isOnlyAsked(const ir::Inst &I, llvm::StringRef Name) {
  return (Name == "type" || Name == "to") && I.Args.size() < 2;
}

/// Adds what reads the members and globals that are stored, and the methods, which may be properties.
void NameUses::addReading(Table &Made) {
  for (const ir::Function *F : Made.Functions)
    for (const ir::Inst &I : F->Insts)
      if (I.Kind == InstKind::GetField ? Made.Storing.contains(I.Name) || Made.Saying.contains(I.Name)
                                       : I.Kind == InstKind::GetGlobal && Made.Setting.contains(I.Name))
        Made.Reading[I.Name].push_back({F, &I});
}

std::unique_ptr<NameUses::Table> NameUses::make() const {
  auto Made = std::make_unique<Table>();
  // Other names are not asked for.
  for (const ir::Module *M : Links.modules()) {
    for (const ir::Class &C : M->Classes)
      Made->Saying.try_emplace(ir::lastName(C.Name));
    for (const auto &F : M->Functions)
      Made->Saying.try_emplace(ir::lastName(F->Name));
    for (const ir::Alias &A : M->Aliases)
      if (ir::lastName(A.Target) != ir::lastName(A.Name))
        Made->Saying.try_emplace(ir::lastName(A.Name));
  }
  Words All(*Made);
  uint32_t Number = 0;
  for (const ir::Module *M : Links.modules()) {
    for (const ir::Alias &A : M->Aliases)
      if (const llvm::StringRef Of = ir::lastName(A.Target), Name = ir::lastName(A.Name); Of != Name && !A.isWildcard())
        Made->Aliases[Of].push_back(Name);
    for (const auto &F : M->Functions) {
      Made->Functions.push_back(F.get());
      Made->Homes[F.get()] = M;
      Made->CompilesText |= llvm::any_of(
          F->Decorators, [](llvm::StringRef D) { return knowledge::compilesText(std::string_view(ir::lastName(D))); });
      for (const ir::Inst &I : F->Insts) {
        const llvm::StringRef Name = saidBy(I);
        const Word Says = Name.empty() && I.Kind != InstKind::SetField ? Word() : All.of(Name.empty() ? I.Name : Name);
        if (Says.TellsBuffers && !isOnlyAsked(I, Name))
          Made->Telling.push_back({F.get(), &I});
        if (I.Kind == InstKind::SetField)
          Made->Storing[I.Name].push_back({F.get(), &I});
        if (I.Kind == InstKind::SetGlobal) {
          Made->Setting[I.Name].push_back({F.get(), &I});
          if (const llvm::StringRef Member = ir::lastName(I.Name); I.Name.size() > M->Name.size() + Member.size() + 2)
            Made->OfClasses[Member].push_back({F.get(), &I});
        }
        if (!Name.empty()) {
          Made->CompilesText |= Says.CompilesText;
          if (Says.Saying)
            Says.Saying->push_back({Number, {F.get(), &I}});
          if (const llvm::StringRef Whole = wholeOf(I); !Whole.empty())
            if (const Word Of = All.of(Whole); Of.Saying && Of.Saying != Says.Saying)
              Of.Saying->push_back({Number, {F.get(), &I}});
        }
        if (I.Kind == InstKind::Closure ||
            (Says.Saying && (I.Kind == InstKind::GetGlobal || I.Kind == InstKind::GetField)))
          Made->FunctionValues.push_back({F.get(), &I});
        ++Number;
      }
    }
  }
  addReading(*Made);
  for (const auto &[Class, Bases] : Links.bases())
    for (const llvm::StringRef Base : Bases)
      Made->Derived[Base].push_back(Class);
  return Made;
}

const NameUses::Table &NameUses::table() const {
  if (const Table *Ready = Known.load())
    return *Ready;
  // Who comes second takes what the first one has made.
  std::unique_ptr<Table> Made = make();
  const Table *Other = nullptr;
  return Known.compare_exchange_strong(Other, Made.get()) ? *Made.release() : *Other;
}

std::vector<NameUses::Said> NameUses::of(llvm::ArrayRef<llvm::StringRef> Names) const {
  const Table &T = table();
  std::vector<Table::Numbered> All;
  for (const llvm::StringRef Name : Names)
    if (const auto It = T.Saying.find(Name); It != T.Saying.end())
      llvm::append_range(All, It->second);
  if (Names.size() > 1)
    llvm::sort(All, [](const auto &A, const auto &B) { return A.Number < B.Number; });
  std::vector<Said> Result;
  Result.reserve(All.size());
  for (const Table::Numbered &N : All)
    Result.push_back(N.At);
  return Result;
}

llvm::ArrayRef<llvm::StringRef> NameUses::aliases(llvm::StringRef Name) const {
  const Table &T = table();
  const auto It = T.Aliases.find(Name);
  return It == T.Aliases.end() ? llvm::ArrayRef<llvm::StringRef>() : llvm::ArrayRef<llvm::StringRef>(It->second);
}

llvm::ArrayRef<llvm::StringRef> NameUses::derived(llvm::StringRef Class) const {
  const Table &T = table();
  const auto It = T.Derived.find(Class);
  return It == T.Derived.end() ? llvm::ArrayRef<llvm::StringRef>() : llvm::ArrayRef<llvm::StringRef>(It->second);
}

llvm::ArrayRef<NameUses::Said> NameUses::tellingBuffers() const { return table().Telling; }

llvm::ArrayRef<NameUses::Said> NameUses::storing(llvm::StringRef Member) const {
  const Table &T = table();
  const auto It = T.Storing.find(Member);
  return It == T.Storing.end() ? llvm::ArrayRef<Said>() : llvm::ArrayRef<Said>(It->second);
}

llvm::ArrayRef<NameUses::Said> NameUses::settingGlobal(llvm::StringRef Name) const {
  const Table &T = table();
  const auto It = T.Setting.find(Name);
  return It == T.Setting.end() ? llvm::ArrayRef<Said>() : llvm::ArrayRef<Said>(It->second);
}

llvm::ArrayRef<NameUses::Said> NameUses::settingOfClass(llvm::StringRef Member) const {
  const Table &T = table();
  const auto It = T.OfClasses.find(Member);
  return It == T.OfClasses.end() ? llvm::ArrayRef<Said>() : llvm::ArrayRef<Said>(It->second);
}

llvm::ArrayRef<NameUses::Said> NameUses::reading(llvm::StringRef Name) const {
  const Table &T = table();
  const auto It = T.Reading.find(Name);
  return It == T.Reading.end() ? llvm::ArrayRef<Said>() : llvm::ArrayRef<Said>(It->second);
}

llvm::ArrayRef<NameUses::Said> NameUses::functionValues() const { return table().FunctionValues; }

bool NameUses::compilesText() const { return table().CompilesText; }

const ir::Module *NameUses::moduleOf(const ir::Function &F) const { return table().Homes.lookup(&F); }

} // namespace devtidy::checks
