//===- Precompiled.cpp - One precompiled header per set of flags --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Precompiled.h"
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
  std::vector<std::string> Includes;
  std::vector<std::string> Refused; ///< asked for, but do not compile together with the others
  std::vector<std::string> Headers; ///< absolute paths of all that it read
  std::string Name;                 ///< hash of includes and headers' states; names the .pch entry
  bool Failed = false;              ///< these includes do not compile together
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
  Expected<json::Value> Parsed = json::parse(*Text);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return std::nullopt;
  }
  const json::Object *Root = Parsed->getAsObject();
  if (!Root)
    return std::nullopt;
  return Manifest{readStrings(*Root, "includes"), readStrings(*Root, "refused"), readStrings(*Root, "headers"),
                  Root->getString("name").value_or("").str(), Root->getBoolean("failed").value_or(true)};
}

void writeManifest(StringRef FlagSet, const Manifest &M, const Cache &Store) {
  json::Value Root = json::Object{{"includes", json::Array(M.Includes)},
                                  {"refused", json::Array(M.Refused)},
                                  {"headers", json::Array(M.Headers)},
                                  {"name", M.Name},
                                  {"failed", M.Failed}};
  std::string Text;
  raw_string_ostream(Text) << Root;
  Store.write(FlagSet, "pchinfo", Text);
}

bool holdsAll(const Manifest &M, ArrayRef<std::string> Needed) {
  return all_of(Needed,
                [&](const std::string &N) { return is_contained(M.Includes, N) || is_contained(M.Refused, N); });
}

/// Current, and answers this request, either with a precompiled header or with the knowledge that there can be none.
bool answers(const Manifest &M, StringRef FlagSet, ArrayRef<std::string> Needed, const Cache &Store,
             FileStates &States) {
  if (M.Name != nameOf(FlagSet, M, States))
    return false;
  return holdsAll(M, Needed) && (M.Failed || sys::fs::exists(Store.pathOf(M.Name, "pch")));
}

Precompiled toResult(StringRef FlagSet, const Manifest &M, const Cache &Store) {
  if (M.Failed)
    return {};
  return {Store.pathOf(M.Name, "pch"), FlagSet.str(), M.Name, ""};
}

Precompiled failed(StringRef Why) { return {"", "", "", Why.str()}; }

/// LibTorch's own headers compile together; other libraries' may want macros or an order.
bool isTorchHeader(StringRef Name) {
  return Name.starts_with("torch/") || Name.starts_with("ATen/") || Name.starts_with("c10/");
}

class Build {
public:
  Build(const PrecompiledRequest &Request, StringRef FlagSet, const Cache &Store, FileStates &States,
        const Worker &FrontEnd)
      : Request(Request), FlagSet(FlagSet), Store(Store), States(States), FrontEnd(FrontEnd) {}

  Precompiled run(ArrayRef<std::string> Wanted) {
    if (std::optional<Precompiled> Made = tryWith(Wanted, {}))
      return *Made;
    std::vector<std::string> Torch, Others;
    for (const std::string &Name : Wanted)
      (isTorchHeader(Name) ? Torch : Others).push_back(Name);
    if (!Torch.empty() && !Others.empty())
      if (std::optional<Precompiled> Made = tryWith(Torch, Others))
        return *Made;
    return failed(Failure);
  }

private:
  /// Nothing if the headers do not compile together.
  std::optional<Precompiled> tryWith(ArrayRef<std::string> Includes, ArrayRef<std::string> Refused) {
    Manifest M;
    M.Includes = Includes.vec();
    M.Refused = Refused.vec();
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
  return Known ? nameOf(FlagSet, *Known, States) : "";
}

Precompiled providePrecompiled(const PrecompiledRequest &Request, const Cache &Store, FileStates &States,
                               const Worker &FrontEnd) {
  CacheKey Key;
  Key.add(Request.ToolKey).add(Request.Root);
  for (const std::string &A : Request.Args)
    Key.add(A);
  std::string FlagSet = Key.str();

  auto Deadline = std::chrono::steady_clock::now() + LongestBuild;
  while (true) {
    std::optional<Manifest> Known = readManifest(FlagSet, Store);
    if (Known && answers(*Known, FlagSet, Request.Includes, Store, States))
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
    if (Known && answers(*Known, FlagSet, Request.Includes, Store, States))
      return toResult(FlagSet, *Known, Store);
    std::vector<std::string> Wanted = Request.Includes;
    if (Known && !Known->Failed)
      append_range(Wanted, Known->Includes);
    llvm::sort(Wanted);
    Wanted.erase(llvm::unique(Wanted), Wanted.end());
    return Build(Request, FlagSet, Store, States, FrontEnd).run(Wanted);
  }
}

} // namespace devtidy::driver
