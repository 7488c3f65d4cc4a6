//===- CommandLine.cpp - What options of the command line are -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/CommandLine.h"
#include "dataflow/program/RunText.h"
#include "knowledge/Builtins.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

static const ir::Constant *constantOf(const ir::Function &F, const ir::Arg *A) {
  const ir::Inst *D = A ? F.definition(A->Value) : nullptr;
  return D && D->Kind == InstKind::Const ? &D->Const : nullptr;
}

/// The member in which the option that I declares is found: `dest`, else its first long name, else its first name.
static std::string memberOf(const ir::Function &F, const ir::Inst &I) {
  if (const ir::Constant *Said = constantOf(F, I.findKeyword("dest")))
    return Said->Text.str();
  llvm::StringRef Found;
  for (const ir::Arg &A : llvm::drop_begin(I.Args)) {
    const ir::Constant *Name = A.Keyword.empty() ? constantOf(F, &A) : nullptr;
    if (Name && (Found.empty() || (Name->Text.starts_with("--") && !Found.starts_with("--"))))
      Found = Name->Text;
  }
  std::string Member = Found.ltrim('-').str();
  llvm::replace(Member, '-', '_');
  return Member;
}

/// True if the option holds the number of an accelerator as a text, for CUDA_VISIBLE_DEVICES: `"--gpu", default="0"`.
/// `"--device", default="0"` takes "cpu" as well.
static bool holdsNumberAsText(const ir::Function &F, const ir::Inst &I) {
  const ir::Constant *Default = constantOf(F, I.findKeyword("default"));
  return Default && Default->K == ir::Constant::Kind::String && !Default->Text.empty() &&
         llvm::all_of(Default->Text, [](char C) { return llvm::isDigit(C) || C == ',' || C == ' '; });
}

/// True if what is given for the option is read as a whole number: `type=int`.
static bool readsNumber(const ir::Function &F, const ir::Inst &I) {
  const ir::Arg *Type = I.findKeyword("type");
  const ir::Inst *Maker = Type ? F.definition(Type->Value) : nullptr;
  return Maker && Maker->Kind == InstKind::GetGlobal && Maker->Name == "int";
}

/// True if the option holds a whole number whoever calls the program: `type=int, default=0`.
static bool holdsNumber(const ir::Function &F, const ir::Inst &I) {
  const ir::Arg *Default = I.findKeyword("default"), *Needed = I.findKeyword("required");
  if (I.findKeyword("nargs") || !readsNumber(F, I))
    return false;
  const ir::Constant *Else = constantOf(F, Default ? Default : Needed);
  using Kind = ir::Constant::Kind;
  return Else && (Default ? Else->K == Kind::Int : Else->K == Kind::Bool && Else->Int);
}

/// True if the option holds True whoever calls the program.
static bool holdsTrue(const ir::Function &F, const ir::Inst &I) {
  const ir::Constant *Default = constantOf(F, I.findKeyword("default"));
  const ir::Constant *Action = constantOf(F, I.findKeyword("action"));
  const ir::Arg *Type = I.findKeyword("type");
  const ir::Inst *Maker = Type ? F.definition(Type->Value) : nullptr;
  const bool IsTrue = Default && Default->K == ir::Constant::Kind::Bool && Default->Int;
  return IsTrue && ((Action && Action->Text == "store_true") ||
                    (Maker && Maker->Kind == InstKind::GetGlobal && Maker->Name == "bool"));
}

bool offersDevices(const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != InstKind::Invoke || !knowledge::declaresOption({I.Name.data(), I.Name.size()}) || readsNumber(F, I))
    return false;
  const std::string Member = memberOf(F, I);
  return knowledge::namesPlaces(Member) && !(knowledge::namesAccelerator(Member) && holdsNumberAsText(F, I));
}

CommandLine::CommandLine(const RunText &Text) {
  for (const FunctionText &Each : Text.functions()) {
    const ir::Function &F = *Each.F;
    if (Each.M->declaresTypes() || !F.hasBody())
      continue;
    Each.forEach(KindSet(InstKind::Invoke), [&](const ir::Inst &I) {
      if (!knowledge::declaresOption({I.Name.data(), I.Name.size()}))
        return;
      if (const std::string Member = memberOf(F, I); !Member.empty()) {
        AreNumbers.try_emplace(Member, true).first->second &= holdsNumber(F, I);
        const llvm::StringRef Name = AreNumbers.find(Member)->getKey();
        for (const ir::Module *Of : {Each.M, static_cast<const ir::Module *>(nullptr)})
          AreTrue.try_emplace({Of, Name}, true).first->second &= holdsTrue(F, I);
      }
    });
  }
  for (const FunctionText &Each : Text.functions())
    Each.forEach(KindSet(InstKind::SetField), [&](const ir::Inst &I) {
      // `self.rank = args.rank` is a member of another object.
      if (Each.F->isReceiver(I.Args[0].Value))
        return;
      Set.insert(I.Name);
      if (const auto It = AreNumbers.find(I.Name); It != AreNumbers.end())
        It->second = false;
      for (const ir::Module *Of : {Each.M, static_cast<const ir::Module *>(nullptr)})
        if (const auto It = AreTrue.find({Of, I.Name}); It != AreTrue.end())
          It->second = false;
    });
}

} // namespace devtidy::dataflow
