//===- Plugin.cpp - The compiler pass --------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   clang++-22 -O2 -g -fpass-plugin=lib/DeviceTidyPass.so train.cpp -ldevice_tidy_rt ...
//
// Runs before all other passes, so that the calls are those of the source at every level of optimisation.
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Inline.h"
#include "runtime/pass/Insert.h"
#include "runtime/pass/SiteFilter.h"
#include "runtime/pass/Sites.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace devtidy::pass {
namespace {

cl::opt<std::string> SitesFile("device-tidy-sites", cl::value_desc("file"),
                               cl::desc("Check only the operations in a file of device-tidy check --write-sites"));

void warn(const Module &M, const Twine &Text) {
  M.getContext().diagnose(DiagnosticInfoGeneric("device-tidy: " + Text, DS_Warning));
}

class InstrumentPass : public PassInfoMixin<InstrumentPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses) {
    Callees Known;
    Locations Lines(M);
    ResultNames Results(M, Lines);
    inlineWrappers(M, Analyses, Known);
    std::vector<CallSite> Sites = findSites(M, Lines, Results, Known);
    if (Sites.empty())
      return PreservedAnalyses::none();
    if (!Lines.hasLines())
      warn(M,
           "'" + M.getSourceFileName() +
               "' is compiled without lines: reports name functions only; -gline-tables-only adds lines, -g variables");
    Expected<SiteFilter> Filter = SiteFilter::read(SitesFile);
    if (!Filter) {
      M.getContext().diagnose(DiagnosticInfoGeneric("device-tidy: " + toString(Filter.takeError()), DS_Error));
      return PreservedAnalyses::none();
    }
    for (CallSite &S : Sites) {
      // A module call of LibTorch's templates is a part of one in the user's code.
      S.IsWanted = !S.At && S.Kind == abi::SiteKind::Module && S.Function.empty() ? true : Filter->wants(S.At);
      insertCalls(M, S);
    }
    return PreservedAnalyses::none();
  }

  /// Also in functions without optimisation.
  static bool isRequired() { return true; }
};

} // namespace
} // namespace devtidy::pass

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "device-tidy", DT_VERSION, [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(devtidy::pass::InstrumentPass()); });
            Builder.registerPipelineParsingCallback(
                [](StringRef Name, ModulePassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "device-tidy")
                    return false;
                  Passes.addPass(devtidy::pass::InstrumentPass());
                  return true;
                });
          }};
}
