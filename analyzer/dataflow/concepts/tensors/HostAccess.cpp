//===- HostAccess.cpp - What the host reads: numpy, data_ptr, item -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/Arrays.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

namespace {
/// What a function of the host makes an array of: an operand, or something in it.
struct Read {
  unsigned Position = 0;
  Placement P;
};

/// Looks for what is known to be somewhere; what may be on an accelerator before all others.
class ReadOperand {
public:
  explicit ReadOperand(CallFrame &F) : F(F) {}

  std::optional<Read> find() {
    const bool OfLists = F.C.Params.starts_with("elements");
    for (unsigned N = 0; N < F.I.Args.size() && !IsSure; ++N) {
      const Value &V = F.E.Operands[N].V;
      // What is written into the call is there.
      if (isWrittenHere(F.I.Args[N].Value))
        addHeld(N, V, 0, /*All=*/false);
      const Placement Whole = holds(V) ? F.placementOf(V) : Placement::unknown();
      if (!Whole.isUnknown() && !Whole.isBottom())
        add(N, V, Whole);
      else if (holds(V))
        addHeld(N, V, 0, /*All=*/true);
      else if (!OfLists && V.isTensor())
        add(N, V, F.placementOf(V));
    }
    return Found;
  }

private:
  /// True for a list, a tuple or a dictionary that stands in the call.
  bool isWrittenHere(ir::ValueId V) const {
    const ir::Inst *Made = F.definition(V);
    const bool IsDisplay = Made && (Made->Kind == InstKind::MakeList || Made->Kind == InstKind::MakeTuple ||
                                    Made->Kind == InstKind::MakeDict);
    return IsDisplay && F.variable(V).empty();
  }
  bool holds(const Value &V) const {
    return V.is(Value::Kind::Tuple) || (V.is(Value::Kind::Object) && !F.isModuleObject(V.Obj));
  }
  /// What V holds, which is in several places, or in part where nobody knows.
  void addHeld(unsigned N, const Value &V, unsigned Depth, bool All) {
    constexpr unsigned MaxDepth = 3;
    if (Depth > MaxDepth)
      return;
    if (V.isTensor())
      return add(N, V, F.placementOf(V));
    if (V.is(Value::Kind::Tuple))
      for (const Value &Part : *V.Elements)
        addHeld(N, Part, Depth + 1, All);
    if (!V.is(Value::Kind::Object) || !holds(V))
      return;
    const llvm::StringRef Class = F.object(V.Obj).Class;
    if (Class != "list" && Class != "dict")
      return;
    for (const auto &[Key, Held] : llvm::to_vector(F.S.Mem.of(V.Obj)))
      if (!isOwnField(Key.second) && (All || Key.second != ElementField))
        addHeld(N, Held, Depth + 1, All);
  }
  void add(unsigned N, const Value &V, const Placement &P) {
    if (IsSure || P.isBottom() || P.isUnknown())
      return;
    const GuardedTerm *Only = P.single();
    // A device variable, or where a module is.
    IsSure =
        (Only && Only->T.isSymbol() && !Only->isOfBatch() && !V.Path) ||
        llvm::any_of(P.terms(), [](const GuardedTerm &T) { return !T.T.isSymbol() && T.T.device().isAccelerator(); });
    if (IsSure || (!Found && !P.hasSymbol()))
      Found = {N, P};
  }

  CallFrame &F;
  std::optional<Read> Found;
  bool IsSure = false;
};
} // namespace

/// A list of which nobody here knows where its elements are: whoever gave them does.
static bool isList(const CallFrame &F, const Value &V) {
  return V.is(Value::Kind::Object) && F.object(V.Obj).Class == "list" && F.object(V.Obj).K == Object::Kind::Allocated;
}

/// True for `x.numpy(force=True)`, which brings it to the CPU itself.
static bool isBroughtByItself(const CallFrame &F) {
  const ir::Arg *Force = F.argument("force");
  const ir::Inst *Said = Force ? F.definition(Force->Value) : nullptr;
  return Said && Said->Kind == InstKind::Const && Said->Const.K == ir::Constant::Kind::Bool && Said->Const.Int;
}

/// What a function that goes by elements gives of a tensor: np.log(t) is where t is. Unknown for others.
static Value computedOf(CallFrame &F) {
  if (F.I.Kind != InstKind::Call || !knowledge::givesTensors(F.C.Name) || F.I.findKeyword("out"))
    return F.unknown();
  const GuardedTerm *Only = F.Self.isTensor() && !F.Self.Partial && !F.Self.MayBeModule ? F.Self.P.single() : nullptr;
  const bool IsOnHost = Only && !Only->Imprecise && !Only->T.isSymbol() && !Only->T.device().isAccelerator();
  return IsOnHost ? Value::tensor(F.Self.P, F.I.Args.size() == 1 ? F.Self.Dim : F.Self.Dim.orMore()) : F.unknown();
}

static Value read(CallFrame &F) {
  if (isBroughtByItself(F))
    return F.unknown();
  std::optional<Placement> Held;
  // Functions of other libraries take anything.
  if (F.I.Kind == InstKind::Call && !knowledge::takesTensors(F.C)) {
    const std::optional<Read> Read = ReadOperand(F).find();
    if (!Read) {
      for (unsigned N = 0; N < F.I.Args.size(); ++N)
        if (const Value &V = F.E.Operands[N].V;
            isList(F, V) || (V.is(Value::Kind::Symbolic) && !F.C.Params.starts_with("elements")))
          F.meetHost(N, Meeting::HostAccess);
      return F.unknownCall();
    }
    F.E.Subject = Read->Position;
    F.SelfArg = &F.I.Args[Read->Position];
    F.Self = F.E.Operands[Read->Position].V;
    Held = Read->P;
  }
  if (F.SelfArg)
    F.noteRead(F.SelfArg->Value);
  F.E.Kind = InstKind::HostAccess;
  F.E.Tested = F.isTested(F.E.Operands[0].V);
  F.E.Before = Held ? *Held : F.placementOf(F.Self);
  const bool IsRead = F.C.Kind == Action::HostAccess || F.isReadOnHost();
  if (IsRead && F.SelfArg && !F.E.Tested)
    F.meetHost(F.SelfArg - F.I.Args.data(), Meeting::HostAccess);
  if (F.Self.isTensor() && F.E.Name.ends_with("data_ptr"))
    return Value::pointer(F.E.Before);
  return computedOf(F);
}

static Value readValue(CallFrame &F) {
  if (F.SelfArg)
    F.noteRead(F.SelfArg->Value);
  F.E.Kind = InstKind::HostValue;
  const llvm::StringRef Name(F.C.Canonical.data(), F.C.Canonical.size());
  return F.counting().countOf(Name, F.I).value_or(Name == "int" ? Value::integer() : Value::number());
}

static Value isDefined(CallFrame &F) {
  if (F.Self.isNone())
    return Value::boolean(false);
  return F.Self.Path ? Value::literal(~F.conditions().isNone(F.Self.Path)) : F.unknown();
}

/// An argument that has to be on the CPU: the lengths of pack_padded_sequence.
static void meetHostArgument(CallFrame &F, const Value &, const Placement &) {
  if (const ir::Arg *Host = F.E.Known ? F.argument("host") : nullptr)
    F.meetHost(Host - F.I.Args.begin(), Meeting::HostArgument);
}

static constexpr Rule Rules[] = {
    {Action::HostAccess, read},     {Action::DataPointer, read},          {Action::HostValue, readValue},
    {Action::IsDefined, isDefined}, {Occasion::Called, meetHostArgument},
};
REGISTER_CONCEPT(HostAccess, Rules)

} // namespace devtidy::dataflow
