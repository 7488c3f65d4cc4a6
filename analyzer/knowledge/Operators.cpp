//===- Operators.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Operators.h"

#include <algorithm>
#include <atomic>
#include <charconv>

using namespace devtidy::knowledge;

namespace {
/// The overloads of one base name: neighbours in Rows. Releases that agree on all of them share it.
struct Group {
  uint16_t Begin;
  uint16_t Count;
};

/// One release: its groups, sorted by base name.
struct Table {
  std::string_view Version;
  std::span<const Group> Groups;
};

/// Major and minor number; {-1, -1} for what is no version.
struct Release {
  int Major = -1, Minor = -1;
  auto operator<=>(const Release &) const = default;
};
} // namespace

#include "knowledge/Operators.inc"

// The newest, until somebody chooses.
static std::atomic<const Table *> Chosen = &Tables[std::size(Tables) - 1];

static std::span<const OperatorOverload> overloads(Group G) { return {&Rows[G.Begin], G.Count}; }

static Release parseRelease(std::string_view Text) {
  Release R;
  const char *Begin = Text.begin(), *End = Text.end();
  const auto [Dot, E] = std::from_chars(Begin, End, R.Major);
  if (E != std::errc() || Dot == End || *Dot != '.')
    return {};
  const auto [Rest, F] = std::from_chars(Dot + 1, End, R.Minor);
  return F == std::errc() && (Rest == End || *Rest == '.' || *Rest == '+') ? R : Release();
}

std::vector<std::string_view> devtidy::knowledge::operatorTables() {
  std::vector<std::string_view> Versions;
  for (const Table &T : Tables)
    Versions.push_back(T.Version);
  return Versions;
}

bool devtidy::knowledge::hasOperatorTable(std::string_view Version) {
  const Release R = parseRelease(Version);
  return std::ranges::any_of(Tables, [&](const Table &T) { return parseRelease(T.Version) == R; });
}

bool devtidy::knowledge::chooseOperatorTable(std::string_view Version) {
  const Release R = parseRelease(Version);
  if (R.Major < 0)
    return false;
  const Table *Best = &Tables[0];
  for (const Table &T : Tables)
    if (parseRelease(T.Version) <= R)
      Best = &T;
  Chosen = Best;
  return true;
}

std::string_view devtidy::knowledge::operatorTableVersion() { return Chosen.load()->Version; }

std::vector<std::reference_wrapper<const OperatorOverload>> devtidy::knowledge::allOperators() {
  std::vector<std::reference_wrapper<const OperatorOverload>> All;
  for (const Group G : Chosen.load()->Groups)
    for (const OperatorOverload &O : overloads(G))
      All.emplace_back(O);
  return All;
}

std::span<const OperatorOverload> devtidy::knowledge::findOperator(std::string_view Base) {
  const auto BaseOf = [](Group G) { return Rows[G.Begin].Base; };
  const std::span<const Group> Groups = Chosen.load(std::memory_order_relaxed)->Groups;
  const auto Found = std::ranges::lower_bound(Groups, Base, {}, BaseOf);
  return Found == Groups.end() || BaseOf(*Found) != Base ? std::span<const OperatorOverload>() : overloads(*Found);
}

bool devtidy::knowledge::takesOnly(OperandKind Kind, std::span<const OperatorOverload> Of, size_t Position) {
  return std::ranges::all_of(Of, [&](const OperatorOverload &O) {
    return Position < O.Params.size() && !O.Params[Position].KeywordOnly && O.Params[Position].Kind == Kind;
  });
}

bool devtidy::knowledge::mayTakeTensor(std::span<const OperatorOverload> Of, size_t Position, std::string_view Name) {
  auto IsMeant = [&](const OperatorOverload &O, size_t N) {
    return Name.empty() ? N == Position && !O.Params[N].KeywordOnly : O.Params[N].Name == Name;
  };
  for (const OperatorOverload &O : Of)
    for (size_t N = 0; N < O.Params.size(); ++N)
      if (IsMeant(O, N) && !O.Params[N].IsOut &&
          (O.Params[N].Kind == OperandKind::Tensor || O.Params[N].Kind == OperandKind::OptionalTensor))
        return true;
  return false;
}

bool devtidy::knowledge::takesOnlyTensors(std::span<const OperatorOverload> Of, std::string_view Name) {
  bool Any = false;
  for (const OperatorOverload &O : Of)
    for (const OperatorParam &P : O.Params)
      if (P.Name == Name) {
        Any = true;
        if (P.Kind != OperandKind::Tensor)
          return false;
      }
  return Any;
}

std::string_view devtidy::knowledge::deviceRuleName(DeviceRule R) {
  switch (R) {
  case DeviceRule::Same:
    return "same";
  case DeviceRule::Iterator:
    return "iterator";
  case DeviceRule::IteratorScalars:
    return "iterator-scalars";
  case DeviceRule::IteratorStrict:
    return "iterator-strict";
  case DeviceRule::CpuScalars:
    return "cpu-scalars";
  case DeviceRule::Elementwise:
    return "elementwise";
  case DeviceRule::Index:
    return "index";
  case DeviceRule::Any:
    return "any";
  case DeviceRule::Special:
    return "special";
  }
  return "special";
}

std::string_view devtidy::knowledge::resultRuleName(ResultRule R) {
  switch (R) {
  case ResultRule::Common:
    return "common";
  case ResultRule::First:
    return "first";
  case ResultRule::Factory:
    return "factory";
  case ResultRule::Like:
    return "like";
  case ResultRule::Out:
    return "out";
  case ResultRule::Cpu:
    return "cpu";
  case ResultRule::HostValue:
    return "host-value";
  case ResultRule::Second:
    return "second";
  case ResultRule::Each:
    return "each";
  case ResultRule::None:
    return "none";
  }
  return "none";
}
