//===- Worker.cpp - The front end process for C++ and CUDA --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Worker.h"
#include "driver/Subprocess.h"
#include "report/ReadFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <cstring>

using namespace llvm;

namespace devtidy::driver {
namespace {

/// A compiler that crashes prints its stack; the reader of a summary wants one line.
std::string describeFailure(const ProcessResult &Run, StringRef Program, unsigned Seconds) {
  using Outcome = ProcessResult::Outcome;
  switch (Run.How) {
  case Outcome::Crashed:
    return "the front end crashed (" + std::string(::strsignal(Run.Code)) + ")";
  case Outcome::TimedOut:
    return "the front end took longer than " + std::to_string(Seconds) + " s";
  case Outcome::NotStarted:
    return ("cannot start " + Program + ": " + ::strerror(Run.Code)).str();
  case Outcome::Exited:
    break;
  }
  StringRef Said = StringRef(Run.Messages).trim();
  return "the front end failed with status " + std::to_string(Run.Code) +
         (Said.empty() ? "" : ": " + Said.split('\n').first.str());
}

bool readHeader(StringRef Line, WorkerReply &Reply) {
  Expected<json::Value> Parsed = report::parseJson(Line);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return false;
  }
  const json::Object *Header = Parsed->getAsObject();
  const json::Array *Errors = Header ? Header->getArray("errors") : nullptr;
  const json::Array *Dependencies = Header ? Header->getArray("dependencies") : nullptr;
  if (!Errors || !Dependencies)
    return false;
  for (const json::Value &Item : *Errors)
    if (const json::Object *E = Item.getAsObject())
      Reply.Problems.push_back({E->getString("file").value_or("").str(), unsigned(E->getInteger("line").value_or(0)),
                                unsigned(E->getInteger("column").value_or(0)),
                                E->getString("text").value_or("").str()});
  for (const json::Value &Item : *Dependencies)
    if (std::optional<StringRef> Path = Item.getAsString())
      Reply.Dependencies.push_back(Path->str());
  Reply.ProblemCount = unsigned(Header->getInteger("errorCount").value_or(int64_t(Reply.Problems.size())));
  return true;
}

} // namespace

WorkerReply Worker::run(const WorkerJob &Job) const {
  std::vector<std::string> Args = {"--root=" + Job.Root};
  if (!Job.Content.empty())
    Args.push_back("--content=" + Job.Content);
  for (const auto &[Path, Copy] : Job.Changed)
    Args.insert(Args.end(), {"--changed", Path, Copy});
  if (!Job.UsePrecompiled.empty())
    Args.push_back("--use-precompiled=" + Job.UsePrecompiled);
  if (!Job.MakePrecompiled.empty())
    Args.push_back("--precompile=" + Job.MakePrecompiled);
  if (Job.KeepBodies)
    Args.push_back("--keep-bodies");
  Args.push_back("--");
  Args.insert(Args.end(), Job.Args.begin(), Job.Args.end());

  ProcessResult Run = runProcess(Program, Args, Job.Folder, Seconds);
  WorkerReply Reply;
  auto [Header, Module] = StringRef(Run.Output).split('\n');
  if (Run.How == ProcessResult::Outcome::Exited && Run.Code == 0 && readHeader(Header, Reply)) {
    Reply.Complete = true;
    Reply.Module = Module.str();
    return Reply;
  }
  Reply = WorkerReply();
  Reply.TimedOut = Run.How == ProcessResult::Outcome::TimedOut;
  Reply.Problems.push_back({"", 0, 0, describeFailure(Run, Program, Seconds)});
  Reply.ProblemCount = 1;
  return Reply;
}

} // namespace devtidy::driver
