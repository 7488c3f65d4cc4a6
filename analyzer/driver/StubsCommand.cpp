//===- StubsCommand.cpp - device-tidy stubs -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "driver/Console.h"
#include "driver/Disk.h"
#include "driver/Language.h"
#include "driver/Outcome.h"
#include "driver/Output.h"
#include "driver/ProjectFiles.h"
#include "driver/StubWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

/// A package that is installed, by its name; else what was given.
static std::string placeOf(const std::string &Given, ArrayRef<std::string> Packages) {
  if (disk::exists(Given))
    return Given;
  std::string Relative = Given;
  llvm::replace(Relative, '.', '/');
  for (const std::string &Folder : Packages)
    for (StringRef End : {"", ".py"})
      if (const std::string Place = (Twine(Folder) + "/" + Relative + End).str(); disk::exists(Place))
        return Place;
  return Given;
}

/// "pkg.net" of pkg/net.py is pkg/net.py, of pkg/net/__init__.py that; of a package that is installed, where it is
/// there.
static std::string placeInStubs(const ir::Module &M, ArrayRef<std::string> Packages) {
  for (const std::string &Folder : Packages)
    if (StringRef Path = M.Files.front().Path; Path.consume_front(Folder) && Path.consume_front("/"))
      return Path.str();
  std::string Place = M.Name.str();
  llvm::replace(Place, '.', '/');
  const bool IsPackage = sys::path::filename(M.Files.front().Path) == "__init__.py";
  return Place + (IsPackage ? "/__init__.py" : ".py");
}

static Error writeStub(StringRef Folder, StringRef Place, StringRef Text) {
  const std::string Path = (Folder + "/" + Place).str();
  if (std::error_code Why = sys::fs::create_directories(sys::path::parent_path(Path)))
    return createStringError(Why, "cannot write " + Path + ": " + Why.message());
  // What somebody has reviewed is not written over.
  if (disk::exists(Path))
    return createStringError(inconvertibleErrorCode(), "cannot write " + Path + ": it is there");
  Output Out(Path);
  Out.stream() << Text;
  return Out.finish();
}

Expected<int> runStubs(const StubsArgs &Args, const ToolPaths &Tool) {
  StubsArgs Own = Args;
  if (Own.Paths.empty())
    return createStringError(inconvertibleErrorCode(), "stubs of what? device-tidy stubs PACKAGE, or a path");
  Expected<std::string> Python = pythonOrDefault(Args.Python);
  if (!Python)
    return Python.takeError();
  const Installed Libraries = findInstalled(*Python, normalPath("."), Tool.Root);
  for (std::string &Path : Own.Paths)
    Path = placeOf(Path, Libraries.Packages);
  // Stubs are of Python; what else stands in a package takes time.
  for (StringRef Name : {"*.cpp", "*.cc", "*.cxx", "*.c++", "*.C", "*.cu"})
    Own.Exclude.push_back(Name.str());
  Expected<std::unique_ptr<Session>> S = Session::open(Own, Tool);
  if (!S)
    return S.takeError();
  std::vector<LoweredFile> Lowered = (*S)->lowerAll();
  printErrors((*S)->inputs(), Lowered, (*S)->workingFolder(), Args.Verbose);
  const int Status = summarize((*S)->inputs(), Lowered).Failed.empty() ? NoFinding : CouldNot;
  const dataflow::Linker Links((*S)->allModules(Lowered));
  unsigned Said = 0, Files = 0;
  for (const LoweredFile &L : Lowered) {
    if (!L.Module || L.Module->Lang != ir::Language::Python || !isPythonSource(L.Module->Files.front().Path))
      continue;
    dataflow::Solutions Solved(Links, L.Module.get());
    Solved.solve();
    StubWriter Writer(Solved);
    const std::string Text = Writer.write(*L.Module), Place = placeInStubs(*L.Module, Libraries.Packages);
    if (Text.empty())
      continue;
    Said += Writer.said();
    ++Files;
    if (Args.OutputFolder.empty())
      outs() << (Files == 1 ? "# " : "\n\n# ") << Place << "\n" << Text;
    else if (Error E = writeStub(Args.OutputFolder, Place, Text))
      return E;
  }
  outs().flush();
  if (!Args.Quiet)
    messages() << counted(Said, "function") << " in " << counted(Files, "stub") << "; read them: docs/models.md\n";
  return Status;
}

} // namespace devtidy::driver
