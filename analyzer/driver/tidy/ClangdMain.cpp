//===- ClangdMain.cpp - clangd with the device checks inside --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stock clangd runs clang-tidy checks that its own table calls fast, and without a .clang-tidy file only a short list.
// Who starts this program wants the device checks, so both answers are extended here: the linker redirects the two
// functions (--wrap), since clangd has no flag for either and its headers are not installed.
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/ClangTidyOptions.h"
#include "driver/tidy/ClangdChecks.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

using llvm::StringRef;
using TidyProvider = llvm::unique_function<void(clang::tidy::ClangTidyOptions &, StringRef) const>;

// NOLINTBEGIN(misc-use-internal-linkage): all of this is called from, or defined in, clangd's libraries
namespace clang::clangd {

int clangdMain(int Argc, char *Argv[]);

// clangd can ask an index server over gRPC. Leaving that out, as clangd's own CMake does without gRPC, leaves one
// function for us to define.
class SymbolIndex {
public:
  virtual ~SymbolIndex() = default;
};
namespace remote {
std::unique_ptr<SymbolIndex> getClient(StringRef, StringRef) { return nullptr; }
} // namespace remote

} // namespace clang::clangd

#define WRAPPED(Symbol) asm("__wrap_" Symbol)
#define ORIGINAL(Symbol) asm("__real_" Symbol)
#define IS_FAST_CHECK "_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE"
#define DEFAULT_CHECKS "_ZN5clang6clangd20provideDefaultChecksEv"

std::optional<bool> originalIsFastCheck(StringRef Check) ORIGINAL(IS_FAST_CHECK);
std::optional<bool> isFastCheck(StringRef Check) WRAPPED(IS_FAST_CHECK);
TidyProvider originalDefaultChecks() ORIGINAL(DEFAULT_CHECKS);
TidyProvider defaultChecks() WRAPPED(DEFAULT_CHECKS);
// NOLINTEND(misc-use-internal-linkage)

std::optional<bool> isFastCheck(StringRef Check) {
  // Measured on LibTorch code: all device checks together cost a few percent of a reparse.
  if (Check.starts_with("device-"))
    return true;
  return originalIsFastCheck(Check);
}

TidyProvider defaultChecks() {
  return [Stock = originalDefaultChecks()](clang::tidy::ClangTidyOptions &Options, StringRef File) {
    Stock(Options, File);
    Options.Checks = devtidy::driver::withDeviceChecks(Options.Checks.value_or(""));
  };
}

int main(int Argc, char *Argv[]) {
  llvm::SmallVector<char *, 16> Args(Argv, Argv + Argc);
  // clang looks for its own headers beside the program; this one stands elsewhere. A --resource-dir of the user wins.
  char ResourceDir[] = "--resource-dir=" DEVTIDY_RESOURCE_DIR;
  const auto IsResourceDir = [](StringRef Arg) { return Arg.ltrim('-').starts_with("resource-dir"); };
  if (llvm::none_of(Args, IsResourceDir))
    Args.insert(Args.begin() + 1, ResourceDir);
  Args.push_back(nullptr);
  return clang::clangd::clangdMain(static_cast<int>(Args.size()) - 1, Args.data());
}
