//===- Canonical.cpp - One spelling for both languages --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Canonical.h"
#include "ir/Simplify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::ir {

/// Names that differ by more than punctuation, after the general rules.
static llvm::StringRef pythonName(llvm::StringRef Name) {
  return llvm::StringSwitch<llvm::StringRef>(Name)
      .Case("torch.Device", "torch.device")
      .Cases({"torch.kFloat", "torch.kFloat32"}, "torch.float32")
      .Cases({"torch.kDouble", "torch.kFloat64"}, "torch.float64")
      .Cases({"torch.kHalf", "torch.kFloat16"}, "torch.float16")
      .Case("torch.kBFloat16", "torch.bfloat16")
      .Cases({"torch.kLong", "torch.kInt64"}, "torch.int64")
      .Cases({"torch.kInt", "torch.kInt32"}, "torch.int32")
      .Cases({"torch.kByte", "torch.kUInt8"}, "torch.uint8")
      .Case("torch.kBool", "torch.bool")
      .Case("torch.NoGradGuard", "torch.no_grad")
      .Case("torch.InferenceMode", "torch.inference_mode")
      .Cases({"torch.DeviceGuard", "torch.cuda.CUDAGuard"}, "torch.cuda.device")
      .Case("std.runtime_error", "RuntimeError")
      .Default(Name);
}

llvm::StringRef canonicalMethod(llvm::StringRef Name) {
  return Name == "push_back" || Name == "emplace_back" ? llvm::StringRef("append") : Name;
}

bool isPropertyName(llvm::StringRef Method) {
  return llvm::StringSwitch<bool>(Method)
      .Cases({"device", "dtype", "layout", "grad", "requires_grad"}, true)
      .Cases({"is_cuda", "is_cpu", "is_meta", "is_mps", "is_xpu", "is_leaf", "is_sparse"}, true)
      .Cases({"type", "index"}, true)
      .Default(false);
}

/// Makes blocks that hold nothing but constants empty: constants are printed where they are used, wherever they stand.
static void hoistConstants(Function &F) {
  std::vector<InstId> Constants;
  for (Block &B : F.Blocks)
    llvm::erase_if(B.Insts, [&](InstId I) {
      bool IsConstant = F.inst(I).Kind == InstKind::Const;
      if (IsConstant)
        Constants.push_back(I);
      return IsConstant;
    });
  std::vector<InstId> &Entry = F.Blocks[0].Insts;
  Entry.insert(Entry.begin(), Constants.begin(), Constants.end());
}

/// By value. Instructions in no block count too: there are none in a function that was built or parsed.
static std::vector<unsigned> countUses(const Function &F) {
  std::vector<unsigned> Uses(F.Values.size());
  for (const Inst &I : F.Insts) {
    for (const Arg &A : I.Args)
      ++Uses[A.Value.index()];
    for (const Successor &S : I.Targets)
      for (ValueId V : S.Args)
        ++Uses[V.index()];
  }
  return Uses;
}

/// Makes a branch on "is not" one on "is" with its targets swapped: `if (!x.has_value())` is `if x is None`.
static void preferIs(Function &F) {
  std::vector<unsigned> Uses = countUses(F);
  for (Inst &I : F.Insts) {
    if (I.Kind != InstKind::Branch || Uses[I.Args[0].Value.index()] != 1)
      continue;
    InstId Condition = F.value(I.Args[0].Value).Definition;
    if (!Condition || F.inst(Condition).Kind != InstKind::Op || F.inst(Condition).Name != "is not")
      continue;
    F.inst(Condition).Name = "is";
    std::swap(I.Targets[0], I.Targets[1]);
  }
}

/// A C++ variable that is declared without a value, which Python has not: an undefined tensor, and whatever else nobody
/// reads. True if something went.
static bool dropUndefined(Function &F) {
  std::vector<unsigned> Uses = countUses(F);
  bool Changed = false;
  for (Block &B : F.Blocks) {
    const size_t Before = B.Insts.size();
    llvm::erase_if(B.Insts, [&](InstId Id) {
      Inst &I = F.inst(Id);
      if (I.Kind == InstKind::Call && I.Name == "at::Tensor" && I.Args.empty()) {
        I.Kind = InstKind::Const;
        I.Const = {};
        Changed = true; // It stands where constants do.
      }
      return I.Kind == InstKind::Opaque && I.Args.empty() && Uses[I.Result.index()] == 0;
    });
    Changed |= B.Insts.size() != Before;
  }
  return Changed;
}

Function canonicalFunction(const Function &F) {
  Function Copy = F;
  if (!Copy.hasBody())
    return Copy;
  preferIs(Copy);
  // Blocks that merge lose their parameters, and what only these read is read by nobody.
  do {
    hoistConstants(Copy);
    mergeBlocks(Copy);
  } while (dropUndefined(Copy));
  return Copy;
}

/// The part of a dotted name before its last component; empty if it has one only.
static std::string ownerOf(llvm::StringRef Name) { return Name.rsplit('.').first.take_front(Name.rfind('.')).str(); }

CanonicalNames::CanonicalNames(const Module &M) : M(M) {
  std::map<std::string, unsigned> Count;
  // Functions inside others come after them, as in the source, so that the owner's new name is known.
  std::vector<std::string> Names;
  for (const auto &F : M.Functions)
    if (F->Kind == FunctionKind::Lambda)
      Names.push_back(symbol(F->Name));
  llvm::stable_sort(Names, [](llvm::StringRef A, llvm::StringRef B) { return A.count('.') < B.count('.'); });
  for (const std::string &Name : Names) {
    std::string Owner = ownerOf(Name);
    if (auto It = Lambdas.find(Owner); It != Lambdas.end())
      Owner = It->second;
    unsigned Number = ++Count[Owner];
    Lambdas.emplace(Name, Owner + (Owner.empty() ? "" : ".") + "lambda#" + std::to_string(Number));
  }
}

std::string CanonicalNames::symbol(llvm::StringRef Name) const {
  if (M.Lang == Language::Python && Name.starts_with(M.Name) && Name.drop_front(M.Name.size()).starts_with("."))
    Name = Name.drop_front(M.Name.size() + 1);
  std::string Result;
  while (!Name.empty()) {
    size_t End = std::min(Name.find("::"), Name.find('.'));
    llvm::StringRef Component = Name.substr(0, End);
    Name = End == llvm::StringRef::npos ? "" : Name.substr(End).ltrim(Name[End]);
    if (Component.empty())
      continue;
    while (Component.size() > 4 && Component.consume_back("Impl")) {
    }
    if (Result.empty() && (Component == "at" || Component == "c10") && !Name.empty())
      Component = "torch";
    if (!Result.empty())
      Result += '.';
    Result += Component;
  }
  return pythonName(Result).str();
}

std::string CanonicalNames::function(const Function &F) const {
  if (F.Kind == FunctionKind::TopLevel)
    return "toplevel";
  if (F.Kind == FunctionKind::Constructor && !F.Class.empty())
    return symbol(F.Class) + ".__init__";
  std::string Name = symbol(F.Name);
  if (F.Kind != FunctionKind::Lambda)
    return Name;
  auto It = Lambdas.find(Name);
  return It == Lambdas.end() ? Name : It->second;
}

} // namespace devtidy::ir
