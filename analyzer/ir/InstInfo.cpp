//===- InstInfo.cpp - What Insts.def says about each instruction kind -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/InstInfo.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

namespace devtidy::ir {

static constexpr InstInfo Table[] = {
#define INST(Enumerator, Text, Data, HasResult) {Text, Payload::Data, HasResult, false, false, 0},
#define TERMINATOR(Enumerator, Text, Data, Successors) {Text, Payload::Data, false, true, false, Successors},
#define RESOLVED(Enumerator, Text, Data, HasResult) {Text, Payload::Data, HasResult, false, true, 0},
#include "ir/Insts.def"
};

const InstInfo &instInfo(InstKind K) { return Table[static_cast<unsigned>(K)]; }
unsigned instKindCount() { return std::size(Table); }

llvm::StringRef instKindName(InstKind K) { return instInfo(K).Text; }
bool isTerminator(InstKind K) { return instInfo(K).IsTerminator; }
bool isResolved(InstKind K) { return instInfo(K).IsResolved; }
bool hasResult(InstKind K) { return instInfo(K).HasResult; }
unsigned successorCount(InstKind K) { return instInfo(K).Successors; }

std::optional<InstKind> parseInstKind(llvm::StringRef Text) {
  static const llvm::StringMap<InstKind> ByText = [] {
    llvm::StringMap<InstKind> Map;
    for (unsigned I = 0; I != std::size(Table); ++I)
      Map[Table[I].Text] = static_cast<InstKind>(I);
    return Map;
  }();
  auto It = ByText.find(Text);
  if (It == ByText.end())
    return std::nullopt;
  return It->second;
}

ArgumentBounds argumentBounds(InstKind K) {
  switch (K) {
  case InstKind::Const:
  case InstKind::GetGlobal:
  case InstKind::Jump:
  case InstKind::Fork:
  case InstKind::Unreachable:
    return {0, 0};
  case InstKind::Return:
  case InstKind::Raise:
  case InstKind::Yield:
    return {0, 1};
  case InstKind::SetGlobal:
  case InstKind::Cell:
  case InstKind::GetCell:
  case InstKind::GetField:
  case InstKind::Unpack:
  case InstKind::Iterate:
  case InstKind::HasNext:
  case InstKind::Next:
  case InstKind::Enter:
  case InstKind::Exit:
  case InstKind::Swallows:
  case InstKind::Await:
  case InstKind::Assume:
  case InstKind::Branch:
    return {1, 1};
  case InstKind::SetCell:
  case InstKind::SetField:
    return {2, 2};
  case InstKind::GetItem:
  case InstKind::Copy:
  case InstKind::Register:
    return {2};
  case InstKind::SetItem:
    return {3};
  case InstKind::Invoke:
  case InstKind::Apply:
  case InstKind::Op:
  case InstKind::Move:
  case InstKind::View:
  case InstKind::Forward:
  case InstKind::HostAccess:
  case InstKind::HostValue:
    return {1};
  case InstKind::Opaque:
  case InstKind::Call:
  case InstKind::Closure:
  case InstKind::MakeTuple:
  case InstKind::MakeList:
  case InstKind::MakeDict:
  case InstKind::Create:
  case InstKind::Aten:
  case InstKind::Load:
  case InstKind::Query:
  case InstKind::MakeDevice:
  case InstKind::MakeOptions:
  case InstKind::Construct:
    return {};
  }
  llvm_unreachable("covered switch");
}

bool isSymbolName(InstKind K) { return K == InstKind::Call || K == InstKind::GetGlobal || K == InstKind::SetGlobal; }

} // namespace devtidy::ir
