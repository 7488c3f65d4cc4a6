//===- Value.cpp - Joins of abstract values -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Value.h"

namespace devtidy::dataflow {

/// V with at most Depth tuples in one another.
static Value truncated(const Value &V, unsigned Depth) {
  if (!V.is(Value::Kind::Tuple))
    return V;
  if (Depth == 0)
    return Value::unknown();
  std::vector<Value> Elements;
  for (const Value &E : *V.Elements)
    Elements.push_back(truncated(E, Depth - 1));
  Value R = V;
  R.Elements = std::make_shared<const std::vector<Value>>(std::move(Elements));
  return R;
}

Value Value::tuple(std::vector<Value> E) {
  constexpr unsigned MaxDepth = 4;
  for (Value &Element : E)
    Element = truncated(Element, MaxDepth - 1);
  Value V = of(Kind::Tuple);
  V.Elements = std::make_shared<const std::vector<Value>>(std::move(E));
  return V;
}

namespace {

/// A string constant that names a device, seen as a device.
std::optional<Value> asDevice(const Value &V) {
  if (V.is(Value::Kind::Device))
    return V;
  if (!V.isString())
    return std::nullopt;
  std::optional<knowledge::Device> D = knowledge::parseDevice(std::string_view(V.Const.Text));
  if (!D)
    return std::nullopt;
  return Value::device(Placement::of(Term::device(*D)));
}

bool isPlain(const Value &V) { return V.is(Value::Kind::Number) || V.is(Value::Kind::Constant); }

} // namespace

std::optional<bool> Value::truth() const {
  if (K == Kind::Constant)
    switch (Const.K) {
    case ir::Constant::Kind::None:
      return false;
    case ir::Constant::Kind::Bool:
    case ir::Constant::Kind::Int:
      return Const.Int != 0;
    case ir::Constant::Kind::String:
      return !Const.Text.empty();
    case ir::Constant::Kind::Float:
      return std::nullopt;
    }
  if (Partial)
    return std::nullopt;
  if (K == Kind::Device || K == Kind::Object)
    return K == Kind::Device ? std::optional<bool>(true) : std::nullopt;
  return std::nullopt;
}

unsigned Value::leastIfAny() const {
  constexpr unsigned Most = 2; // of something that is never true, everything holds
  return truth() == false ? Most : IsCount ? std::max<unsigned>(1, IfAny) : IfAny;
}

unsigned Value::leastBehind() const {
  unsigned Least = Behind;
  if (is(Kind::Tuple))
    for (const Value &Part : *Elements)
      Least = std::max(Least, Part.leastBehind());
  return Least;
}

bool Value::operator==(const Value &O) const {
  if (K != O.K || Behind != O.Behind || Partial != O.Partial || Registered != O.Registered || Path != O.Path ||
      Cond != O.Cond)
    return false;
  switch (K) {
  case Kind::Bottom:
    return true;
  case Kind::Symbolic:
    return IsComputed == O.IsComputed && rank() == O.rank();
  case Kind::Number:
    return IsCount == O.IsCount && IsCounted == O.IsCounted && IfAny == O.IfAny && IfNone == O.IfNone &&
           IsIndex == O.IsIndex && IsText == O.IsText && IsGiven == O.IsGiven && Obj == O.Obj;
  case Kind::Constant:
    return Const == O.Const;
  case Kind::Tensor:
    return Dim == O.Dim && Identity == O.Identity && MayBeModule == O.MayBeModule && P == O.P;
  case Kind::Device:
  case Kind::Options:
    return P == O.P;
  case Kind::Pointer:
    return Mem == O.Mem && P == O.P;
  case Kind::Object:
    return Obj == O.Obj;
  case Kind::Unknown:
    if (!Elements || !O.Elements)
      return Elements == O.Elements;
    [[fallthrough]];
  case Kind::Choice:
    if (bool(Guards) != bool(O.Guards) || (Guards && *Guards != *O.Guards))
      return false;
    return *Elements == *O.Elements;
  case Kind::Function:
    if (Func != O.Func)
      return false;
    [[fallthrough]];
  case Kind::Tuple:
    return Elements == O.Elements || (Elements && O.Elements && *Elements == *O.Elements);
  }
  return false;
}

bool Value::joinIn(const Value &O) {
  if (O.K == Kind::Bottom || *this == O)
    return false;
  if (K == Kind::Bottom) {
    *this = O;
    return true;
  }
  const uint8_t Everywhere = std::min(Behind, O.Behind), Before = Behind;
  const uint8_t Any = std::min(leastIfAny(), O.leastIfAny()), None = std::min(IfNone, O.IfNone);
  const bool Counted = IsCount || IsCounted || O.IsCount || O.IsCounted;
  const Value Old = is(Kind::Number) ? *this : Value();
  bool Changed = joinKinds(O) || Everywhere != Before;
  Behind = Everywhere;
  if (is(Kind::Number)) {
    IfAny = IsCount ? IfAny : Any;
    IfNone = None;
    IsCounted = Counted && !IsCount;
    Changed = !(*this == Old);
  }
  return Changed;
}

/// The same, but for what holds of the accelerators where this is.
bool Value::joinKinds(const Value &O) {
  if (K == Kind::Unknown) {
    Value Old = *this;
    *this = unknown();
    return !(*this == Old);
  }
  Value Old = *this;
  if (Path != O.Path)
    Path = PathId();
  if (Cond != O.Cond)
    Cond.reset();
  // None and numbers are nothing that could be left behind.
  auto Holds = [](const Value &V) { return !V.is(Kind::Constant) && !V.is(Kind::Number); };
  Registered = (Registered || !Holds(*this)) && (O.Registered || !Holds(O));
  Partial = Partial || O.Partial;
  if (K == O.K) {
    switch (K) {
    case Kind::Symbolic:
      IsComputed |= O.IsComputed;
      if (IsReshaped || O.IsReshaped) {
        Dim = rank().joined(O.rank());
        IsReshaped = true;
      }
      if (Path)
        return !(*this == Old);
      break;
    case Kind::Tensor: {
      // Beside a parameter that was made here, what the caller gives is rather one, too.
      auto IsGiven = [](const Value &V) {
        return !V.P.isUnknown() && llvm::all_of(V.P.terms(), [](const GuardedTerm &T) { return T.T.isSymbol(); });
      };
      IsParameter = (IsParameter && (O.IsParameter || IsGiven(O))) || (O.IsParameter && IsGiven(*this));
      Placement Other = O.P;
      if (Old.Registered != O.Registered)
        (Old.Registered ? P : Other) = (Old.Registered ? P : Other).registered();
      if (Dim != O.Dim) {
        P = P.withRank(Dim);
        P.joinIn(Other.withRank(O.Dim));
        Dim = Dim.joined(O.Dim);
      } else {
        P.joinIn(Other);
      }
      if (Identity != O.Identity)
        Identity = 0;
      MayBeModule |= O.MayBeModule;
      return !(*this == Old);
    }
    case Kind::Device:
    case Kind::Options:
      IsCount = IsCount && O.IsCount;
      P.joinIn(O.P);
      return !(*this == Old);
    case Kind::Pointer:
      if (Mem != O.Mem)
        break;
      P.joinIn(O.P);
      return !(*this == Old);
    case Kind::Number:
      IsCount = IsCount && O.IsCount;
      IsIndex = IsIndex && O.IsIndex;
      IsText = IsText && O.IsText;
      IsGiven = IsGiven && O.IsGiven && Path;
      Obj = Obj == O.Obj ? Obj : ObjectId();
      return !(*this == Old);
    case Kind::Constant:
      if (Const == O.Const)
        return !(*this == Old);
      break;
    case Kind::Object:
      if (Obj == O.Obj)
        return !(*this == Old);
      break;
    case Kind::Tuple:
      if (Elements->size() == O.Elements->size()) {
        std::vector<Value> Merged = *Elements;
        for (unsigned I = 0; I < Merged.size(); ++I)
          Merged[I].joinIn((*O.Elements)[I]);
        Elements = std::make_shared<const std::vector<Value>>(std::move(Merged));
        return !(*this == Old);
      }
      break;
    default:
      break;
    }
  }
  // A device that may be None stays a device; so do a tensor and an object.
  auto AbsorbPlain = [&](Kind X) {
    if (K == X && isPlain(O)) {
      Partial = true;
      return true;
    }
    if (O.K == X && isPlain(*this)) {
      PathId KeepPath = Path;
      *this = O;
      Path = KeepPath;
      Partial = true;
      return true;
    }
    return false;
  };
  if (std::optional<Value> A = asDevice(*this), B = asDevice(O); A && B) {
    A->P.joinIn(B->P);
    A->Partial = Partial;
    *this = *A;
    return true;
  }
  if (AbsorbPlain(Kind::Tensor) || AbsorbPlain(Kind::Device))
    return !(*this == Old);
  auto MayBeNull = [](const Value &V) { return V.K == Kind::Object || V.K == Kind::Pointer; };
  if ((MayBeNull(*this) && O.isNone()) || (MayBeNull(O) && isNone())) {
    if (MayBeNull(O))
      *this = O;
    Partial = true;
    return !(*this == Old);
  }
  if (isPlain(*this) && isPlain(O)) {
    auto IsInteger = [](const Value &V) { return V.IsIndex || V.isInt(); };
    *this = IsInteger(*this) && IsInteger(O) ? integer() : number();
    return !(*this == Old);
  }
  *this = unknown();
  return true;
}

Value Value::mapped(llvm::function_ref<Placement(const Placement &)> Map) const {
  Value R = *this;
  if (K == Kind::Tensor || K == Kind::Device || K == Kind::Options || K == Kind::Pointer)
    R.P = Map(P);
  if (Elements) {
    std::vector<Value> E;
    E.reserve(Elements->size());
    for (const Value &V : *Elements)
      E.push_back(V.mapped(Map));
    R.Elements = std::make_shared<const std::vector<Value>>(std::move(E));
  }
  return R;
}

Value Value::guardedBy(const Cube &C) const {
  if (C.isAlways())
    return *this;
  // A device spelled as a string becomes a device, so that it can carry the guard.
  if (isString())
    if (std::optional<Value> D = asDevice(*this)) {
      D->P = D->P.guardedBy(C);
      return *D;
    }
  return mapped([&](const Placement &P) { return P.guardedBy(C); });
}

} // namespace devtidy::dataflow
