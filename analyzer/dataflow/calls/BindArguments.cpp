//===- BindArguments.cpp - Which argument of a call is which parameter ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/BodyCall.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/Positions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// What every element of a list is: those that are told apart are alike, or it is unknown. The rows of a tensor, and
/// the parts of a batch, are where the whole is.
static Value elementOfAll(const FunctionFrame &In, const Value &List, const State &S) {
  Value Each;
  if (List.isTensor())
    return Value::tensor(List.P, List.Dim.plus(-1));
  if (List.is(Value::Kind::Object) && In.object(List.Obj).Class == "list")
    for (const auto &[Key, Held] : S.Mem.of(List.Obj)) {
      if (isOwnField(Key.second))
        continue;
      const bool IsAlike =
          Each.is(Value::Kind::Bottom) || Each == Held || (Each.isTensor() && Held.isTensor() && Each.P == Held.P);
      if (!IsAlike)
        return Value::unknown();
      Each.joinIn(Held);
    }
  return Each.is(Value::Kind::Bottom) ? Value::unknown() : Each;
}

/// The elements of a tuple, or of a list that is written out, in order, `f(*[x, y])`; nothing if nobody knows how many
/// there are.
static std::optional<std::vector<Value>> elementsInOrder(const FunctionFrame &In, const Value &List, const State &S) {
  if (List.is(Value::Kind::Tuple))
    return *List.Elements;
  std::vector<Value> Elements;
  if (!List.is(Value::Kind::Object) || In.object(List.Obj).Class != "list" ||
      In.object(List.Obj).K != Object::Kind::Allocated || S.Mem.has({List.Obj, ElementField}) ||
      llvm::any_of(S.Mem.of(List.Obj), [](const auto &Entry) { return isOwnField(Entry.first.second); }))
    return std::nullopt;
  while (const Value *Held = S.Mem.find({List.Obj, indexField(static_cast<int64_t>(Elements.size()))}))
    Elements.push_back(*Held);
  return Elements.empty() ? std::nullopt : std::optional(std::move(Elements));
}

bool isRest(const Path &P) {
  return P.Kind == Path::Root::Param && P.Owner && P.Index < P.Owner->Params.size() &&
         P.Owner->Params[P.Index].PassMode == ir::Param::Mode::Star;
}

/// `f(*args)` gives the parameters of the callee from Next on what the caller's own `*args` hold, one after the other.
/// Of one with a default nobody knows whether it is given.
static void bindRest(const Value &Rest, unsigned Next, const ir::Function &Callee, PathTable &Paths,
                     ActualArguments &Bound) {
  for (unsigned N = Next; N < Callee.Params.size(); ++N) {
    const ir::Param &P = Callee.Params[N];
    if (P.PassMode == ir::Param::Mode::Star)
      Bound.bind(N, N == Next ? Rest : Value::unknown(), ActualArguments::Implicit);
    // What comes behind it is given by name.
    if (P.PassMode != ir::Param::Mode::Value)
      return;
    if (const PathId Given = P.HasDefault ? PathId() : Paths.element(Rest.Path, std::to_string(N - Next)))
      Bound.bind(N, Value::symbolic(Given), ActualArguments::Implicit);
  }
}

/// The path of V if it is one of the caller's own `*args`.
static PathId elementOfRest(const Value &V, const PathTable &Paths) {
  const bool IsElement = V.is(Value::Kind::Symbolic) && Paths[V.Path].Kind == Path::Root::Child;
  return IsElement && isRest(Paths[Paths[V.Path].Parent]) ? V.Path : PathId();
}

/// True if what goes there is a device, by all that is known of it.
static bool takesDevice(const ir::Param &P) {
  return P.DeclaredType.Kind == ir::TypeKind::Device || P.Name == "device";
}

static bool isNoneByDefault(const ir::Param &P) {
  return P.HasDefault && !P.DefaultUnknown && P.Default.K == ir::Constant::Kind::None;
}

/// What `**From` gives the parameters of the callee that have no value, and its own keywords.
static void bindMerged(FunctionFrame &In, const Value &From, const ir::Function &Callee, const State &S,
                       ActualArguments &Bound) {
  Program &Prog = In.Prog;
  const bool IsOwn = From.is(Value::Kind::Symbolic) && Prog.Paths[From.Path].isKeywords();
  bool TakesMore = false;
  for (unsigned N = 0; N < Callee.Params.size(); ++N) {
    const ir::Param &P = Callee.Params[N];
    TakesMore |= P.PassMode == ir::Param::Mode::StarStar;
    const bool IsBound = N < Bound.Values.size() && !Bound.Values[N].is(Value::Kind::Bottom);
    // kwargs["mask"] = mask
    if (PathId Stored = IsOwn && !IsBound ? Prog.Paths.element(From.Path, P.Name) : PathId())
      if (std::optional<Value> Kept = Options::at(In, S.Mem, From, Stored)) {
        Bound.bind(N, *Kept, ActualArguments::Implicit);
        continue;
      }
    // `f(*args, **kwargs)` hands it on by its position or by its name.
    if (PathId ByPosition = IsBound && IsOwn ? elementOfRest(Bound.Values[N], Prog.Paths) : PathId())
      if (PathId ByName = Prog.Paths.element(From.Path, P.Name))
        if (PathId Either = Prog.Paths.meeting(ByPosition, ByName))
          Bound.bind(N, Value::symbolic(Either), ActualArguments::Implicit);
    if (IsBound || P.PassMode != ir::Param::Mode::Value)
      continue;
    // What the caller passes on and was not given itself is None, as it is without it.
    // What has no default was given: otherwise the call fails.
    const bool IsNamed = IsOwn && (isNoneByDefault(P) || !P.HasDefault);
    if (PathId Passed = IsNamed ? Prog.Paths.element(From.Path, P.Name) : PathId(); Passed && !takesDevice(P))
      Bound.bind(N, Value::symbolic(Passed), ActualArguments::Implicit);
    else if (std::optional<Value> Held = takesDevice(P) ? mergedDevice(In, S.Mem, From, P.Name)
                                                        : mergedKeyword(In.Objects, S.Mem, From, P.Name))
      // An entry that may not be there leaves the parameter its default.
      Bound.bind(N,
                 Held->is(Value::Kind::Symbolic) && From.isPlainPath() && P.HasDefault && !isNoneByDefault(P)
                     ? Value::unknown()
                     : *Held,
                 ActualArguments::Implicit);
    else if (std::optional<Value> Any = P.HasDefault ? std::nullopt : mergedAny(In.Objects, S.Mem, From))
      Bound.bind(N, *Any, ActualArguments::Implicit);
  }
  if (!TakesMore)
    return;
  if (IsOwn)
    Bound.PassedOn = From.Path;
  else if (mergedKeyword(In.Objects, S.Mem, From, "").has_value())
    Bound.Merged = true;
  if (From.is(Value::Kind::Object))
    for (const auto &[Key, Held] : S.Mem.of(From.Obj))
      Bound.Others.emplace_back(Key.second, Held);
}

namespace {
/// Which argument of a call each given value is: some stand before what is written, or, of a closure without captures,
/// the closure itself is written before them.
struct Offset {
  unsigned Extra, Skipped, Arguments;
  unsigned written(unsigned N) const {
    const bool IsWritten = N >= Extra && N - Extra + Skipped < Arguments;
    return IsWritten ? N - Extra + Skipped : ActualArguments::Implicit;
  }
};
} // namespace

static Offset offsetOf(llvm::ArrayRef<Value> Given, const ir::Inst &I) {
  const size_t Both = std::min<size_t>(Given.size(), I.Args.size());
  return {static_cast<unsigned>(Given.size() - Both), static_cast<unsigned>(I.Args.size() - Both),
          static_cast<unsigned>(I.Args.size())};
}

ActualArguments bindArguments(FunctionFrame &In, const ir::Inst &I, const ir::Function &Callee,
                              llvm::ArrayRef<Value> Given, const State &S) {
  PathTable &Paths = In.Prog.Paths;
  ActualArguments Bound;
  llvm::SmallVector<Value, 1> Merged;
  Value Each = Value::unknown();
  bool Starred = false;
  std::vector<Value> Rest;
  unsigned RestAt = 0;
  const Offset Of = offsetOf(Given, I);
  auto BindNext = [&](const Value &V, unsigned Position) {
    // What comes from there on is one of `*args`.
    const unsigned Next = Bound.Values.size();
    if (Rest.empty()) {
      Bound.bind(Next, V, Position);
      RestAt = Next;
    }
    if (RestAt < Callee.Params.size() && Callee.Params[RestAt].PassMode == ir::Param::Mode::Star)
      Rest.push_back(V);
  };
  // x.f(y) gives y alone to a static method.
  const bool IsStatic = I.Kind == ir::InstKind::Invoke && Callee.Kind == ir::FunctionKind::StaticMethod;
  for (unsigned N = IsStatic && !Given.empty(); N < Given.size(); ++N) {
    const unsigned Position = Of.written(N);
    const llvm::StringRef Keyword =
        Position == ActualArguments::Implicit ? llvm::StringRef() : llvm::StringRef(I.Args[Position].Keyword);
    if (Keyword.empty()) {
      if (!Starred)
        BindNext(Given[N], Position);
    } else if (Keyword == "**") {
      Merged.push_back(Given[N]);
    } else if (const auto Elements = Keyword == "*" && !Starred ? elementsInOrder(In, Given[N], S) : std::nullopt) {
      for (const Value &Element : *Elements)
        BindNext(Element, ActualArguments::Implicit);
    } else if (Keyword == "*" && !Starred && Given[N].is(Value::Kind::Symbolic) && isRest(Paths[Given[N].Path])) {
      Starred = true;
      bindRest(Given[N], Bound.Values.size(), Callee, Paths, Bound);
    } else if (Keyword == "*") {
      // Of what comes behind, nobody knows which parameter it is for. Of zip(*Rows) each is a list.
      Each = Starred ? Value::unknown() : elementOfAll(In, Given[N], S);
      Starred = true;
    } else if (auto P = llvm::find_if(Callee.Params, [&](const ir::Param &X) { return X.Name == Keyword; });
               P != Callee.Params.end()) {
      Bound.bind(P - Callee.Params.begin(), Given[N], Position);
    } else {
      Bound.Others.emplace_back(Keyword, Given[N]);
    }
  }
  if (const auto Star =
          llvm::find_if(Callee.Params, [](const ir::Param &P) { return P.PassMode == ir::Param::Mode::Star; });
      Star != Callee.Params.end() && (!Starred || !Rest.empty()))
    Bound.bind(Star - Callee.Params.begin(), Starred ? Value::unknown() : Value::tuple(Rest),
               Rest.empty() ? ActualArguments::Implicit : Bound.Positions[RestAt]);
  for (const Value &V : Merged)
    bindMerged(In, V, Callee, S, Bound);
  for (unsigned N = 0; Starred && N < Callee.Params.size(); ++N)
    if (Callee.Params[N].PassMode != ir::Param::Mode::StarStar &&
        (N >= Bound.Values.size() || Bound.Values[N].is(Value::Kind::Bottom)))
      Bound.bind(N, Callee.Params[N].HasDefault ? Value::unknown() : Each, ActualArguments::Implicit);
  return Bound;
}

} // namespace devtidy::dataflow
