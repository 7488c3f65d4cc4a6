//===- DeviceNames.cpp - What is asked of the name of a device -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `device.startswith("cuda")`, `str(x.device).split(":")[0] == "cuda"`, `device[:4] == "cuda"` and
// `device in ("cuda", "cuda:0")` ask what `device.type == "cuda"` does: callers, and what happens to be on that device,
// know the answer.
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Flags.h"
#include "dataflow/state/Questions.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Device;

namespace {

/// The constant text that V is; nothing of others.
std::optional<llvm::StringRef> textOf(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  const bool IsText = D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::String;
  return IsText ? std::optional<llvm::StringRef>(D->Const.Text) : std::nullopt;
}

/// The constant number that V is, `-1` too; nothing of others.
std::optional<int64_t> numberOf(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  const bool IsMinus = D && D->Kind == InstKind::Op && D->Args.size() == 1 && (D->Name == "-" || D->Name == "neg");
  if (IsMinus)
    D = F.definition(D->Args[0].Value);
  if (!D || D->Kind != InstKind::Const || D->Const.K != ir::Constant::Kind::Int)
    return std::nullopt;
  return IsMinus ? -D->Const.Int : D->Const.Int;
}

/// The device that Text names, if that is a type: "cuda", and not "cuda:0".
std::optional<Device> typeNamed(llvm::StringRef Text) {
  std::optional<Device> D = knowledge::parseDevice(std::string_view(Text));
  return D && D->Index < 0 && !Text.contains(':') ? D : std::nullopt;
}

/// The device of which a value is the name, or a part of it.
struct Name {
  ir::ValueId Of;
  bool IsChanged = false; ///< the value is another than Of
  bool IsType = false;    ///< what is left of it is the type, of as many characters as Length says
  std::optional<int64_t> Length;
};

/// `:4` of `name[:4]`.
std::optional<int64_t> lengthLeft(const ir::Function &F, const ir::Inst &Slice) {
  const bool IsEnd = Slice.isSlice() && Slice.Args.size() == 1 && Slice.Args[0].Range.Begin > Slice.Range.Begin;
  return IsEnd ? numberOf(F, Slice.Args[0].Value) : std::nullopt;
}

/// What V is the name of, after what keeps a name, or its type: `str(d)`, `d.lower()`, `d.split(":")[0]`, `d[:4]`.
Name nameIn(const ir::Function &F, ir::ValueId V) {
  Name N{V};
  while (const ir::Inst *D = F.definition(N.Of)) {
    const std::string_view Called(D->Name);
    const ir::Inst *At = D->Kind == InstKind::GetItem && D->Args.size() == 2 ? F.definition(D->Args[1].Value) : nullptr;
    const ir::Inst *Parts = At ? F.definition(D->Args[0].Value) : nullptr;
    if (D->Kind == InstKind::Call && D->Args.size() == 1 && knowledge::givesText(Called)) {
      N.Of = D->Args[0].Value;
    } else if (D->Kind == InstKind::Invoke && D->Args.size() == 1 && knowledge::keepsDeviceName(Called)) {
      N.Of = D->Args[0].Value;
    } else if (Parts && Parts->Kind == InstKind::Invoke && Parts->Args.size() >= 2 &&
               knowledge::splitsText(std::string_view(Parts->Name)) && textOf(F, Parts->Args[1].Value) == ":" &&
               numberOf(F, D->Args[1].Value) == 0) {
      N.Of = Parts->Args[0].Value;
      N.IsType = true;
    } else if (std::optional<int64_t> Length = At ? lengthLeft(F, *At) : std::nullopt) {
      N.Of = D->Args[0].Value;
      N.IsType = true;
      N.Length = Length;
    } else {
      break;
    }
    N.IsChanged = true;
  }
  return N;
}

/// The type of which all texts of List are devices: `("cuda", "cuda:0")`.
std::optional<Device> typeOfAll(const ir::Function &F, ir::ValueId List) {
  const ir::Inst *D = F.definition(List);
  if (!D || (D->Kind != InstKind::MakeTuple && D->Kind != InstKind::MakeList) || D->Args.empty())
    return std::nullopt;
  std::optional<Device> All;
  for (const ir::Arg &A : D->Args) {
    const std::optional<llvm::StringRef> Text = textOf(F, A.Value);
    const std::optional<Device> Of = Text ? knowledge::parseDevice(std::string_view(*Text)) : std::nullopt;
    if (!Of || (All && All->Type != Of->Type))
      return std::nullopt;
    All = Of;
  }
  return All;
}

struct Asked {
  ir::ValueId Of;
  Device D;
  bool Negated = false;
};

/// `name == "cuda"`, `"cuda" in name`, `name in ("cuda", "cuda:0")`.
std::optional<Asked> askedByOperator(const ir::Function &F, const ir::Inst &I) {
  const bool IsFound = I.Name == "in" || I.Name == "not in";
  const bool Negated = I.Name == "!=" || I.Name == "is not" || I.Name == "not in";
  if (IsFound)
    if (const std::optional<Device> D = typeOfAll(F, I.Args[1].Value))
      return Asked{nameIn(F, I.Args[0].Value).Of, *D, Negated};
  if (!IsFound && I.Name != "==" && I.Name != "!=")
    return std::nullopt;
  for (const unsigned N : {0U, 1U}) {
    const std::optional<llvm::StringRef> Text = textOf(F, I.Args[N].Value);
    const std::optional<Device> D = Text ? typeNamed(*Text) : std::nullopt;
    if (!D || (IsFound && N == 1))
      continue;
    const Name Of = nameIn(F, I.Args[1 - N].Value);
    const bool IsWhole = Of.Length && *Of.Length != static_cast<int64_t>(Text->size());
    if (Of.IsChanged && !IsWhole && (IsFound || Of.IsType))
      return Asked{Of.Of, *D, Negated};
  }
  return std::nullopt;
}

/// `name.find("cuda") >= 0`, `name.find("cuda") != -1`.
std::optional<Asked> askedByPosition(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *Found = F.definition(I.Args[0].Value);
  const std::optional<int64_t> At = numberOf(F, I.Args[1].Value);
  if (!Found || Found->Kind != InstKind::Invoke || Found->Args.size() != 2 || !At ||
      !knowledge::findsText(std::string_view(Found->Name)))
    return std::nullopt;
  const std::optional<llvm::StringRef> Text = textOf(F, Found->Args[1].Value);
  const std::optional<Device> D = Text ? typeNamed(*Text) : std::nullopt;
  const bool IsThere = (I.Name == ">=" && *At == 0) || (I.Name == "==" && *At == 0) || (I.Name == "!=" && *At == -1) ||
                       (I.Name == ">" && *At == -1);
  const bool IsMissing = (I.Name == "<" && *At == 0) || (I.Name == "==" && *At == -1);
  if (!D || (!IsThere && !IsMissing))
    return std::nullopt;
  return Asked{nameIn(F, Found->Args[0].Value).Of, *D, IsMissing};
}

std::optional<Asked> askedIn(const ir::Function &F, const ir::Inst &I) {
  if (I.Args.size() != 2)
    return std::nullopt;
  if (I.Kind == InstKind::Invoke && knowledge::asksForStart(std::string_view(I.Name))) {
    const std::optional<llvm::StringRef> Text = textOf(F, I.Args[1].Value);
    const std::optional<Device> D = Text ? typeNamed(*Text) : std::nullopt;
    return D ? std::optional(Asked{nameIn(F, I.Args[0].Value).Of, *D}) : std::nullopt;
  }
  if (I.Kind != InstKind::Op)
    return std::nullopt;
  const std::optional<Asked> Told = askedByOperator(F, I);
  return Told ? Told : askedByPosition(F, I);
}

} // namespace

std::optional<Value> Questions::askName(const ir::Inst &I) const {
  const std::optional<Asked> Told = askedIn(F, I);
  if (!Told)
    return std::nullopt;
  const Value &V = Values[Told->Of.index()];
  const auto Signed = [&](Value Answer) { return Told->Negated ? Flags::negated(std::move(Answer)) : Answer; };
  if (V.isString() && !V.IsDefault) {
    const std::optional<Device> Is = knowledge::parseDevice({V.Const.Text.data(), V.Const.Text.size()});
    return Is ? std::optional(Signed(Value::boolean(Is->Type == Told->D.Type))) : std::nullopt;
  }
  if (V.is(Value::Kind::Device) || V.is(Value::Kind::Options))
    return Signed(Flags(Prog, F).askType(V, Told->Of, Told->D.Type));
  if (V.Path && !V.IsComputed && (V.isPlainPath() || V.IsDefault))
    return Signed(Value::literal(Prog.Conditions.typeIs(V.Path, Told->D.Type)));
  return Signed(Value::literal(Prog.Conditions.valueType(F, Told->Of, Told->D.Type)));
}

} // namespace devtidy::dataflow
