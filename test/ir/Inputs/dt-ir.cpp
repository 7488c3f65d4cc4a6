//===- dt-ir.cpp - Reads, verifies and prints the text form of the IR -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Random.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace devtidy;
namespace cl = llvm::cl;

static cl::opt<std::string> Input(cl::Positional, cl::desc("<file>"), cl::init("-"));
static cl::opt<bool> Canonical("canonical", cl::desc("Print the form in which twins are compared"));
static cl::opt<bool> NoLocations("no-locations", cl::desc("Leave out source ranges"));
static cl::opt<bool> Quiet("quiet", cl::desc("Print nothing but complaints"));
static cl::opt<uint64_t> Seed("random", cl::desc("Print the random program of this seed instead"));
static cl::opt<unsigned> Functions("functions", cl::desc("How many functions the random program has"), cl::init(6));

static llvm::Expected<std::unique_ptr<ir::Module>> input() {
  if (Seed.getNumOccurrences() != 0)
    return ir::randomModule(Seed, {.Functions = Functions});
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Input);
  if (!Buffer)
    return llvm::errorCodeToError(Buffer.getError());
  return ir::parse((*Buffer)->getBuffer());
}

int main(int Argc, char **Argv) {
  cl::ParseCommandLineOptions(Argc, Argv);
  llvm::Expected<std::unique_ptr<ir::Module>> M = input();
  if (!M) {
    llvm::errs() << Input << ':' << llvm::toString(M.takeError()) << '\n';
    return 1;
  }
  std::vector<std::string> Defects = ir::verify(**M);
  for (const std::string &Defect : Defects)
    llvm::errs() << Defect << '\n';
  if (!Quiet)
    ir::print(**M, llvm::outs(), {.Locations = !NoLocations && !Canonical, .Canonical = Canonical});
  return Defects.empty() ? 0 : 1;
}
