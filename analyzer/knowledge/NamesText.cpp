//===- NamesText.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/NamesText.h"

#include "knowledge/ActionsText.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Names.h"
#include "knowledge/Spelling.h"

#include <algorithm>
#include <vector>

using namespace devtidy::knowledge;

namespace {
/// One meaning, with all names that have it.
struct Meaning {
  std::vector<std::string> Names;
  std::string_view Noun; ///< "function", "method", "module with state"
  std::string_view Word; ///< the action, or the kind of the class
  std::string_view Params, State, Takes, Gives;
  std::string Does;
  const ModuleParts *Parts = nullptr;

  bool says(const Meaning &Other) const {
    return Word == Other.Word && Params == Other.Params && Noun == Other.Noun && Does == Other.Does &&
           Parts == Other.Parts;
  }
};
} // namespace

/// How a method is written after what it is a method of: "torch.Tensor.cuda".
static std::string_view scopeOf(Receiver R) {
  switch (R) {
  case Receiver::Tensor:
    return "torch.Tensor.";
  case Receiver::Module:
    return "torch.nn.Module.";
  case Receiver::Device:
    return "torch.device.";
  case Receiver::Options:
    return "torch::TensorOptions::";
  case Receiver::Container:
    return "container.";
  case Receiver::Other:
  case Receiver::Any:
    return "object.";
  }
  return "object.";
}

/// Name without its last part, and that part: {"torch.nn.Module", "to"}. The first is empty for a bare name.
static std::pair<std::string_view, std::string_view> splitName(std::string_view Name) {
  const size_t Colons = Name.rfind("::"), Dot = Name.rfind('.');
  if (Colons != std::string_view::npos && (Dot == std::string_view::npos || Dot < Colons))
    return {Name.substr(0, Colons), Name.substr(Colons + 2)};
  if (Dot != std::string_view::npos)
    return {Name.substr(0, Dot), Name.substr(Dot + 1)};
  return {{}, Name};
}

/// Whether a method of R is one of the class Scope.
static bool isMethodOf(Receiver R, std::string_view Scope) {
  static constexpr std::pair<std::string_view, Receiver> Classes[] = {
      {"torch.Tensor", Receiver::Tensor},       {"at::Tensor", Receiver::Tensor},
      {"torch::Tensor", Receiver::Tensor},      {"torch.nn.Module", Receiver::Module},
      {"torch::nn::Module", Receiver::Module},  {"torch.device", Receiver::Device},
      {"torch::Device", Receiver::Device},      {"at::Device", Receiver::Device},
      {"c10::Device", Receiver::Device},        {"torch::TensorOptions", Receiver::Options},
      {"at::TensorOptions", Receiver::Options}, {"c10::TensorOptions", Receiver::Options},
  };
  if (Scope.empty() || R == Receiver::Any)
    return true;
  for (const auto &[Class, Of] : Classes)
    if (Class == Scope)
      return Of == R;
  const ClassInfo *C = findClass(Scope);
  if (!C)
    return false;
  const bool IsModule = C->Kind == ClassKind::Module || C->Kind == ClassKind::StatelessModule ||
                        C->Kind == ClassKind::ModuleContainer || C->Kind == ClassKind::JitModule ||
                        C->Kind == ClassKind::DataParallel || C->Kind == ClassKind::DistributedParallel;
  return R == (IsModule ? Receiver::Module : C->Kind == ClassKind::Container ? Receiver::Container : Receiver::Other);
}

/// Whether a row's name is the one that is asked for, or ends in it.
static bool isMeant(std::string_view Row, std::string_view Wanted) {
  if (Wanted.empty() || Row == Wanted)
    return true;
  return Row.ends_with(Wanted) && (Row.substr(0, Row.size() - Wanted.size()).ends_with('.') ||
                                   Row.substr(0, Row.size() - Wanted.size()).ends_with("::"));
}

static Meaning meaningOf(const Callable &C, std::string_view Noun) {
  const ActionText T = textOf(C.Kind);
  std::string Does(T.Does);
  if (const size_t Slot = Does.find("{}"); Slot != std::string::npos)
    Does.replace(Slot, 2, C.Canonical);
  return {{}, Noun, T.Word, C.Params, {}, T.Takes, T.Gives, std::move(Does)};
}

/// What a constructor makes state of when it is given it.
static std::string_view stateOf(const ClassInfo &C, const ClassText &T) {
  if (C.Kind == ClassKind::StatelessModule && C.Params.find("weight") != std::string_view::npos)
    return "the weights that it is given, where they are";
  if (C.Kind == ClassKind::StatelessModule && C.Params.find("state|") != std::string_view::npos)
    return "if it is asked for: on the device argument, else on the default device";
  return T.State;
}

/// The meanings of Name, in the order of the tables.
static std::vector<Meaning> meaningsOf(std::string_view Name, bool BesideOperator) {
  const std::string Expanded = expandName(Name);
  const std::string_view Wanted = Expanded;
  std::vector<Meaning> Found;
  auto Add = [&](std::string Spelled, Meaning M) {
    const auto Same = std::ranges::find_if(Found, [&](const Meaning &Other) { return M.says(Other); });
    // Everything that is known would be one list of names for each action.
    Meaning &Of = Same == Found.end() || Wanted.empty() ? Found.emplace_back(std::move(M)) : *Same;
    Of.Names.push_back(std::move(Spelled));
  };
  auto Repeats = [&](const Callable &C) {
    return BesideOperator && (C.Kind == Action::Create || C.Kind == Action::CreateLike || C.Kind == Action::View ||
                              C.Kind == Action::HostValue || C.Kind == Action::Pure);
  };
  auto Collect = [&](auto IsWanted) {
    for (const Callable &C : allFunctions())
      if (IsWanted(C.Name) && !Repeats(C))
        Add(std::string(C.Name), meaningOf(C, "function"));
    for (const ClassInfo &C : allClasses())
      // A constructor may stand among the functions, too.
      if (const ClassText T = textOf(C.Kind); IsWanted(C.Name) && !findFunction(C.Name))
        Add(std::string(C.Name),
            {{}, T.Noun, T.Word, C.Params, stateOf(C, T), T.Takes, T.Gives, {}, findModuleParts(C.Name)});
  };
  Collect([&](std::string_view Row) { return Wanted.empty() || Row == Wanted; });
  // Names under which a package shows what stands in one of its files, and those of a program's own backend.
  if (Found.empty()) {
    if (const Callable *C = findFunction(Wanted))
      Collect([&](std::string_view Row) { return Row == C->Name; });
    else if (const ClassInfo *Class = findClass(Wanted))
      Collect([&](std::string_view Row) { return Row == Class->Name; });
  }
  if (Found.empty())
    Collect([&](std::string_view Row) { return isMeant(Row, Wanted); });
  const auto [Scope, Last] = splitName(Wanted);
  for (const Method &M : allMethods())
    if ((Wanted.empty() || (M.What.Name == Last && isMethodOf(M.Of, Scope))) && !Repeats(M.What))
      Add(std::string(scopeOf(M.Of)).append(M.What.Name), meaningOf(M.What, "method"));
  return Found;
}

/// "device|map_location,..." as "device or map_location, ...".
static std::string readable(std::string_view Params) {
  std::string Text;
  for (char C : Params)
    Text.append(C == '|' ? " or " : C == ',' ? ", " : std::string_view(&C, 1));
  return Text;
}

std::string devtidy::knowledge::describeNames(std::string_view Name, bool BesideOperator) {
  std::string Text;
  for (const Meaning &M : meaningsOf(Name, BesideOperator)) {
    auto Line = [&](std::string_view Label, std::string_view Value) {
      if (!Value.empty())
        Text.append("  ").append(Label).append(Value).append("\n");
    };
    Text.append(Text.empty() ? "" : "\n");
    for (const std::string &Spelled : M.Names)
      Text.append(&Spelled == M.Names.data() ? "" : ", ").append(Spelled);
    Text.append("(").append(readable(M.Params)).append(") (").append(M.Noun).append(")\n");
    Line("does       ", M.Does);
    Line("state      ", M.State);
    if (M.Parts) {
      Line("parameters ", M.Parts->Parameters);
      Line("buffers    ", M.Parts->Buffers);
      Line("if given   ", M.Parts->Asked);
      Line("modules    ", M.Parts->Modules);
    }
    Line("needs      ", M.Takes);
    Line("result     ", M.Gives);
  }
  return Text;
}

static std::string partsAsJson(const ModuleParts *Parts) {
  if (!Parts)
    return {};
  return ",\"parameters\":" + quoted(Parts->Parameters) + ",\"buffers\":" + quoted(Parts->Buffers) +
         ",\"ifGiven\":" + quoted(Parts->Asked) + ",\"modules\":" + quoted(Parts->Modules);
}

std::string devtidy::knowledge::namesAsJson(std::string_view Name, bool BesideOperator) {
  std::string Text;
  for (const Meaning &M : meaningsOf(Name, BesideOperator))
    for (const std::string &Spelled : M.Names) {
      Text.append(Text.empty() ? "" : ",\n");
      Text += "{\"name\":" + quoted(Spelled) + ",\"kind\":" + quoted(M.Noun) + ",\"action\":" + quoted(M.Word) +
              ",\"params\":" + quoted(M.Params) + ",\"does\":" + quoted(M.Does) + ",\"state\":" + quoted(M.State) +
              ",\"needs\":" + quoted(M.Takes) + ",\"result\":" + quoted(M.Gives) + partsAsJson(M.Parts) + "}";
    }
  return Text;
}
