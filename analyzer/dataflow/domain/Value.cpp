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
  Value Device = Value::device(Placement::of(Term::device(*D)));
  Device.Behind = V.Behind;
  return Device;
}

bool isPlain(const Value &V) { return V.is(Value::Kind::Number) || V.is(Value::Kind::Constant); }

} // namespace

std::optional<bool> Value::truth() const {
  if (IsDefault)
    return std::nullopt;
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
  // `if device: x = x.to(device)`
  return K == Kind::Device && !IsIndex && !isDeviceOfPath() ? std::optional<bool>(true) : std::nullopt;
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
    return IsComputed == O.IsComputed && IsCopied == O.IsCopied && rank() == O.rank();
  case Kind::Number:
    return IsCount == O.IsCount && IsCounted == O.IsCounted && IfAny == O.IfAny && IfNone == O.IfNone &&
           IsIndex == O.IsIndex && IsText == O.IsText && IsGiven == O.IsGiven && Obj == O.Obj;
  case Kind::Constant:
    return Const == O.Const && IsDefault == O.IsDefault;
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
  const Value Old = *this;
  const uint8_t Everywhere = std::min(Behind, O.Behind);
  const uint8_t Any = std::min(leastIfAny(), O.leastIfAny()), None = std::min(IfNone, O.IfNone);
  const bool Counted = IsCount || IsCounted || O.IsCount || O.IsCounted;
  joinKinds(O);
  Behind = Everywhere;
  if (is(Kind::Number)) {
    Registered = false; // no module has registered a number
    IfAny = IsCount ? IfAny : Any;
    IfNone = None;
    IsCounted = Counted && !IsCount;
  }
  return !(*this == Old);
}

/// The same, but for what holds of the accelerators where this is.
void Value::joinKinds(const Value &O) {
  if (K == Kind::Unknown) {
    *this = unknown();
    return;
  }
  const bool WasRegistered = Registered;
  if (Path != O.Path)
    Path = PathId();
  if (Cond != O.Cond)
    Cond.reset();
  // None and numbers are nothing that could be left behind.
  auto Holds = [](const Value &V) { return !V.is(Kind::Constant) && !V.is(Kind::Number); };
  Registered = (Registered || !Holds(*this)) && (O.Registered || !Holds(O));
  Partial = Partial || O.Partial;
  if (K == Kind::Tensor && O.K == Kind::Tensor)
    return joinTensors(O, WasRegistered);
  if ((K == O.K && joinAlike(O)) || joinDevices(O) || joinPlain(O))
    return;
  // One of two types of elements: torch.promote_types(x.dtype, y.dtype) if c else torch.int64.
  auto IsType = [](const Value &V) { return V.is(Kind::Options) && V.P.isBottom(); };
  if ((IsType(*this) && O.is(Kind::Number)) || (is(Kind::Number) && IsType(O))) {
    *this = number();
    return;
  }
  if (isPlain(*this) && isPlain(O)) {
    auto IsInteger = [](const Value &V) { return V.IsIndex || V.isInt(); };
    const bool AreTexts = (isString() || IsText) && (O.isString() || O.IsText);
    // Who asks whether it is None has no answer.
    const bool MayBeNone = isNone() || O.isNone() || Partial;
    *this = IsInteger(*this) && IsInteger(O) ? integer() : number();
    IsText = AreTexts;
    Partial = MayBeNone;
    return;
  }
  *this = unknown();
}

void Value::joinTensors(const Value &O, bool WasRegistered) {
  // Beside a parameter that was made here, what the caller gives is rather one, too.
  auto IsGiven = [](const Value &V) {
    return !V.P.isUnknown() && llvm::all_of(V.P.terms(), [](const GuardedTerm &T) { return T.T.isSymbol(); });
  };
  IsParameter = (IsParameter && (O.IsParameter || IsGiven(O))) || (O.IsParameter && IsGiven(*this));
  Placement Other = O.P;
  if (WasRegistered != O.Registered)
    (WasRegistered ? P : Other) = (WasRegistered ? P : Other).registered();
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
}

/// Of two values of one kind; false if they have too little in common.
bool Value::joinAlike(const Value &O) {
  switch (K) {
  case Kind::Symbolic:
    IsComputed |= O.IsComputed;
    IsCopied &= O.IsCopied;
    if (IsReshaped || O.IsReshaped) {
      Dim = rank().joined(O.rank());
      IsReshaped = true;
    }
    return static_cast<bool>(Path);
  case Kind::Device:
  case Kind::Options:
    IsCount = IsCount && O.IsCount;
    IsIndex |= O.IsIndex;
    P.joinIn(O.P);
    return true;
  case Kind::Pointer:
    if (Mem != O.Mem)
      return false;
    P.joinIn(O.P);
    return true;
  case Kind::Number:
    IsCount = IsCount && O.IsCount;
    IsIndex = IsIndex && O.IsIndex;
    IsText = IsText && O.IsText;
    IsGiven = IsGiven && O.IsGiven && Path;
    Obj = Obj == O.Obj ? Obj : ObjectId();
    return true;
  case Kind::Constant:
    return Const == O.Const && IsDefault == O.IsDefault && (!IsDefault || Path);
  case Kind::Object:
    return Obj == O.Obj;
  case Kind::Tuple: {
    if (Elements->size() != O.Elements->size())
      return false;
    std::vector<Value> Merged = *Elements;
    for (unsigned I = 0; I < Merged.size(); ++I)
      Merged[I].joinIn((*O.Elements)[I]);
    Elements = std::make_shared<const std::vector<Value>>(std::move(Merged));
    return true;
  }
  default:
    return false;
  }
}

/// Of two devices, of which one may be spelled.
bool Value::joinDevices(const Value &O) {
  std::optional<Value> A = asDevice(*this), B = asDevice(O);
  if (!A || !B)
    return false;
  A->P.joinIn(B->P);
  A->Partial = Partial;
  A->IsIndex |= B->IsIndex;
  *this = *A;
  return true;
}

/// A device that may be None stays a device; so do a tensor, an object and a pointer.
bool Value::joinPlain(const Value &O) {
  for (const Kind X : {Kind::Tensor, Kind::Device}) {
    const bool Other = K != X && O.K == X && isPlain(*this);
    if (!Other && !(K == X && isPlain(O)))
      continue;
    const PathId KeepPath = Path;
    if (Other) {
      *this = O;
      Path = KeepPath;
    }
    Partial = true;
    return true;
  }
  auto MayBeNull = [](const Value &V) { return V.K == Kind::Object || V.K == Kind::Pointer; };
  if (!(MayBeNull(*this) && O.isNone()) && !(MayBeNull(O) && isNone()))
    return false;
  if (MayBeNull(O))
    *this = O;
  Partial = true;
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
