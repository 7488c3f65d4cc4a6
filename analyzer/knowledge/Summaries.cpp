//===- Summaries.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Summaries.h"

#include "knowledge/Spelling.h"

namespace devtidy::knowledge {

#include "knowledge/Summaries.inc"

std::span<const LibrarySummary> librarySummaries() { return Rows; }
std::string_view summarizedRelease() { return Release; }

/// "torch::nn::GRUCell" as "torch.nn.GRUCell".
static std::string withDots(std::string_view Name) {
  std::string Text;
  for (size_t I = 0; I < Name.size(); ++I)
    if (Name.substr(I).starts_with("::")) {
      Text += '.';
      ++I;
    } else {
      Text += Name[I];
    }
  return Text;
}

/// Calls F(summary) for those that Name means.
template <class Function> static void forEach(std::string_view Name, Function F) {
  std::string Wanted = withDots(expandName(Name));
  if (Wanted.starts_with("nn."))
    Wanted = "torch." + Wanted;
  for (const LibrarySummary &S : Rows)
    if (Wanted.empty() || S.Name == Wanted || S.Name.ends_with("." + Wanted))
      F(S);
}

std::string describeSummaries(std::string_view Name) {
  std::string Text;
  forEach(Name, [&](const LibrarySummary &S) {
    auto Line = [&](std::string_view Label, std::string_view Value) {
      if (!Value.empty())
        Text.append("  ").append(Label).append(Value).append("\n");
    };
    Text.append(Text.empty() ? "" : "\n").append(S.Name).append(" (").append(S.Kind).append(")\n");
    Line("state      ", S.State);
    Line("result     ", S.Result);
    Line("demands    of ", S.Operators);
    Line("source     PyTorch ", std::string(Release) + ", its Python sources as device-tidy reads them");
  });
  return Text;
}

std::string summariesAsJson(std::string_view Name) {
  std::string Text;
  forEach(Name, [&](const LibrarySummary &S) {
    Text.append(Text.empty() ? "" : ",\n");
    Text += "{\"name\":" + quoted(S.Name) + ",\"kind\":" + quoted(S.Kind) + ",\"state\":" + quoted(S.State) +
            ",\"result\":" + quoted(S.Result) + ",\"operators\":" + quoted(S.Operators) + "}";
  });
  return Text;
}

} // namespace devtidy::knowledge
