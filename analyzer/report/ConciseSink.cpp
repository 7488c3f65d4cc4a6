//===- ConciseSink.cpp - Findings for people and scripts: a line each -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Sink.h"
#include "report/Snippet.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;

void devtidy::report::writeConcise(llvm::ArrayRef<Finding> Findings, const ReportContext &Context,
                                   llvm::raw_ostream &Out) {
  for (const Finding &F : Findings) {
    Out << printable(Context.displayed(F.Where.Path)) << ':';
    if (const SourceText *Source = Context.Sources.get(F.Where.Path))
      Out << Source->inBytes(F.Where.Point).str() << ':';
    Out << " warning: " << printable(F.Headline) << " [" << Context.linked(F.Check) << "]\n";
  }
}
