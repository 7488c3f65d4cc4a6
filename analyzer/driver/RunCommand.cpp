//===- RunCommand.cpp - device-tidy run ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Becomes the program, so that its exit status, its signals and its terminal are its own. The environment brings the
// simulated devices into it: LD_PRELOAD for programs that are linked to LibTorch or CUDA, PYTHONPATH for Python, which
// also watches placement there (runtime/abi/Environment.h).
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "driver/Executable.h"
#include "driver/Output.h"
#include "driver/OutputFiles.h"
#include "driver/PlainPath.h"
#include "driver/ProjectFiles.h"
#include "driver/Selection.h"
#include "report/ReadFile.h"
#include "report/Sink.h"
#include "runtime/abi/DeviceMemory.h"
#include "runtime/abi/Environment.h"
#include "runtime/abi/Release.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace devtidy::driver {
namespace {

constexpr unsigned DefaultDevices = 2;

/// Why a part of the runtime is not in the folder Root, and what makes it, as far as that can be told.
std::string whyMissing(const std::string &Part, const std::string &Root, bool AllAre) {
  if (sys::fs::exists(Root + "/CMakeCache.txt"))
    return Part + " is not built; cmake --build " + Root + " --target device-tidy-runtime builds it";
  return Part + " is missing; " +
         (AllAre ? "this device-tidy was built without PyTorch; tools/device-tidy run in its sources builds all of it"
                 : "this installation is not complete; pip install --force-reinstall device-tidy brings the rest");
}

/// The parts of the runtime in an installation.
struct Runtime {
  std::string Preload, PythonStartup, Shim;
  std::string Cuda; ///< the folder of the stand-in for the CUDA runtime, called as the loader looks for it

  static Expected<Runtime> find(const ToolPaths &Tool) {
    const std::string Libraries = Tool.Root + "/lib";
    Runtime R{Libraries + "/libdevice_tidy_preload.so", Tool.package() + "/startup",
              Libraries + "/libdevice_tidy_shim.so", Libraries + "/device-tidy-cudart"};
    const std::string Simulator = Libraries + "/torch-*/" + abi::SimulatorLibrary; // of one release at least
    const std::string Parts[] = {R.Preload, Simulator, R.PythonStartup, R.Shim, R.Cuda};
    auto IsMissing = [&](const std::string &Part) {
      return Part == Simulator ? abi::Releases(Libraries.c_str(), abi::SimulatorLibrary).empty()
                               : !sys::fs::exists(Part);
    };
    if (const std::string *Missing = find_if(Parts, IsMissing); Missing != std::end(Parts))
      return createStringError(inconvertibleErrorCode(),
                               "no simulated devices: " + whyMissing(*Missing, Tool.Root, all_of(Parts, IsMissing)));
    // Said of the real paths; the variables take others.
    Expected<std::string> Root = plainPath(Tool.Root);
    if (!Root)
      return Root.takeError();
    for (std::string *Part : {&R.Preload, &R.PythonStartup, &R.Shim, &R.Cuda})
      Part->replace(0, Tool.Root.size(), *Root);
    return R;
  }
};

/// Puts a path in front of a list of paths in the environment.
void prepend(const char *Variable, const std::string &Path) {
  const char *Before = std::getenv(Variable);
  setenv(Variable, Before && *Before ? (Path + ":" + Before).c_str() : Path.c_str(), /*overwrite=*/1);
}

/// Whether the machine has a GPU: the files by which the drivers of NVIDIA, of AMD and of WSL are reached. Whether
/// PyTorch can use it, PyTorch will say.
bool hasGpu() {
  return any_of(ArrayRef({"/dev/nvidiactl", "/dev/kfd", "/dev/dxg"}),
                [](StringRef Path) { return sys::fs::exists(Path); });
}

/// The absolute path of a file that can be written: the program may change its folder, and what cannot be written is
/// said now, not after hours. "" stays "". What is in it stays with OF_Append.
Expected<std::string> writable(const std::string &Path, sys::fs::OpenFlags Flags) {
  SmallString<128> File(Path);
  if (File.empty())
    return std::string();
  std::error_code Why = sys::fs::make_absolute(File);
  // It would be waited for, and the processes of a program open it one after the other.
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && Status.type() == sys::fs::file_type::fifo_file && !descriptorOf(Path))
    return createStringError(inconvertibleErrorCode(), "cannot write " + Path + ": not a regular file");
  if (!Why)
    raw_fd_ostream(File, Why, Flags);
  if (Why)
    return createStringError(Why, "cannot write " + Path + ": " + Why.message());
  return std::string(File);
}

/// Adds an option to those that the environment has: the last one counts.
Error setEvidence(const RunArgs &Args) {
  Expected<std::string> File = writable(Args.Evidence, sys::fs::OF_Append);
  if (!File)
    return File.takeError();
  if (File->empty())
    return Error::success();
  if (File->find_first_of(": \n") != std::string::npos)
    return createStringError(inconvertibleErrorCode(),
                             "--evidence takes a path without blanks and colons, not " + *File);
  const char *Before = std::getenv(abi::OptionsVariable);
  setenv(abi::OptionsVariable, ((Before ? Before + std::string(":") : "") + "evidence=" + *File).c_str(),
         /*overwrite=*/1);
  return Error::success();
}

/// What the settings of the working folder and the command line want. What a run has seen to be slow is slow: all
/// levels, if nobody says otherwise.
Error setSelection(const RunArgs &Args) {
  Settings Project;
  if (!Args.Isolated) {
    Expected<Settings> Found =
        Args.Config.empty() ? findSettings(normalPath(".")) : readSettings(normalPath(Args.Config));
    if (!Found)
      return Found.takeError();
    Project = std::move(*Found);
  }
  Expected<Selection> Wanted = select(Args.Selection, Project, /*DefaultLevel=*/3);
  if (!Wanted)
    return Wanted.takeError();
  setenv(abi::SelectionVariable, Wanted->json().c_str(), /*overwrite=*/1);
  return Error::success();
}

/// A document without findings, to which the processes of the program add theirs: one that finds nothing is right, too.
std::error_code writeEmptyDocument(StringRef File, const std::string &Format) {
  // A pipe or a terminal takes a text once.
  if (!sys::fs::is_regular_file(File) || (Format != "json" && Format != "sarif"))
    return {};
  std::error_code Why;
  raw_fd_ostream Out(File, Why);
  SmallString<128> Folder;
  sys::fs::current_path(Folder);
  report::SourceCache Sources;
  report::ReportContext Context{Sources};
  Context.Version = DT_VERSION;
  Context.Root = Folder;
  report::findSink(Format)->Write({}, Context, Out);
  Out.close();
  Why = Out.error();
  Out.clear_error(); // else the stream ends the process
  return Why;
}

Error setOutput(const RunArgs &Args) {
  setenv(abi::VerifyVariable, "1", /*overwrite=*/1);
  setenv(abi::OutputFormatVariable, Args.OutputFormat.c_str(), /*overwrite=*/1);
  setenv(abi::QuietVariable, Args.Quiet ? "1" : "", /*overwrite=*/1);
  // The processes of the program add to it.
  Expected<std::string> File = writable(Args.OutputFile, sys::fs::OF_None);
  if (!File)
    return File.takeError();
  setenv(abi::OutputFileVariable, File->c_str(), /*overwrite=*/1);
  if (std::error_code Why = writeEmptyDocument(*File, Args.OutputFormat))
    return createStringError(Why, "cannot write " + Args.OutputFile + ": " + Why.message());
  return setEvidence(Args);
}

Expected<std::string> findProgram(StringRef Name) {
  ErrorOr<std::string> Path = sys::findProgramByName(Name);
  std::error_code Why = Path.getError();
  if (Path && !sys::fs::exists(*Path)) // a name with a slash is not looked for
    Why = std::make_error_code(std::errc::no_such_file_or_directory);
  if (Why)
    return createStringError(Why, "cannot run " + Name + ": " + Why.message());
  if (std::string Reason = whyNotPreloadable(*Path); !Reason.empty())
    return createStringError(inconvertibleErrorCode(), "cannot bring simulated devices into " + *Path + ": " + Reason);
  return *Path;
}

} // namespace

Expected<int> runRun(const RunArgs &Args, const ToolPaths &Tool) {
  if (Args.Program.empty())
    return createStringError(inconvertibleErrorCode(),
                             "a program is missing: device-tidy run --devices 2 -- PROGRAM ARGUMENTS");
  Expected<Runtime> Parts = Runtime::find(Tool);
  if (!Parts)
    return Parts.takeError();
  Expected<std::string> Program = findProgram(Args.Program.front());
  if (!Program)
    return Program.takeError();

  if (Error E = setSelection(Args))
    return E;
  std::vector<std::string> Read = report::filesRead();
  append_range(Read, Args.Program);
  if (Error E = refuseOverwriting({Args.OutputFile, Args.Evidence}, Read))
    return E;
  if (Error E = setOutput(Args))
    return E;
  const unsigned Devices = Args.Devices ? Args.Devices : (hasGpu() ? 0 : DefaultDevices);
  if (Devices)
    setenv(abi::DevicesVariable, std::to_string(Devices).c_str(), /*overwrite=*/1);
  else
    unsetenv(abi::DevicesVariable);
  if (Args.DeviceMemory)
    setenv(abi::DeviceMemoryVariable, std::to_string(Args.DeviceMemory).c_str(), /*overwrite=*/1);
  setenv(abi::DefaultDevicesVariable, Args.Devices ? "" : "1", /*overwrite=*/1);
  setenv(abi::PythonStartupVariable, Parts->PythonStartup.c_str(), /*overwrite=*/1);
  // The shim is found before the stand-in; programs of CUDA 12 find that by the name of their release.
  if (Devices) {
    prepend("LD_LIBRARY_PATH", Parts->Cuda);
    prepend("LD_PRELOAD", Parts->Cuda + "/libcudart.so.13");
  }
  prepend("LD_PRELOAD", Parts->Shim);
  prepend("LD_PRELOAD", Parts->Preload);
  prepend("PYTHONPATH", Parts->PythonStartup);

  std::vector<char *> Arguments;
  for (const std::string &A : Args.Program)
    Arguments.push_back(const_cast<char *>(A.c_str()));
  Arguments.push_back(nullptr);
  outs().flush();
  execv(Program->c_str(), Arguments.data());
  std::error_code Why(errno, std::generic_category());
  return createStringError(Why, "cannot run " + *Program + ": " + Why.message());
}

} // namespace devtidy::driver
