//===- Registry.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Registry.h"
#include "knowledge/Names.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/report/Report.h"
#include "runtime/verify/Operators.h"
#include <deque>
#include <filesystem>
#include <mutex>
#include <unordered_map>

using namespace devtidy::knowledge;

namespace devtidy::verify {
namespace {

Role roleOfAction(Action A) {
  switch (A) {
  case Action::Create:
  case Action::CreateLike:
  case Action::CreateCpu:
  case Action::CreateCuda:
    return Role::Create;
  case Action::CreateBlob:
    return Role::Wrap;
  case Action::Move:
  case Action::MoveCuda:
  case Action::MoveType:
  case Action::MoveCpu:
  case Action::MoveLike:
    return Role::Move;
  case Action::Load:
    return Role::Load;
  default:
    return Role::Return;
  }
}

Role roleOfSite(const abi::Site &Site) {
  if (Site.Kind == abi::SiteKind::ModuleMove)
    return Role::Move;
  if (Site.Kind == abi::SiteKind::Module)
    return Role::Compute;
  if (Site.Kind == abi::SiteKind::ModuleMake)
    return Site.OperandCount && Site.Operands[0].Kind == abi::OperandKind::ScriptModule ? Role::Load : Role::Create;
  if (Site.Kind != abi::SiteKind::Operator) {
    if (std::string_view(Site.Operation).starts_with("torch::data::Iterator<"))
      return Role::Batch;
    const std::string_view Operation = Site.Operation;
    // Of the methods that are no operators only those that share data have their tensor among the operands.
    if ((Operation.starts_with("at::Tensor::") || Operation.starts_with("at::TensorBase::")) && Site.OperandCount == 1)
      return Operation.ends_with("::" + std::string(Site.Called)) ? Role::Compute : Role::Share;
    const Callable *Known = findFunction(Site.Operation);
    return Known ? roleOfAction(Known->Kind) : Role::Return;
  }
  const OperatorOverload *Row = findOverload(Site.Operation);
  if (!Row)
    return Role::Compute;
  if (Row->Result == ResultRule::Factory || Row->Result == ResultRule::Like) {
    const Callable *Known = findMethod(Receiver::Tensor, Row->Base);
    return Known && roleOfAction(Known->Kind) == Role::Move ? Role::Move : Role::Create;
  }
  return Role::Compute;
}

class Registry {
public:
  static Registry &get() { return abi::forkSafe<Registry>(); }
  std::mutex Lock;

  uint32_t number(abi::Site &Site);
  SiteId number(const abi::Site &Operator, const runtime::Stack &Calls);
  const SiteInfo *find(SiteId Number) {
    std::lock_guard Hold(Lock);
    return Number && Number <= Sites.size() ? &Sites[Number - 1] : nullptr;
  }

private:
  /// Entries of Origins.h have so many bits for a number.
  static constexpr size_t MaxSites = (1U << SiteBits) - 1;

  std::deque<SiteInfo> Sites;
  std::unordered_map<std::string, uint32_t> ByPlace;
  std::unordered_map<uint64_t, SiteId> ByStack;
};

std::string absolutePath(const abi::Site &Site) {
  if (!*Site.File)
    return "";
  return (std::filesystem::path(Site.Folder) / Site.File).lexically_normal().string();
}

/// Relative to the working folder if it is below, as the analyzer prints it.
std::string shortPath(const std::string &Path) {
  std::error_code Ignored;
  std::string Folder = std::filesystem::current_path(Ignored).string() + "/";
  return Path.starts_with(Folder) ? Path.substr(Folder.size()) : Path;
}

/// The variables of the operands. All of a macro is at one place, and only they tell its operations apart.
std::string namesOf(const abi::Site &Site) {
  std::string Names;
  for (uint32_t I = 0; I != Site.OperandCount; ++I)
    (Names += ':') += Site.Operands[I].Name;
  return Names;
}

SiteInfo describe(const abi::Site &Site) {
  SiteInfo Info;
  Info.Operation = Site.Operation;
  Info.Called = Site.Called;
  Info.Function = Site.Function;
  Info.ResultName = Site.ResultName;
  Info.Path = absolutePath(Site);
  Info.Line = Site.Line;
  Info.Column = Site.Column;
  // Without lines the pass does not know what the source says.
  if (const OperatorOverload *Row = findOverload(Info.Operation); Row && Info.Called == Info.Operation)
    Info.Called = Row->Base;
  if (!Info.Path.empty())
    Info.Position = shortPath(Info.Path) + ":" + std::to_string(Info.Line) + ":" + std::to_string(Info.Column);
  else
    Info.Position = Info.Function;
  for (uint32_t I = 0; I != Site.OperandCount; ++I)
    Info.Names.emplace_back(Site.Operands[I].Name);
  Info.Kind = Site.Kind;
  Info.Does = roleOfSite(Site);
  Info.Key = std::hash<std::string>()(Info.Position + Info.Called + namesOf(Site)) | 1;
  return Info;
}

uint32_t kindOfCall(const abi::Site &Site) {
  if (Site.Kind != abi::SiteKind::Module || !Site.OperandCount)
    return 0;
  const abi::OperandKind Callee = Site.Operands[0].Kind;
  const bool IsAny = Callee == abi::OperandKind::AnyModule;
  const bool IsUnary =
      Callee == abi::OperandKind::Module && Site.OperandCount == 2 && Site.Operands[1].Kind == abi::OperandKind::Tensor;
  const bool IsSequential = std::string_view(Site.Operation) == "torch::nn::SequentialImpl::forward";
  return (*Site.Function ? HasFunction : 0) | (IsUnary || IsAny ? IsPlainModule : 0) |
         (IsSequential || IsAny ? HasNoState : 0);
}

uint32_t Registry::number(abi::Site &Site) {
  std::string Place = absolutePath(Site) + ":" + std::to_string(Site.Line) + ":" + std::to_string(Site.Column) + ":" +
                      Site.Function + ":" + Site.Operation + ":" + Site.Called + namesOf(Site) + ":" + Site.ResultName;
  std::lock_guard Hold(Lock);
  uint32_t &Known = ByPlace[Place];
  if (!Known) {
    if (Sites.size() == MaxSites)
      return 0;
    Sites.push_back(describe(Site));
    const SiteInfo &Info = Sites.back();
    Known = static_cast<uint32_t>(Sites.size()) | static_cast<uint32_t>(Info.Does) << RoleShift;
    Known |= kindOfCall(Site);
    if (Info.Does == Role::Compute)
      Known |= (Info.ResultName.empty() ? IsSilent : 0) | (Info.Kind == abi::SiteKind::Operator ? IsPlain : 0);
  }
  __atomic_store_n(&Site.Id, Known, __ATOMIC_RELAXED);
  return Known;
}

SiteId Registry::number(const abi::Site &Operator, const runtime::Stack &Calls) {
  const uint64_t Key = runtime::stackKey(Calls) ^ std::hash<std::string>()(Operator.Operation);
  // A stack is large.
  constexpr size_t MaxStacks = 1 << 16;
  std::lock_guard Hold(Lock);
  if (auto Known = ByStack.find(Key); Known != ByStack.end())
    return Known->second;
  if (ByStack.size() == MaxStacks || Sites.size() == MaxSites)
    return 0;
  SiteInfo Info = describe(Operator);
  Info.Calls = Calls;
  if (Info.Does != Role::Create && Info.Does != Role::Move)
    return ByStack[Key] = 0;
  Sites.push_back(std::move(Info));
  return ByStack[Key] = static_cast<SiteId>(Sites.size());
}

} // namespace

uint32_t detail::giveId(abi::Site &Site) noexcept {
  try {
    return Registry::get().number(Site);
  } catch (...) { // no memory: the site has no number, and the program goes on
    return 0;
  }
}

SiteId numberOf(const abi::Site &Operator, const runtime::Stack &Calls) noexcept {
  try {
    return Registry::get().number(Operator, Calls);
  } catch (...) { // as above
    return 0;
  }
}

const SiteInfo *infoOf(SiteId Number) noexcept { return Registry::get().find(Number); }

} // namespace devtidy::verify
