//===- StructureMaps.cpp - Functions that go through nested containers ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/StructureMaps.h"
#include "dataflow/state/MemberClasses.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace devtidy::dataflow {

using ir::InstKind;
using Kind = StructureMap::Kind;
using Fate = StructureMap::Fate;

/// The class of what is of the kind K; "" for a tensor.
static llvm::StringRef classOf(Kind K) {
  switch (K) {
  case Kind::Tensor:
    return "";
  case Kind::Dict:
    return "dict";
  case Kind::List:
    return "list";
  case Kind::Tuple:
    return "tuple";
  }
  return "";
}

/// True if what is of the kind K is of one of Types.
static bool isOneOf(Kind K, llvm::ArrayRef<llvm::StringRef> Types) {
  return llvm::any_of(Types, [&](llvm::StringRef T) {
    return K == Kind::Tensor
               ? knowledge::isAnyTensor(std::string_view(T))
               : T == classOf(K) || knowledge::isAbstractOf(std::string_view(T), std::string_view(classOf(K)));
  });
}

std::optional<bool> askedOfKind(const Program &Prog, const ir::Function &F, ir::ValueId Condition, unsigned Parameter,
                                Kind K) {
  const ir::Inst *D = F.definition(Condition);
  const ir::ValueId Of = F.block(ir::BlockId(0)).Params[Parameter];
  if (!D || D->Args.empty())
    return std::nullopt;
  if (D->Kind == InstKind::Op && D->Name == "not") {
    const std::optional<bool> Is = askedOfKind(Prog, F, D->Args[0].Value, Parameter, K);
    return Is ? std::optional(!*Is) : std::nullopt;
  }
  if (D->Kind == InstKind::Call && D->Args[0].Value == Of) {
    const llvm::StringRef Asks = Prog.Types.canonical(D->Name);
    if (!knowledge::asksForKind(std::string_view(Asks)))
      return std::nullopt;
    if (D->Args.size() == 1)
      return Asks == "callable" ? std::optional(false) : std::optional(K == Kind::Tensor);
    const ir::Inst *Name = F.definition(D->Args[1].Value);
    if (Asks == "hasattr")
      return Name && Name->Kind == InstKind::Const ? knowledge::typeHas(std::string_view(classOf(K)), Name->Const.Text)
                                                   : std::nullopt;
    const llvm::SmallVector<llvm::StringRef, 4> Types = typesOf(Prog, F, D->Args[1].Value);
    return Types.empty() ? std::nullopt : std::optional(isOneOf(K, Types));
  }
  if (D->Kind != InstKind::Op || D->Args.size() != 2)
    return std::nullopt;
  const bool IsNegated = D->Name == "!=" || D->Name == "is not" || D->Name == "not in";
  if (!IsNegated && D->Name != "==" && D->Name != "is" && D->Name != "in")
    return std::nullopt;
  const ir::Inst *Asked = F.definition(D->Args[0].Value), *With = F.definition(D->Args[1].Value);
  // x is None
  const bool IsNone = With && With->Kind == InstKind::Const && With->Const.K == ir::Constant::Kind::None;
  if (D->Args[0].Value == Of && IsNone)
    return IsNegated;
  // type(x) in (list, tuple)
  const bool IsType = Asked && Asked->Kind == InstKind::Call && Asked->Name == "type" && Asked->Args.size() == 1 &&
                      Asked->Args[0].Value == Of;
  const llvm::SmallVector<llvm::StringRef, 4> Types =
      IsType ? typesOf(Prog, F, D->Args[1].Value) : llvm::SmallVector<llvm::StringRef, 4>();
  return Types.empty() ? std::nullopt : std::optional(isOneOf(K, Types) != IsNegated);
}

namespace {
/// How one function goes through what it is given.
class Reader {
public:
  Reader(const Program &Prog, const Program::Entry &E) : Prog(Prog), M(*E.M), F(*E.F) {}

  /// True if it calls itself for the elements of its parameter of that number.
  bool goesThrough(unsigned Parameter);
  /// What it makes of a container of the kind K. goesThrough holds.
  Fate fate(Kind K);

private:
  bool namesItself(ir::ValueId Callee) const;
  ir::ValueId givenTo(const ir::Inst &I, const ir::Function &In) const;
  ir::ValueId givenByClosure(const ir::Inst &Apply, const ir::Inst &Made) const;
  bool isElement(ir::ValueId V) const;
  bool isOfElement(ir::ValueId V) const;
  void visit(ir::BlockId B, Kind K);
  Fate fateOf(ir::ValueId V, unsigned Depth = 0) const;
  Fate filledWith(ir::ValueId Container) const;

  const Program &Prog;
  const ir::Module &M;
  const ir::Function &F;
  unsigned Of = 0;
  llvm::SmallPtrSet<const ir::Inst *, 4> Calls; ///< of itself, for an element
  std::vector<bool> Seen;                       ///< blocks that what is of the kind gets to
};
} // namespace

/// True if the value Callee is the function that is read: its name, a method of its object, a closure's own variable,
/// or one of these with some arguments bound.
bool Reader::namesItself(ir::ValueId Callee) const {
  const ir::Inst *D = F.definition(Callee);
  if (!D)
    return false;
  if (D->Kind == InstKind::GetGlobal) {
    const std::optional<Program::Entry> Named = Prog.Types.findFunction(D->Name);
    return Named && Named->F == &F;
  }
  if (D->Kind == InstKind::GetField)
    return F.isReceiver(D->Args[0].Value) && D->Name == ir::lastName(F.Name);
  if (D->Kind == InstKind::GetCell) {
    const llvm::ArrayRef<ir::ValueId> Params = F.block(ir::BlockId(0)).Params;
    for (unsigned N = 0; N < F.CaptureCount; ++N)
      if (Params[N] == D->Args[0].Value)
        return F.Params[N].Name == ir::lastName(F.Name);
    return false;
  }
  return D->Kind == InstKind::Call && !D->Args.empty() &&
         knowledge::bindsArguments(std::string_view(Prog.Types.canonical(D->Name))) && namesItself(D->Args[0].Value);
}

/// What I, an instruction of In, gives the parameter in question, if it calls the function that is read; none if it
/// does not.
ir::ValueId Reader::givenTo(const ir::Inst &I, const ir::Function &In) const {
  // How many of the parameters are no arguments, and how many of the arguments no parameters.
  unsigned Hidden = 0, Others = 0;
  if (I.Kind == InstKind::Call) {
    const std::optional<Program::Entry> Called = Prog.Types.findFunction(I.Name);
    if (!Called || Called->F != &F)
      return {};
  } else if (I.Kind == InstKind::Invoke) {
    if (I.Name != ir::lastName(F.Name) || F.Class.empty() || !In.isReceiver(I.Args[0].Value))
      return {};
    Others = F.Kind == ir::FunctionKind::StaticMethod ? 1 : 0;
  } else if (I.Kind == InstKind::Apply && &In == &F && namesItself(I.Args[0].Value)) {
    Others = 1;
    Hidden = F.Kind == ir::FunctionKind::Method ? 1 : F.CaptureCount;
  } else {
    return {};
  }
  unsigned Position = 0;
  for (const ir::Arg &A : llvm::drop_begin(I.Args, Others)) {
    if (A.Keyword == F.Params[Of].Name || (A.Keyword.empty() && Position + Hidden == Of))
      return A.Value;
    Position += A.Keyword.empty();
  }
  return {};
}

/// `map(lambda x: move(x, d), rows)`: what Apply gives the closure that Made is, which hands it to the function that is
/// read and gives what comes back.
ir::ValueId Reader::givenByClosure(const ir::Inst &Apply, const ir::Inst &Made) const {
  const ir::Function &Inner = *M.Functions[Made.Callee.index()];
  if (!Inner.hasBody() || Inner.Params.size() != Inner.CaptureCount + 1 || Apply.Args.size() != 2)
    return {};
  for (const ir::Inst &I : Inner.Insts) {
    const ir::ValueId Given = givenTo(I, Inner);
    const ir::Inst &End = Inner.terminator(ir::BlockId(0));
    if (Given == Inner.block(ir::BlockId(0)).Params.back() && End.Kind == InstKind::Return && !End.Args.empty() &&
        End.Args[0].Value == I.Result)
      return Apply.Args[1].Value;
  }
  return {};
}

/// True for an element of what is given, or what a loop over it takes.
bool Reader::isElement(ir::ValueId V) const {
  constexpr unsigned MaxSteps = 10;
  bool IsPart = false;
  for (unsigned N = 0; N < MaxSteps; ++N) {
    if (V == F.block(ir::BlockId(0)).Params[Of])
      return IsPart;
    const ir::Inst *D = F.definition(V);
    if (!D || D->Args.empty())
      return false;
    IsPart |= D->Kind == InstKind::Next || D->Kind == InstKind::GetItem;
    const bool IsView = D->Kind == InstKind::Invoke && D->Args.size() == 1 &&
                        (knowledge::givesElements(std::string_view(D->Name)) ||
                         knowledge::givesPairs(std::string_view(D->Name)) || D->Name == "keys");
    const bool IsOver = D->Kind == InstKind::Call && (D->Name == "list" || D->Name == "tuple" ||
                                                      knowledge::numbersElements(std::string_view(D->Name)));
    const bool IsTaken = D->Kind == InstKind::Next || D->Kind == InstKind::GetItem || D->Kind == InstKind::Iterate ||
                         D->Kind == InstKind::Unpack;
    if (!IsView && !IsOver && !IsTaken)
      return false;
    V = D->Args[0].Value;
  }
  return false;
}

bool Reader::goesThrough(unsigned Parameter) {
  Of = Parameter;
  Calls.clear();
  for (const ir::Inst &I : F.Insts) {
    ir::ValueId Given = givenTo(I, F);
    const ir::Inst *Callee = I.Kind == InstKind::Apply ? F.definition(I.Args[0].Value) : nullptr;
    if (!Given && Callee && Callee->Kind == InstKind::Closure)
      Given = givenByClosure(I, *Callee);
    if (Given && isElement(Given))
      Calls.insert(&I);
  }
  return !Calls.empty();
}

/// True if V is what the function makes of an element.
bool Reader::isOfElement(ir::ValueId V) const {
  const ir::Inst *D = F.definition(V);
  return D && Calls.contains(D);
}

/// Goes the ways from B of what is of the kind K.
void Reader::visit(ir::BlockId B, Kind K) {
  if (Seen[B.index()])
    return;
  Seen[B.index()] = true;
  const ir::Inst &T = F.terminator(B);
  const std::optional<bool> Asked =
      T.Kind == InstKind::Branch ? askedOfKind(Prog, F, T.Args[0].Value, Of, K) : std::nullopt;
  for (unsigned N = 0; N < T.Targets.size(); ++N)
    if (!Asked || *Asked == (N == 0))
      visit(T.Targets[N].Block, K);
}

/// What Container, which is made empty, is in the end.
Fate Reader::filledWith(ir::ValueId Container) const {
  bool Any = false;
  for (const ir::Inst &I : F.Insts) {
    if (I.Args.empty() || I.Args[0].Value != Container || !Seen[I.Parent.index()])
      continue;
    const bool IsStore = I.Kind == InstKind::SetItem;
    const bool IsAppend = I.Kind == InstKind::Invoke && knowledge::fillsContainer(std::string_view(I.Name)) &&
                          !knowledge::fillsWithAll(std::string_view(I.Name)) && I.Args.size() == 2;
    if (!IsStore && !IsAppend)
      continue;
    if (!isOfElement(I.Args.back().Value))
      return Fate::Unknown;
    Any = true;
  }
  return Any ? Fate::Maps : Fate::Unknown;
}

/// What V, which is returned, is.
Fate Reader::fateOf(ir::ValueId V, unsigned Depth) const {
  constexpr unsigned MaxDepth = 6;
  if (Depth == MaxDepth)
    return Fate::Unknown;
  if (V == F.block(ir::BlockId(0)).Params[Of]) {
    const Fate Filled = filledWith(V);
    const bool IsStored = llvm::any_of(F.Insts, [&](const ir::Inst &I) {
      const bool IsFilled = I.Kind == InstKind::SetItem ||
                            (I.Kind == InstKind::Invoke && knowledge::fillsContainer(std::string_view(I.Name)));
      return IsFilled && I.Args[0].Value == V && Seen[I.Parent.index()];
    });
    return Filled == Fate::Maps ? Fate::Replaces : IsStored ? Fate::Unknown : Fate::Keeps;
  }
  const ir::Inst *D = F.definition(V);
  if (!D) {
    std::optional<Fate> All;
    for (const ir::ValueId Given : ir::incoming(F, V, [&](ir::BlockId B) { return Seen[B.index()]; })) {
      if (Given == V)
        continue;
      const Fate One = fateOf(Given, Depth + 1);
      if (All && *All != One)
        return Fate::Unknown;
      All = One;
    }
    return All.value_or(Fate::Unknown);
  }
  if (D->Kind == InstKind::MakeDict || D->Kind == InstKind::MakeList)
    return D->Args.empty() ? filledWith(V) : Fate::Unknown;
  // tuple(rows), type(x)(rows), type(x)(*rows)
  const bool IsMade =
      D->Kind == InstKind::Call && D->Args.size() == 1 &&
      (knowledge::makesContainer(std::string_view(Prog.Types.canonical(D->Name))) || D->Name == "tuple");
  const ir::Inst *Type = D->Kind == InstKind::Apply && D->Args.size() == 2 ? F.definition(D->Args[0].Value) : nullptr;
  const bool IsOfType = Type && !Type->Args.empty() && Type->Args[0].Value == F.block(ir::BlockId(0)).Params[Of] &&
                        ((Type->Kind == InstKind::Call && Type->Name == "type") ||
                         (Type->Kind == InstKind::GetField && Type->Name == "__class__"));
  const Fate Made = IsMade || IsOfType ? fateOf(D->Args.back().Value, Depth + 1) : Fate::Unknown;
  return Made == Fate::Maps ? Made : Fate::Unknown;
}

Fate Reader::fate(Kind K) {
  Seen.assign(F.Blocks.size(), false);
  visit(ir::BlockId(0), K);
  std::optional<Fate> All;
  for (unsigned N = 0; N < F.Blocks.size(); ++N) {
    const ir::Inst &End = F.terminator(ir::BlockId(N));
    if (!Seen[N] || End.Kind != InstKind::Return)
      continue;
    const Fate One = End.Args.empty() ? Fate::Unknown : fateOf(End.Args[0].Value);
    if (All && *All != One)
      return Fate::Unknown;
    All = One;
  }
  return All.value_or(Fate::Fails);
}

std::optional<StructureMap> StructureMap::of(const Program &Prog, const Program::Entry &E) {
  constexpr size_t MaxInstructions = 400;
  const ir::Function &F = *E.F;
  if (!F.hasBody() || F.Insts.size() > MaxInstructions || E.M->declaresTypes() || F.IsCoroutine)
    return std::nullopt;
  Reader R(Prog, E);
  StructureMap Map;
  for (unsigned N = F.CaptureCount; N < F.Params.size(); ++N) {
    if (!R.goesThrough(N))
      continue;
    Map.Parameter = N;
    for (Kind K : Containers)
      Map.Fates[static_cast<unsigned>(K)] = R.fate(K);
    return Map;
  }
  return std::nullopt;
}

bool StructureMap::reachesAll() const {
  const auto Is = [&](Fate O) { return llvm::any_of(Containers, [&](Kind K) { return fate(K) == O; }); };
  return !Is(Fate::Keeps) && (Is(Fate::Maps) || Is(Fate::Replaces));
}

} // namespace devtidy::dataflow
