//===- Installed.cpp - Libraries that are installed on this machine -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Installed.h"
#include "driver/Disk.h"
#include "knowledge/Operators.h"
#include "report/ReadFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;

namespace devtidy::driver {
namespace {

/// One Python environment: its packages and the interpreter's version folder, "python3.11".
struct Environment {
  std::string Prefix, Version, Packages;
  bool IsShared = false; ///< of the user or the system: they are searched together
};

std::string fromEnvironment(StringRef Name) { return disk::environment(Name).value_or(""); }

/// Folders in Parent whose names begin with "python3", newest first.
std::vector<std::string> versionFolders(const Twine &Parent) {
  std::vector<std::string> Names;
  for (const disk::Entry &E : disk::entries(Parent.str()))
    if (StringRef Name = sys::path::filename(E.Path); Name.starts_with("python3"))
      Names.push_back(Name.str());
  std::sort(Names.begin(), Names.end(), [](StringRef A, StringRef B) { return A.compare_numeric(B) > 0; });
  return Names;
}

void addEnvironments(StringRef Prefix, std::vector<Environment> &Out, bool IsShared = false) {
  if (Prefix.empty())
    return;
  for (const std::string &Version : versionFolders(Prefix + "/lib"))
    for (StringRef Kind : {"site-packages", "dist-packages"})
      if (std::string Packages = (Prefix + "/lib/" + Version + "/" + Kind).str(); disk::isFolder(Packages))
        Out.push_back({Prefix.str(), Version, Packages, IsShared});
}

/// The environment that this program is installed in, if it came as a wheel: ToolRoot is a package there.
void addEnvironmentOfWheel(StringRef ToolRoot, std::vector<Environment> &Out) {
  StringRef Packages = sys::path::parent_path(ToolRoot), Version = sys::path::parent_path(Packages);
  if (sys::path::filename(Packages).ends_with("-packages") && sys::path::filename(Version).starts_with("python3"))
    Out.push_back({sys::path::parent_path(sys::path::parent_path(Version)).str(), sys::path::filename(Version).str(),
                   Packages.str()});
}

/// An environment that was made for this program alone: that of a hook of pre-commit, of pipx, of uv tool. It is on
/// while the program runs, and what it has says nothing of the project.
bool isOnlyForThis(StringRef Prefix, StringRef ToolRoot) {
  std::vector<Environment> Own;
  addEnvironmentOfWheel(ToolRoot, Own);
  return !Own.empty() && disk::realPath(Own.front().Prefix) == disk::realPath(Prefix) &&
         !disk::exists(Own.front().Packages + "/torch");
}

std::vector<Environment> findEnvironments(StringRef Python, StringRef Root, StringRef ToolRoot) {
  std::vector<Environment> Result;
  if (!Python.empty()) {
    // An interpreter, bin/python in an environment, or the environment itself.
    bool IsFolder = disk::isFolder(Python);
    addEnvironments(IsFolder ? Python : sys::path::parent_path(sys::path::parent_path(Python)), Result);
  }
  if (const std::string Active = fromEnvironment("VIRTUAL_ENV"); !Active.empty() && !isOnlyForThis(Active, ToolRoot))
    addEnvironments(Active, Result);
  addEnvironments(fromEnvironment("CONDA_PREFIX"), Result);
  for (StringRef Name : {"/.venv", "/venv"})
    if (!Root.empty())
      addEnvironments((Root + Name).str(), Result);
  if (!ToolRoot.empty()) {
    addEnvironments((ToolRoot + "/venv").str(), Result);
    addEnvironmentOfWheel(ToolRoot, Result);
  }
  if (std::string Home = fromEnvironment("HOME"); !Home.empty())
    addEnvironments(Home + "/.local", Result, /*IsShared=*/true);
  addEnvironments("/usr/local", Result, /*IsShared=*/true);
  addEnvironments("/usr", Result, /*IsShared=*/true);
  if (disk::isFolder("/usr/lib/python3/dist-packages"))
    Result.push_back({"/usr", "python3", "/usr/lib/python3/dist-packages", /*IsShared=*/true});
  return Result;
}

/// A virtual environment borrows the headers of the interpreter that made it.
std::string findPythonInclude(const Environment &E) {
  std::vector<std::string> Prefixes = {E.Prefix};
  if (auto Buffer = report::readFileOrNull(E.Prefix + "/pyvenv.cfg")) {
    for (StringRef Rest = Buffer->getBuffer(); !Rest.empty();) {
      auto [Line, After] = Rest.split('\n');
      auto [Key, Value] = Line.split('=');
      if (Key.trim() == "home")
        Prefixes.push_back(sys::path::parent_path(Value.trim()).str());
      Rest = After;
    }
  }
  Prefixes.push_back("/usr");
  for (const std::string &Prefix : Prefixes)
    if (std::string Folder = Prefix + "/include/" + E.Version; disk::exists(Folder + "/Python.h"))
      return Folder;
  for (const std::string &Version : versionFolders("/usr/include"))
    if (std::string Folder = "/usr/include/" + Version; disk::exists(Folder + "/Python.h"))
      return Folder;
  return "";
}

/// The line `__version__ = '2.13.0+cpu'` of version.py, which PyTorch's build writes.
std::string readTorchVersion(StringRef Torch) {
  auto Buffer = report::readFileOrNull((Torch + "/version.py").str());
  StringRef Text = Buffer ? Buffer->getBuffer() : "";
  size_t At = Text.find("__version__ = '");
  return At == StringRef::npos ? "" : Text.drop_front(At).split('\'').second.split('\'').first.str();
}

bool isToolkit(const Twine &Folder) { return disk::exists(Folder + "/include/cuda_runtime.h"); }

std::string findCuda(ArrayRef<Environment> Environments) {
  for (const std::string &Folder : {fromEnvironment("CUDA_HOME"), fromEnvironment("CUDA_PATH"),
                                    std::string("/usr/local/cuda"), std::string("/opt/cuda")})
    if (!Folder.empty() && isToolkit(Folder))
      return Folder;
  for (const Environment &E : Environments)
    for (StringRef Name : {"cu13", "cu12"})
      if (std::string Folder = (E.Packages + "/nvidia/" + Name).str(); isToolkit(Folder))
        return Folder;
  return "";
}

} // namespace

Installed findInstalled(StringRef Python, StringRef Root, StringRef ToolRoot) {
  Installed Result;
  std::vector<Environment> Environments = findEnvironments(Python, Root, ToolRoot);
  for (const Environment &E : Environments) {
    if (disk::exists(E.Packages + "/torch/include/torch/csrc/api/include/torch/torch.h")) {
      Result.Torch = E.Packages + "/torch";
      Result.TorchVersion = readTorchVersion(Result.Torch);
      Result.PythonInclude = findPythonInclude(E);
      break;
    }
  }
  for (const Environment &E : Environments)
    if (E.Prefix == Environments.front().Prefix || (Environments.front().IsShared && E.IsShared))
      Result.Packages.push_back(E.Packages);
  Result.Cuda = findCuda(Environments);
  return Result;
}

Expected<std::string> pythonOrDefault(StringRef Given) {
  const std::string Named = Given.empty() ? fromEnvironment("DEVICE_TIDY_PYTHON") : Given.str();
  if (Named.empty() || disk::exists(Named))
    return Named;
  if (!StringRef(Named).contains('/'))
    if (std::optional<std::string> Found = disk::findProgram(Named))
      return *Found;
  return createStringError(inconvertibleErrorCode(), Twine(Given.empty() ? "DEVICE_TIDY_PYTHON" : "--python") +
                                                         " names " + Named + ", and it is not there");
}

void chooseOperatorTable(StringRef Asked, const Installed &Found) {
  knowledge::chooseOperatorTable(std::string_view(Asked.empty() ? StringRef(Found.TorchVersion) : Asked));
}

} // namespace devtidy::driver
