//===- Contexts.cpp - What context managers leave as it is ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Contexts.h"
#include "knowledge/Words.h"
#include <algorithm>
#include <string>
#include <vector>

namespace devtidy::knowledge {

bool leavesDefaultDevice(std::string_view QualifiedName) {
  static constexpr std::string_view Packages[] = {
      // Python's own library.
      "asyncio", "builtins", "bz2", "cProfile", "codecs", "concurrent", "contextlib", "csv", "decimal", "gzip",
      "importlib", "io", "logging", "lzma", "mmap", "multiprocessing", "os", "pathlib", "pickle", "queue", "selectors",
      "shelve", "shutil", "socket", "sqlite3", "ssl", "subprocess", "tarfile", "tempfile", "threading", "time",
      "unittest", "urllib", "warnings", "wave", "zipfile",
      // Arrays, files, plots, tests, and torch.
      "PIL", "click", "cv2", "fsspec", "h5py", "httpx", "joblib", "librosa", "lmdb", "matplotlib", "mlflow", "numpy",
      "omegaconf", "pandas", "pyro", "pytest", "requests", "rich", "safetensors", "soundfile", "threadpoolctl", "torch",
      "tqdm", "wandb", "yaml"};
  const std::string_view First = QualifiedName.substr(0, QualifiedName.find('.'));
  return First == "open" || std::ranges::find(Packages, First) != std::ranges::end(Packages);
}

bool maySetDefaultDevice(std::string_view Name) {
  static constexpr std::string_view Places[] = {"accelerator", "cuda",       "default", "device", "devices", "empty",
                                                "gpu",         "initialize", "init",    "meta",   "tensor"};
  static constexpr std::string_view Leaves[] = {
      "accumulate", "amp",      "assert",    "autocast", "bar",    "barrier",  "block",    "cache",       "catch",
      "clock",      "cond",     "condition", "cursor",   "dir",    "enable",   "eval",     "executor",    "file",
      "first",      "freeze",   "frozen",    "grad",     "grads",  "graph",    "hook",     "hooks",       "ignore",
      "inference",  "live",     "local",     "lock",     "locked", "log",      "logger",   "measure",     "mode",
      "mutex",      "no",       "observe",   "open",     "patch",  "plate",    "pool",     "profile",     "profiler",
      "profiling",  "progress", "raises",    "reader",   "record", "rng",      "seed",     "semaphore",   "session",
      "socket",     "span",     "spinner",   "status",   "stream", "suppress", "sync",     "time",        "timed",
      "timeit",     "timer",    "tqdm",      "trace",    "tracer", "train",    "training", "transaction", "unfreeze",
      "warn",       "warnings", "warns",     "without",  "writer"};
  const std::vector<std::string> Words = wordsOf(Name);
  auto HasOne = [&](auto &Of) {
    return std::ranges::any_of(Words, [&](const std::string &W) { return std::ranges::find(Of, W) != std::end(Of); });
  };
  return HasOne(Places) || !HasOne(Leaves);
}

bool entersContext(std::string_view Method) { return Method == "enter_context"; }

} // namespace devtidy::knowledge
