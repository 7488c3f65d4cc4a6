//===- CompilerFlags.cpp - From a build's commands to arguments for clang ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompilerFlags.h"
#include "driver/NvccFlags.h"
#include "driver/ProjectFiles.h"
#include "driver/RegularFiles.h"
#include "report/ReadFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

enum class Use { Keep, KeepPath, Search, Drop };

/// An option that takes a value, joined to it or as the next argument.
struct ValueOption {
  StringRef Name;
  Use What;
  bool Joined = true, Separate = true;
};

constexpr ValueOption ValueOptions[] = {
    {"-isystem", Use::Search},
    {"-iquote", Use::Search},
    {"-idirafter", Use::Search},
    {"-I", Use::Search},
    {"-D", Use::Keep},
    {"-U", Use::Keep},
    {"-include-pch", Use::KeepPath},
    {"-include", Use::KeepPath},
    {"-imacros", Use::KeepPath},
    {"--sysroot=", Use::KeepPath, true, false},
    {"--sysroot", Use::KeepPath, false},
    {"-isysroot", Use::KeepPath, false},
    {"-target", Use::Keep, false},
    {"--target=", Use::Keep, true, false},
    {"-std=", Use::Keep, true, false},
    {"--std=", Use::Keep, true, false},
    {"-stdlib=", Use::Keep, true, false},
    {"-Xclang", Use::Keep, false},
    {"--cuda-path=", Use::KeepPath, true, false},
    {"--gcc-toolchain=", Use::KeepPath, true, false},
    {"--gcc-install-dir=", Use::KeepPath, true, false},
    {"-o", Use::Drop},
    {"-MF", Use::Drop},
    {"-MT", Use::Drop},
    {"-MQ", Use::Drop},
    {"-MJ", Use::Drop},
    {"-x", Use::Drop},
    {"-L", Use::Drop},
    {"-l", Use::Drop},
    {"-Xlinker", Use::Drop, false},
    {"-Xassembler", Use::Drop, false},
    {"-Xpreprocessor", Use::Drop, false},
    {"--param", Use::Drop, false},
    {"-arch", Use::Drop, false},
    {"-T", Use::Drop},
    {"-u", Use::Drop},
    {"-z", Use::Drop},
};

/// Options without a value that change what the preprocessor or the language sees.
bool changesMeaning(StringRef Option) {
  if (Option.consume_front("-f")) {
    Option.consume_front("no-");
    return Option.starts_with("openmp") || Option.contains("-depth=") ||
           StringSwitch<bool>(Option)
               .Cases({"exceptions", "cxx-exceptions", "rtti", "signed-char", "unsigned-char", "short-wchar"}, true)
               .Cases({"char8_t", "coroutines", "concepts", "ms-extensions", "permissive", "delayed-template-parsing"},
                      true)
               .Cases({"fast-math", "finite-math-only", "gnu-keywords", "sized-deallocation", "aligned-allocation"},
                      true)
               .Cases({"skip-function-bodies", "declspec", "blocks", "modules"}, true)
               .Default(false);
  }
  return Option.starts_with("-m") || Option.starts_with("--cuda") || Option.starts_with("-nocuda") ||
         StringSwitch<bool>(Option).Cases({"-pthread", "-nostdinc", "-nostdinc++", "-ansi"}, true).Default(false);
}

bool isLauncher(StringRef Name) {
  return StringSwitch<bool>(Name).Cases({"ccache", "sccache", "distcc", "icecc", "buildcache"}, true).Default(false);
}

class Translation {
public:
  Translation(CompilerFlags &Out, StringRef Folder) : Out(Out), Folder(Folder) {}

  void run(ArrayRef<std::string> Args) {
    for (size_t I = 0; I < Args.size(); ++I)
      if (!takeValueOption(Args, I) && changesMeaning(Args[I]))
        Out.Args.push_back(Args[I]);
  }

private:
  bool takeValueOption(ArrayRef<std::string> Args, size_t &I) {
    for (const ValueOption &O : ValueOptions) {
      StringRef Value = Args[I];
      if (!Value.consume_front(O.Name))
        continue;
      if (!Value.empty()) {
        if (O.Joined)
          use(O, Value, /*Joined=*/true);
        else
          continue;
      } else if (O.Separate && I + 1 < Args.size()) {
        use(O, Args[++I], /*Joined=*/false);
      }
      return true;
    }
    return false;
  }

  void use(const ValueOption &O, StringRef Value, bool Joined) {
    if (O.Name.starts_with("-include") || O.Name == "-imacros")
      Out.OwnPrecompiled = true;
    if (O.Name == "-x" && (Value == "cu" || Value == "cuda"))
      Out.Cuda = true;
    switch (O.What) {
    case Use::Drop:
      return;
    case Use::Search:
      return addSearchPath(Out, O.Name, absolute(Value));
    case Use::KeepPath: {
      // A header that is found through the search path has no place in the working folder.
      std::string Path = absolute(Value);
      return emit(O, O.Name.starts_with("-include") && !sys::fs::exists(Path) ? Value : StringRef(Path), Joined);
    }
    case Use::Keep:
      return emit(O, Value, Joined);
    }
  }

  void emit(const ValueOption &O, StringRef Value, bool Joined) {
    if (Joined) {
      Out.Args.push_back((O.Name + Value).str());
    } else {
      Out.Args.push_back(O.Name.str());
      Out.Args.push_back(Value.str());
    }
  }

  std::string absolute(StringRef Path) const {
    SmallString<256> Result(Path);
    if (!sys::path::is_absolute(Path)) {
      Result = Folder;
      sys::path::append(Result, Path);
    }
    return normalPath(Result);
  }

  CompilerFlags &Out;
  StringRef Folder;
};

class ResponseFiles : public RegularFiles {
public:
  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    report::noteRead(Path.str());
    return RegularFiles::openFileForRead(Path);
  }
};

std::vector<std::string> expandResponseFiles(ArrayRef<std::string> Args, StringRef Folder) {
  BumpPtrAllocator Pool;
  SmallVector<const char *, 64> Argv;
  for (const std::string &A : Args)
    Argv.push_back(A.c_str());
  cl::ExpansionContext Context(Pool, cl::TokenizeGNUCommandLine);
  Context.setCurrentDir(Folder);
  ResponseFiles Files;
  Context.setVFS(&Files);
  // A response file that is gone stays as it is and is dropped with the other inputs.
  consumeError(Context.expandResponseFiles(Argv));
  return std::vector<std::string>(Argv.begin(), Argv.end());
}

} // namespace

void addSearchPath(CompilerFlags &Flags, StringRef Option, StringRef Path) {
  Flags.Args.push_back(Option.str());
  Flags.Args.push_back(Path.str());
  Flags.SearchPaths.push_back(Path.str());
}

CompilerFlags translateCommand(const CompileCommand &Command) {
  std::vector<std::string> Args = expandResponseFiles(Command.Args, Command.Folder);
  size_t First = 0;
  while (First < Args.size() && isLauncher(sys::path::stem(Args[First])))
    ++First;
  bool Nvcc = First < Args.size() && sys::path::stem(Args[First]).contains("nvcc");
  Args.erase(Args.begin(), Args.begin() + std::min(First + 1, Args.size()));

  CompilerFlags Out;
  Translation(Out, Command.Folder).run(Nvcc ? hostFlagsOfNvcc(Args) : Args);
  return Out;
}

} // namespace devtidy::driver
