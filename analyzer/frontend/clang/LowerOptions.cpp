//===- LowerOptions.cpp - Tensor options as keywords ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `torch::zeros(n, torch::device(d).dtype(t))` and `torch.zeros(n, device=d, dtype=t)` mean the same and become the
// same.
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

/// The keyword that a setter of TensorOptions, or the free function of its name, stands for; "" if it is no setter.
static llvm::StringRef setterKeyword(const FunctionDecl *F) {
  if (!F || !F->getDeclName().isIdentifier())
    return {};
  return llvm::StringSwitch<llvm::StringRef>(F->getName())
      .Cases({"device", "device_opt", "device_index"}, "device")
      .Cases({"dtype", "dtype_opt"}, "dtype")
      .Case("layout", "layout")
      .Case("requires_grad", "requires_grad")
      .Cases({"pinned_memory", "pinned_memory_opt"}, "pin_memory")
      .Case("memory_format", "memory_format")
      .Default({});
}

/// The keyword for a value that converts to TensorOptions by itself.
static llvm::StringRef conversionKeyword(Types &T, QualType From) {
  ir::Type Type = T.of(From);
  if (Type.Kind == ir::TypeKind::Device || Type.Kind == ir::TypeKind::String)
    return "device";
  if (const auto *E = bare(From)->getAs<EnumType>())
    return llvm::StringSwitch<llvm::StringRef>(E->getDecl()->getName())
        .Case("Layout", "layout")
        .Case("MemoryFormat", "memory_format")
        .Default("dtype");
  return Type.Kind == ir::TypeKind::Number ? "dtype" : "";
}

void FunctionLowering::lowerOptionsSetter(llvm::StringRef Setter, llvm::ArrayRef<const Expr *> Values, Args &Out) {
  ir::Arg Value = lowerArg(Values[0]);
  // device(kCUDA, 1) and device_index(1) name the device by two words; a keyword takes one value.
  bool ByIndex = Setter == "device_index";
  if (ByIndex || Values.size() > 1) {
    ir::SourceRange R = Value.Range;
    ir::Arg Index = ByIndex ? Value : lowerArg(Values[1]);
    if (ByIndex)
      Value = {B.constantString("cuda", R), {}, R};
    else
      R.End = std::max(R.End, Index.Range.End);
    ir::Type Device;
    Device.Kind = ir::TypeKind::Device;
    Value = {B.call("torch::Device", {Value, Index}, R, Device), {}, R};
  }
  Out.push_back(Value);
}

bool FunctionLowering::isOptionsPart(const Expr *E) {
  if (U.Type.role(E->getType()) != ClassRole::Options)
    return false;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() == 0;
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && !setterKeyword(Call->getDirectCallee()).empty();
}

bool FunctionLowering::lowerOptionsChain(const Expr *E, Args &Out) {
  // From the outermost setter inwards; evaluated from the innermost outwards.
  struct Setting {
    const FunctionDecl *Setter;
    llvm::SmallVector<const Expr *, 2> Values;
  };
  llvm::SmallVector<Setting, 4> Settings;
  llvm::StringRef Converted;
  const Expr *ConvertedValue = nullptr;
  while (true) {
    for (const Expr *Inner = E; Inner; Inner = peelOnce(Inner))
      if (Memo.contains(Inner))
        return false;
    E = peel(E);
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (Cast && Cast->getCastKind() == CK_ConstructorConversion) {
      E = Cast->getSubExpr();
      continue;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (U.Type.role(Construct->getType()) != ClassRole::Options)
        return false;
      if (Construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Construct->getArg(0)))
        break;
      if (Construct->getConstructor()->isCopyOrMoveConstructor()) {
        E = Construct->getArg(0);
        continue;
      }
      ConvertedValue = Construct->getArg(0);
      Converted = conversionKeyword(U.Type, ConvertedValue->getType());
      if (Converted.empty())
        return false;
      break;
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (setterKeyword(Callee).empty() || Call->getNumArgs() == 0)
      return false;
    Setting S{Callee, {}};
    for (const Expr *Arg : Call->arguments())
      if (!isa<CXXDefaultArgExpr>(Arg))
        S.Values.push_back(Arg);
    if (S.Values.empty() && Callee->getName() != "requires_grad")
      return false;
    Settings.push_back(S);
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
      if (U.Type.role(Method->getMethodDecl()->getParent()) != ClassRole::Options)
        return false;
      E = Method->getImplicitObjectArgument();
      continue;
    }
    if (U.Type.role(Call->getType()) != ClassRole::Options)
      return false;
    break;
  }
  auto Append = [&](llvm::StringRef Keyword, const ir::Arg &Value) {
    // A later setter wins.
    llvm::erase_if(Out, [&](const ir::Arg &A) { return A.Keyword == Keyword; });
    Out.push_back(Value);
    Out.back().Keyword = Keyword;
  };
  if (ConvertedValue)
    Append(Converted, lowerArg(ConvertedValue));
  for (const Setting &S : llvm::reverse(Settings)) {
    if (S.Values.empty())
      continue;
    Args Value;
    lowerOptionsSetter(S.Setter->getName(), S.Values, Value);
    Append(setterKeyword(S.Setter), Value[0]);
  }
  return true;
}

void FunctionLowering::lowerOptions(const Expr *E, Args &Out) {
  if (lowerOptionsChain(E, Out))
    return;
  Out.push_back(lowerArg(E));
  // An implicit conversion that was lowered before this call is its operand's value.
  const auto *Cast = dyn_cast<CastExpr>(peel(E));
  llvm::StringRef Keyword;
  if (Cast && Cast->getCastKind() == CK_ConstructorConversion)
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(peel(Cast->getSubExpr()));
        Construct && Construct->getNumArgs())
      Keyword = conversionKeyword(U.Type, Construct->getArg(0)->getType());
  Out.back().Keyword = Keyword.empty() ? "options" : Keyword;
}

} // namespace devtidy::frontend
