//===- Precompiled.cpp - One precompiled header per set of flags --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Precompiled.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LockFileManager.h"
#include <chrono>

using namespace llvm;

namespace devtidy::driver {
namespace {

constexpr std::chrono::seconds LongestBuild{180};

/// What is known about the precompiled header of one flag set: the cache entry "<flag set>.pchinfo".
struct Manifest {
  std::vector<std::string> Includes; ///< those that were asked for, or the first if they do not compile together
  std::vector<std::string> Headers;  ///< absolute paths of all that it read
  std::string Name;                  ///< hash of includes and headers' states; names the .pch entry
  bool Failed = false;               ///< these includes do not compile together
};

std::string nameOf(StringRef FlagSet, const Manifest &M, FileStates &States) {
  CacheKey Key;
  Key.add(FlagSet);
  for (const std::string &I : M.Includes)
    Key.add(I);
  Key.add(M.Failed ? "failed" : "made");
  for (const std::string &H : M.Headers)
    Key.add(H).add(States.get(H));
  return Key.str();
}

std::vector<std::string> readStrings(const json::Object &Root, StringRef Name) {
  std::vector<std::string> Result;
  if (const json::Array *Items = Root.getArray(Name))
    for (const json::Value &Item : *Items)
      Result.push_back(Item.getAsString().value_or("").str());
  return Result;
}

std::optional<Manifest> readManifest(StringRef FlagSet, const Cache &Store) {
  std::optional<std::string> Text = Store.read(FlagSet, "pchinfo");
  if (!Text)
    return std::nullopt;
  Expected<json::Value> Parsed = report::parseJson(*Text);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return std::nullopt;
  }
  const json::Object *Root = Parsed->getAsObject();
  if (!Root)
    return std::nullopt;
  return Manifest{readStrings(*Root, "includes"), readStrings(*Root, "headers"),
                  Root->getString("name").value_or("").str(), Root->getBoolean("failed").value_or(true)};
}

void writeManifest(StringRef FlagSet, const Manifest &M, const Cache &Store) {
  json::Value Root = json::Object{{"includes", json::Array(M.Includes)},
                                  {"headers", json::Array(M.Headers)},
                                  {"name", M.Name},
                                  {"failed", M.Failed}};
  std::string Text;
  raw_string_ostream(Text) << Root;
  Store.write(FlagSet, "pchinfo", Text);
}

/// Current, and either there or known not to be possible.
bool isCurrent(const Manifest &M, StringRef FlagSet, const Cache &Store, FileStates &States) {
  return M.Name == nameOf(FlagSet, M, States) && (M.Failed || sys::fs::exists(Store.pathOf(M.Name, "pch")));
}

/// What a precompiled header was made of is read with it.
void noteHeaders(const Manifest &M) {
  for (const std::string &H : M.Headers)
    report::noteRead(H);
}

Precompiled toResult(StringRef FlagSet, const Manifest &M, const Cache &Store) {
  if (M.Failed)
    return {};
  noteHeaders(M);
  return {Store.pathOf(M.Name, "pch"), FlagSet.str(), M.Name, ""};
}

Precompiled failed(StringRef Why) { return {"", "", "", Why.str()}; }

class Build {
public:
  Build(const PrecompiledRequest &Request, StringRef FlagSet, const Cache &Store, FileStates &States,
        const Worker &FrontEnd)
      : Request(Request), FlagSet(FlagSet), Store(Store), States(States), FrontEnd(FrontEnd) {}

  /// Headers of several libraries may want an order, or macros: then there is one of the first.
  Precompiled run() {
    if (std::optional<Precompiled> Made = tryWith(Request.Includes))
      return *Made;
    if (Request.Includes.size() > 1)
      if (std::optional<Precompiled> Made = tryWith(ArrayRef(Request.Includes).take_front()))
        return *Made;
    return failed(Failure);
  }

private:
  /// Nothing if the headers do not compile together.
  std::optional<Precompiled> tryWith(ArrayRef<std::string> Includes) {
    Manifest M;
    M.Includes = Includes.vec();
    std::string Umbrella;
    for (const std::string &I : Includes)
      Umbrella += "#include <" + I + ">\n";
    std::string UmbrellaName = CacheKey().add(FlagSet).add(Umbrella).str();
    std::string Target = Store.pathOf(UmbrellaName, "new.pch");
    if (!Store.write(UmbrellaName, "h", Umbrella))
      return failed("the cache folder cannot be written");
    std::string Header = Store.pathOf(UmbrellaName, "h");

    WorkerJob Job;
    Job.Args = Request.Args;
    Job.Args.push_back(Header);
    Job.Root = Request.Root;
    Job.MakePrecompiled = Target;
    WorkerReply Reply = FrontEnd.run(Job);
    M.Failed = !Reply.Complete || Reply.ProblemCount || !sys::fs::exists(Target);
    for (const std::string &D : Reply.Dependencies)
      if (D != Header)
        M.Headers.push_back(D);
    M.Name = nameOf(FlagSet, M, States);
    if (M.Failed) {
      Failure = Reply.Problems.empty() ? "nothing was written" : Reply.Problems.front().Text;
      sys::fs::remove(Target);
    } else if (std::error_code EC = sys::fs::rename(Target, Store.pathOf(M.Name, "pch"))) {
      return failed(EC.message());
    }
    writeManifest(FlagSet, M, Store);
    if (M.Failed)
      return std::nullopt;
    return toResult(FlagSet, M, Store);
  }

  const PrecompiledRequest &Request;
  StringRef FlagSet;
  const Cache &Store;
  FileStates &States;
  const Worker &FrontEnd;
  std::string Failure;
};

} // namespace

std::string currentName(StringRef FlagSet, const Cache &Store, FileStates &States) {
  std::optional<Manifest> Known = readManifest(FlagSet, Store);
  if (!Known)
    return "";
  noteHeaders(*Known);
  return nameOf(FlagSet, *Known, States);
}

Precompiled providePrecompiled(const PrecompiledRequest &Request, const Cache &Store, FileStates &States,
                               const Worker &FrontEnd) {
  CacheKey Key;
  Key.add(Request.ToolKey).add(Request.Root);
  for (const std::string &A : Request.Args)
    Key.add(A);
  Key.add("includes");
  for (const std::string &I : Request.Includes)
    Key.add(I);
  std::string FlagSet = Key.str();

  auto Deadline = std::chrono::steady_clock::now() + LongestBuild;
  while (true) {
    std::optional<Manifest> Known = readManifest(FlagSet, Store);
    if (Known && isCurrent(*Known, FlagSet, Store, States))
      return toResult(FlagSet, *Known, Store);

    LockFileManager Lock(Store.pathOf(FlagSet, "pchinfo"));
    Expected<bool> Owned = Lock.tryLock();
    if (!Owned) {
      consumeError(Owned.takeError());
      return failed("the cache folder cannot be locked");
    }
    if (!*Owned) {
      Lock.waitForUnlockFor(LongestBuild);
      if (std::chrono::steady_clock::now() > Deadline)
        return failed("another process takes too long to make it");
      continue;
    }
    // Another process may have made it between the look and the lock.
    Known = readManifest(FlagSet, Store);
    if (Known && isCurrent(*Known, FlagSet, Store, States))
      return toResult(FlagSet, *Known, Store);
    return Build(Request, FlagSet, Store, States, FrontEnd).run();
  }
}

} // namespace devtidy::driver
