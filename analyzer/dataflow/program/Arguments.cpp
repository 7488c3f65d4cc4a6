//===- Arguments.cpp - Which argument plays a role ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Arguments.h"

namespace devtidy::dataflow {

const ir::Arg *argumentFor(llvm::StringRef Params, const ir::Inst &I, llvm::StringRef Role) {
  auto Plays = [&](llvm::StringRef Word) {
    while (!Word.empty()) {
      auto [Head, Tail] = Word.split('|');
      if (Head == Role)
        return true;
      Word = Tail;
    }
    return false;
  };
  // Keywords bind by name: the role itself, or a name beside it in the list.
  if (const ir::Arg *A = I.findKeyword(Role))
    return A;
  // What is x in x.f() is called input where it is an argument.
  if (Role == "self" && I.Kind == ir::InstKind::Call)
    if (const ir::Arg *A = I.findKeyword("input"))
      return A;
  unsigned Position = 0;
  for (llvm::StringRef Rest = Params; !Rest.empty(); ++Position) {
    auto [Word, Tail] = Rest.split(',');
    Rest = Tail;
    if (!Plays(Word))
      continue;
    for (llvm::StringRef Alias = Word; !Alias.empty();) {
      auto [Head, More] = Alias.split('|');
      Alias = More;
      // x.to(device, dtype=t): the first argument may be a type, too, but t is no device.
      if (Head == "dtype")
        continue;
      if (const ir::Arg *A = I.findKeyword(Head))
        return A;
    }
    unsigned Seen = 0;
    for (const ir::Arg &A : I.Args) {
      if (!A.Keyword.empty())
        continue;
      if (Seen++ == Position)
        return &A;
    }
    return nullptr;
  }
  return nullptr;
}

const ir::Arg *argumentFor(const knowledge::Callable &C, const ir::Inst &I, llvm::StringRef Role) {
  return argumentFor(llvm::StringRef(C.Params.data(), C.Params.size()), I, Role);
}

} // namespace devtidy::dataflow
