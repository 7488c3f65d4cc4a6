//===- Files.cpp - Questions about files ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Files.h"
#include "knowledge/Words.h"
#include <algorithm>
#include <initializer_list>

namespace devtidy::knowledge {

static bool isOneOf(std::string_view Name, std::initializer_list<std::string_view> Names) {
  return std::ranges::find(Names, Name) != Names.end();
}

bool namesProgress(std::string_view Name) {
  return std::ranges::any_of(wordsOf(Name), [](const std::string &Word) {
    return isOneOf(Word, {"acc",       "accuracy", "arch",  "args",   "config",  "epoch",  "epochs", "iter",
                          "iteration", "iters",    "lr",    "metric", "metrics", "name",   "round",  "score",
                          "seed",      "step",     "steps", "task",   "tasks",   "version"});
  });
}

bool asksForFile(std::string_view Name) {
  return isOneOf(Name, {"os.path.isfile", "os.path.exists", "exists", "is_file"});
}

bool joinsPaths(std::string_view Function) {
  return isOneOf(Function, {"os.path.join", "os.path.abspath", "os.path.realpath", "os.path.expanduser",
                            "os.path.normpath", "pathlib.Path", "os.fspath"});
}

bool joinsToPath(std::string_view Method) { return Method == "joinpath"; }

bool givesWholePath(std::string_view Method) { return Method == "resolve" || Method == "absolute"; }

bool respellsPath(std::string_view Function) { return Function == "str" || joinsPaths(Function); }

bool givesSamePath(std::string_view Method) {
  return givesWholePath(Method) || isOneOf(Method, {"as_posix", "expanduser", "__str__", "__fspath__"});
}

bool copiesFile(std::string_view Function) {
  return isOneOf(Function, {"shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.move", "os.rename", "os.replace",
                            "os.renames", "os.link", "os.symlink", "std::filesystem::copy",
                            "std::filesystem::copy_file", "std::filesystem::rename"});
}

bool renamesFile(std::string_view Method) { return Method == "rename" || Method == "replace"; }

bool makesTemporary(std::string_view Function) {
  return isOneOf(Function,
                 {"tempfile.TemporaryDirectory", "tempfile.NamedTemporaryFile", "tempfile.TemporaryFile",
                  "tempfile.SpooledTemporaryFile", "tempfile.mkdtemp", "tempfile.mkstemp", "tempfile.mktemp"});
}

bool namesTemporary(std::string_view Parameter) { return Parameter == "tmp_path" || Parameter == "tmpdir"; }

static bool hasWordOf(std::string_view Name, std::initializer_list<std::string_view> Words) {
  return std::ranges::any_of(wordsOf(Name), [&](const std::string &Word) { return isOneOf(Word, Words); });
}

bool namesPath(std::string_view Method) {
  return hasWordOf(Method,
                   {"path", "filepath", "file", "filename", "folder", "dir", "directory", "checkpoint", "ckpt"}) &&
         !hasWordOf(Method, {"next", "new", "pop", "make", "create", "unique", "temp", "random", "read", "open"});
}

bool fetchesFile(std::string_view Called) {
  static constexpr std::string_view Parts[] = {"download", "urlretrieve", "extract", "unpack", "unzip", "fetch"};
  return isOneOf(Called, {"write", "write_bytes", "writestr", "copyfileobj", "copytree"}) ||
         std::ranges::any_of(Parts, [&](std::string_view P) { return Called.find(P) != std::string_view::npos; });
}

bool runsProgram(std::string_view Function) {
  return Function.starts_with("subprocess.") || Function.starts_with("os.exec") || Function.starts_with("os.spawn") ||
         Function.starts_with("os.posix_spawn") || Function.starts_with("asyncio.create_subprocess") ||
         isOneOf(Function, {"os.system", "os.popen", "exec", "eval"});
}

bool bringsNothing(std::string_view Called) {
  return hasWordOf(Called, {"save",    "export", "dump",    "store", "fit",    "train", "checkpoint", "serialize",
                            "load",    "read",   "restore", "from",  "print",  "log",   "info",       "debug",
                            "warning", "append", "assert",  "add",   "insert", "remove"});
}

bool isAddressOfPyTorch(std::string_view Address) {
  return Address.starts_with("https://download.pytorch.org/") ||
         Address.starts_with("https://s3.amazonaws.com/pytorch/");
}

} // namespace devtidy::knowledge
