//===- SampleReport.cpp - The same three findings in every format ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// Usage: sample-report FORMAT, in the folder with the sources. One finding has notes and a sure fix; one stands behind
// tabs and wide characters, is not certain, and has a fix that is not sure; the file of one has vanished.
//
//===----------------------------------------------------------------------===//

#include "TestFindings.h"
#include "report/Sink.h"
#include "report/Wording.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using namespace devtidy::report::test;
using llvm::StringRef;

static constexpr StringRef MixedOperands = "operands of {op} {are|may be} on different devices: {operands}";
static constexpr StringRef DiscardedMove = "result of {op} is discarded; {value} stays on {device}";

static Finding mixedOperands(SourceCache &Sources) {
  StringRef Text = Sources.get("train.cpp")->text();
  auto At = [&](StringRef Part, StringRef Caret = "") { return placeOf("train.cpp", Text, Part, Caret); };
  Finding F = findingAt(At("weight + bias", "+"));
  F.Headline = wording::fill(MixedOperands, {{"op", "'+'"}, {"operands", "'weight' on cuda:0, 'bias' on cpu"}}, true);
  F.Worlds = WorldGpu | WorldMulti;
  F.Function = "train::step";
  F.Notes.push_back({At("weight.to(torch::kCUDA)", "to"), wording::moved("'weight'", "cuda:0")});
  F.Notes.push_back({At("torch::zeros({2})"), wording::createdByDefault("'bias'")});
  uint32_t Close = At("zeros({2})").End - 1;
  F.Fixes = {{"create 'bias' on the device of 'weight'", {{"train.cpp", Close, Close, ", weight.options()"}}, true}};
  F.Support = {{"concrete-devices", 3}};
  return F;
}

static Finding mayBeMixed(SourceCache &Sources) {
  StringRef Text = Sources.get("model.py")->text();
  auto At = [&](StringRef Part, StringRef Caret = "") { return placeOf("model.py", Text, Part, Caret); };
  Finding F = findingAt(At("x + mask", "+"));
  F.Headline =
      wording::fill(MixedOperands, {{"op", "'+'"}, {"operands", "'x' on its caller's device, 'mask' on cpu"}}, false);
  F.Certain = false;
  F.Worlds = WorldGpu | WorldMulti;
  F.Function = "model.Net.forward";
  Place Parameter = At("self, x");
  Parameter.Begin = Parameter.Point = Parameter.End - 1;
  F.Notes.push_back({Parameter, wording::parameterFollowsModule("'x'", "'forward'")});
  F.Notes.push_back(
      {At("torch.ones(3)", "ones"),
       wording::both(wording::created("'mask'", "cpu"), wording::canBeOn("'x'", "cuda", WorldGpu | WorldMulti))});
  uint32_t End = At("x + mask").End;
  F.Fixes = {{"move 'mask' to the device of 'x'", {{"model.py", End, End, ".to(x.device)"}}, false}};
  return F;
}

static Finding discardedMove() {
  Finding F = findingAt({"vanished.py", 40, 52, 42}, "device-discarded-move");
  F.Headline = wording::fill(DiscardedMove, {{"op", "'to'"}, {"value", "'x'"}, {"device", "cpu"}}, true);
  F.Level = 3;
  return F;
}

int main(int Argc, char **Argv) {
  const Sink *S = Argc == 2 ? findSink(Argv[1]) : nullptr;
  if (!S) {
    llvm::errs() << "usage: sample-report FORMAT\n";
    return 2;
  }
  SourceCache Sources;
  const CheckInfo Checks[] = {
      {"device-discarded-move", DiscardedMove.str(), "docs/checks/discarded-move.md", 1, "0.1"},
      {"device-mixed-operands", MixedOperands.str(), "docs/checks/mixed-operands.md", 1, "0.1"},
  };
  const Problem Problems[] = {{"bro ken.cpp", "no such file"}};
  ReportContext Context{.Sources = Sources,
                        .Checks = Checks,
                        .Problems = Problems,
                        .Version = "0.1.0",
                        .InformationUri = "https://example.org/device-tidy",
                        .Root = "/src/project",
                        .ExitStatus = 1,
                        .Page = [](StringRef) { return "# What it finds\n"; }};
  S->Write({mayBeMixed(Sources), mixedOperands(Sources), discardedMove()}, Context, llvm::outs());
}
