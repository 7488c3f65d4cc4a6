//===- StringComparison.cpp - device-string-comparison ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags tests of a device that always give the same answer: a device against a string, which it never equals; the
// device of a tensor, which has an index, against an accelerator without one; the type of a device against a string
// with an index; torch.cuda.is_available without a call. Also a text that is looked for in a device, is_cuda() where
// is_cuda is an attribute, and `index or -1`.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/Callees.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Value;
using ir::InstKind;
using knowledge::Action;

namespace {

/// One side of a comparison.
struct Compared {
  enum class Kind : uint8_t { Other, TensorDevice, Device, Type, Text, DeviceText };
  Kind K = Kind::Other;
  std::optional<knowledge::Device> Spelled; ///< a device that is written out
  bool IsAnnotated = false;                 ///< a device as an annotation alone says
};

struct Answer {
  llvm::StringRef Reason;
  bool DropIndex = false; ///< repaired by comparing the type
};

} // namespace

using Side = Compared::Kind;

static const Event *definitionOf(const SolvedFunction &S, const ir::Arg &A) {
  ir::InstId D = S.F->value(A.Value).Definition;
  return D ? S.eventAt(D) : nullptr;
}

static bool isDeviceOfTensor(const Event &E) {
  const Value *V = E.Known && E.Known->Kind == Action::QueryDevice && !E.Operands.empty() ? &E.Operands[0].V : nullptr;
  // A module has no device of its own: what it calls so may be a string.
  return V && V->isTensor() && !V->MayBeModule;
}

/// True if V is x.device of an argument x of a module's forward, which is a tensor even if nothing says so.
static bool isDeviceOfInput(const SolvedFunction &S, ir::ValueId V) {
  const ir::Inst *D = S.F->definition(V);
  if (!D || D->Kind != InstKind::GetField)
    return false;
  const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(D->Name));
  const auto &Params = S.F->Blocks[0].Params;
  const auto *Param = llvm::find(Params, D->Args[0].Value);
  if (!C || C->Kind != Action::QueryDevice || Param == Params.end())
    return false;
  dataflow::PathId Path = S.Owner->Paths.param(*S.F, Param - Params.begin());
  return evidenceFor(S, Path).Kind == "forward-of-module";
}

/// `def ids(rank, device: torch.device = "cuda")`: the annotation says less than the default.
static bool isTextByDefault(const ir::Function &F, ir::ValueId V) {
  const auto &Params = F.block(ir::BlockId(0)).Params;
  const size_t N = llvm::find(Params, V) - Params.begin();
  return N < F.Params.size() && F.Params[N].HasDefault && F.Params[N].Default.K == ir::Constant::Kind::String;
}

/// True if V is a member of self into which constructors put what torch.device() makes, and nobody anything else.
static bool isMadeDevice(const SolvedFunction &S, ir::ValueId V) {
  const ir::Inst *D = S.F->definition(V);
  const bool OfSelf = D && D->Kind == InstKind::GetField && S.F->isReceiver(D->Args[0].Value);
  if (!OfSelf || S.Owner->Members.isStored(D->Name) || S.Owner->Members.writesByName(S.F->Class) ||
      S.Owner->Links.overrides().contains(S.Owner->Types.canonical(S.F->Class), D->Name))
    return false;
  bool Any = false;
  for (const auto &F : S.M->Functions)
    for (const ir::Inst &I : F->Insts) {
      // `setattr(self, name, value)`, `self.__dict__.update(values)`
      const bool IsByName = I.Kind == InstKind::Call ? knowledge::setsMemberByName(std::string_view(I.Name))
                                                     : I.Kind == InstKind::GetField && I.Name == "__dict__";
      if (IsByName)
        return false;
      // Of a base, too.
      if (I.Kind != InstKind::SetField || I.Name != D->Name)
        continue;
      const knowledge::Callable *C = libraryCalleeOf(*S.Owner, F->definition(I.Args[1].Value));
      if (!C || C->Kind != Action::MakeDevice)
        return false;
      Any = true;
    }
  return Any;
}

/// True if that is a device, as an annotation says, or all who call the function.
static bool isDeclaredDevice(const SolvedFunction &S, ir::ValueId V) {
  const auto &Params = S.F->block(ir::BlockId(0)).Params;
  const size_t N = llvm::find(Params, V) - Params.begin();
  const ir::Type T = N < S.F->Params.size() ? S.Owner->Types.givenType(*S.F, N) : S.F->value(V).StaticType;
  return T.Kind == ir::TypeKind::Device;
}

static Compared classify(const SolvedFunction &S, const dataflow::Operand &O) {
  if (O.V.isString())
    return {Side::Text, knowledge::parseDevice(std::string_view(O.V.Const.Text))};
  const Event *E = definitionOf(S, *O.A);
  if (E && E->Known && E->Known->Kind == Action::QueryType)
    return {Side::Type, std::nullopt};
  // str(x.device)
  if (E && E->Kind == InstKind::HostValue && E->Operands.size() == 1 && E->Operands[0].A)
    if (const Event *Inner = definitionOf(S, *E->Operands[0].A); Inner && isDeviceOfTensor(*Inner))
      return {Side::DeviceText, std::nullopt};
  if (isDeviceOfInput(S, O.A->Value))
    return {Side::TensorDevice, std::nullopt};
  if (!O.V.is(Value::Kind::Device))
    return {};
  if (E && isDeviceOfTensor(*E))
    return {Side::TensorDevice, std::nullopt};
  const bool IsMade = (E && E->Known && E->Known->Kind == Action::MakeDevice) || isMadeDevice(S, O.A->Value);
  if (!IsMade && isTextByDefault(*S.F, O.A->Value))
    return {};
  if (!IsMade && !isDeclaredDevice(S, O.A->Value))
    return {};
  const dataflow::GuardedTerm *Only = O.V.P.single();
  bool Known = Only && !Only->T.isSymbol() && Only->T.device().Index != dataflow::UnknownIndex;
  return {Side::Device, Known ? std::optional(Only->T.device()) : std::nullopt, !IsMade};
}

/// Why A never equals B; nothing if it may.
static std::optional<Answer> neverEqual(Compared A, Compared B, bool StringsConvert) {
  bool Bare = B.Spelled && B.Spelled->isAccelerator() && B.Spelled->Index < 0;
  if (A.K == Side::TensorDevice && Bare && (B.K == Side::Device || (B.K == Side::Text && StringsConvert)))
    return Answer{"the device of a tensor has an index", true};
  // `device == "pinned"`: whoever asks that takes other strings beside devices, whatever the annotation says.
  if (A.IsAnnotated && B.K == Side::Text && !B.Spelled)
    return std::nullopt;
  if ((A.K == Side::TensorDevice || A.K == Side::Device) && B.K == Side::Text && !StringsConvert)
    return Answer{"a device equals no string", !B.Spelled || B.Spelled->Index < 0};
  if (A.K == Side::Type && B.K == Side::Text && B.Spelled && B.Spelled->Index >= 0)
    return Answer{"the type of a device has no index"};
  if (A.K == Side::DeviceText && B.K == Side::Text && Bare)
    return Answer{"the string has an index, as in 'cuda:0'"};
  return std::nullopt;
}

/// True if the function compares the text of a device with one that has an index, too: it knows both spellings.
static bool knowsBothSpellings(const SolvedFunction &S) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.I->Kind == InstKind::Op && E.Operands.size() == 2 && E.Operands[0].A && E.Operands[1].A &&
           classify(S, E.Operands[0]).K == Side::DeviceText && E.Operands[1].V.isString() &&
           E.Operands[1].V.Const.Text.contains(':');
  });
}

/// True if the two are the same variable, or the same member of it: `opt.gpu`.
static bool isSame(const ir::Function &F, ir::ValueId A, ir::ValueId B) {
  const ir::Inst *OfA = F.definition(A), *OfB = F.definition(B);
  const bool AreFields = OfA && OfB && OfA->Kind == InstKind::GetField && OfB->Kind == InstKind::GetField;
  return A == B || (AreFields && OfA->Name == OfB->Name && isSame(F, OfA->Args[0].Value, OfB->Args[0].Value));
}

/// True if V is the index of an accelerator: that of a device, or what the function makes the current one.
static bool isIndex(const SolvedFunction &S, ir::ValueId V) {
  const ir::Inst *D = S.F->definition(V);
  if (D && D->Kind == InstKind::GetField && D->Name == "index") {
    const ir::Inst *Of = S.F->definition(D->Args[0].Value);
    const llvm::StringRef Name =
        Of && Of->Kind == InstKind::GetField ? Of->Name : S.F->value(D->Args[0].Value).Variable;
    return Name.ends_with("device") || Name == "dev" || Name.ends_with("_dev");
  }
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.Known && E.Known->Kind == Action::SetDevice &&
           llvm::any_of(E.I->Args, [&](const ir::Arg &A) { return isSame(*S.F, A.Value, V); });
  });
}

/// True if Else does nothing but give a negative number: `index or -1`, `index if index else -1`.
static bool givesNegative(const ir::Function &F, ir::BlockId Else) {
  const std::vector<ir::InstId> &Insts = F.block(Else).Insts;
  if (Insts.size() != 2)
    return false;
  const ir::Inst &Number = F.inst(Insts[0]), &Jump = F.inst(Insts[1]);
  return Number.Kind == InstKind::Const && Number.Const.K == ir::Constant::Kind::Int && Number.Const.Int < 0 &&
         Jump.Targets.size() == 1 && llvm::is_contained(Jump.Targets[0].Args, Number.Result);
}

/// True for a parameter that may be None, of which torch.device makes nothing.
static bool mayBeNone(const ir::Function &F, ir::ValueId V) {
  const auto &Params = F.block(ir::BlockId(0)).Params;
  const size_t N = llvm::find(Params, V) - Params.begin();
  return N < F.Params.size() && (F.Params[N].DeclaredType.Optional ||
                                 (F.Params[N].HasDefault && F.Params[N].Default.K == ir::Constant::Kind::None));
}

static void report(const SolvedFunction &S, Sink &Out, const Event &E, std::string Test, llvm::StringRef Result,
                   llvm::StringRef Reason, const ir::Arg *CompareType = nullptr, int Level = 1,
                   bool IsAnnotated = false) {
  Draft D = Out.draft(S, *E.I);
  D.atLeastLevel(Level);
  D.slot("test", std::move(Test)).slot("result", Result.str()).slot("reason", Reason.str());
  // No type is "cuda:0".
  const bool IsNumbered = llvm::any_of(
      E.Operands, [](const dataflow::Operand &O) { return O.V.isString() && O.V.Const.Text.contains(':'); });
  // Whatever the annotation says, somebody may give a string.
  const std::string Maker = IsAnnotated ? Spelling(S).deviceMaker() : "";
  if (CompareType && IsAnnotated && !IsNumbered) {
    const report::Place P = Out.place(CompareType->Range);
    if (!Maker.empty() && !mayBeNone(*S.F, CompareType->Value))
      D.F.Fixes.push_back(
          {"compare the type",
           {{P.Path, P.Begin, P.Begin, Maker + "("}, {P.Path, P.End, P.End, ")" + Spelling(S).attribute("type")}},
           /*Sure=*/false});
  } else if (CompareType && !IsNumbered && takesMember(Out.source(CompareType->Range))) {
    report::Place P = Out.place(CompareType->Range);
    // The program goes another way from then on.
    D.fix("compare the type", {P.Path, P.End, P.End, Spelling(S).attribute("type")}, /*Sure=*/false);
  }
  Out.add(std::move(D));
}

/// What E gives parameter Index of F: null if it leaves that out, nothing if E calls something else.
static std::optional<const dataflow::Operand *> givenBy(const SolvedFunction &S, const Event &E, const ir::Function &F,
                                                        unsigned Index) {
  const dataflow::Program &P = *S.Owner;
  const bool Makes = E.I->Kind == InstKind::Call && P.Types.findClass(E.I->Name);
  const bool Calls = Makes ? llvm::any_of(P.Types.makers(E.I->Name), [&](const auto &Maker) { return Maker.F == &F; })
                           : calleeOf(P, *S.F, *E.I).value_or(dataflow::Program::Entry{}).F == &F;
  if (!Calls)
    return std::nullopt;
  unsigned Position = Makes;
  for (const dataflow::Operand &O : E.Operands) {
    const bool IsPositional = O.A && O.A->Keyword.empty();
    if (O.A && (IsPositional ? Position == Index : O.A->Keyword == F.Params[Index].Name))
      return &O;
    Position += IsPositional;
  }
  return nullptr;
}

/// True if somebody in the run gives the parameter that V stands for a device, and nobody anything else.
static bool isGivenDevice(const SolvedFunction &S, const Value &V) {
  const dataflow::GuardedTerm *Only = V.is(Value::Kind::Device) ? V.P.single() : nullptr;
  const dataflow::PathId At = Only && Only->T.isSymbol() ? Only->T.path()
                              : V.isPlainPath()          ? V.Path
                                                         : dataflow::PathId();
  const dataflow::Path *P = At ? &S.Owner->Paths[At] : nullptr;
  if (!P || P->Kind != dataflow::Path::Root::Param || P->Owner != S.F || P->Index >= S.F->Params.size())
    return false;
  bool Any = false;
  for (const SolvedFunction *Of : S.Owner->functions())
    for (const Event &E : Of->Events)
      if (const auto Given = givenBy(*Of, E, *S.F, P->Index)) {
        const Side K = *Given ? classify(*Of, **Given).K : Side::Other;
        if (K != Side::Device && K != Side::TensorDevice)
          return false;
        Any = true;
      }
  return Any;
}

/// True if something catches what B raises, whatever that is.
static bool isCaught(const ir::Function &F, ir::BlockId B) {
  return llvm::any_of(F.Blocks, [&](const ir::Block &Of) {
    const ir::Inst &T = F.inst(Of.Insts.back());
    return T.Kind == InstKind::Fork && T.Targets[0].Block == B;
  });
}

/// `"cuda" in device`: a device has no letters.
static void reportSearch(const SolvedFunction &S, Sink &Out, const Event &E, std::string Test) {
  const dataflow::Operand &In = E.Operands[1];
  if (!E.Operands[0].V.isString() || isCaught(*S.F, E.I->Parent))
    return;
  const Compared Whole = classify(S, In);
  const bool IsMade = (Whole.K == Side::Device || Whole.K == Side::TensorDevice) && !Whole.IsAnnotated;
  // Whatever annotations and callers say, some may give a text, and the program asks.
  if (!IsMade && (!E.Path.isAlways() || (!Whole.IsAnnotated && !isGivenDevice(S, In.V))))
    return;
  report(S, Out, E, std::move(Test), "an error", "a device is no text", In.A, IsMade ? 1 : 2, !IsMade);
}

static void run(const SolvedFunction &S, Sink &Out) {
  // C++ makes a device of the constant; Python compares with the string.
  const bool HasText = Spelling(S).hasTextForDevices();
  for (const Event &E : S.Events) {
    std::string Test = report::wording::quoted(Out.source(E.I->Range), "the comparison");
    if (E.I->Kind == InstKind::Op && (E.I->Name == "==" || E.I->Name == "!=") && E.Operands.size() == 2 &&
        E.Operands[0].A && E.Operands[1].A) {
      llvm::StringRef Result = E.I->Name == "==" ? "false" : "true";
      for (unsigned N = 0; N < 2; ++N)
        if (std::optional<Answer> A =
                neverEqual(classify(S, E.Operands[N]), classify(S, E.Operands[1 - N]), !HasText)) {
          if (classify(S, E.Operands[N]).K == Side::DeviceText && knowsBothSpellings(S))
            break;
          bool Plain = A->DropIndex && E.Operands[1 - N].V.isString();
          report(S, Out, E, Test, Result, A->Reason, Plain ? E.Operands[N].A : nullptr, 1,
                 classify(S, E.Operands[N]).IsAnnotated);
          break;
        }
      continue;
    }
    if (!HasText)
      continue;
    if (E.I->Kind == InstKind::Op && (E.I->Name == "in" || E.I->Name == "not in") && E.Operands.size() == 2 &&
        E.Operands[1].A)
      reportSearch(S, Out, E, Test);
    if (E.I->Kind == InstKind::Invoke && E.Known && E.Known->Kind == Action::QueryIsType && E.Operands[0].V.isTensor())
      report(S, Out, E, Test, "an error", "it is an attribute and no method");
    if (E.Kind == InstKind::Branch && E.I->Targets.size() == 2 && isIndex(S, E.I->Args[0].Value) &&
        givesNegative(*S.F, E.I->Targets[1].Block)) {
      const ir::Inst *Asked = S.F->definition(E.I->Args[0].Value);
      Test = report::wording::quoted(Asked ? Out.source(Asked->Range) : llvm::StringRef(), "the index");
      report(S, Out, E, std::move(Test), "false for cuda:0", "its index is 0", nullptr, 2);
      continue;
    }
    if (E.Kind == InstKind::Branch)
      if (const ir::Inst *D = S.F->definition(E.I->Args[0].Value); D && D->Kind == InstKind::GetGlobal)
        if (const knowledge::Callable *C = knowledge::findFunction(std::string_view(D->Name));
            C && C->Kind == Action::Available)
          report(S, Out, E, report::wording::quoted(Out.source(D->Range), D->Name), "true", "it is not called");
  }
}

static const Check StringComparison = {
    .Name = "device-string-comparison",
    .Headline = "{test} is always {result}: {reason}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(StringComparison)

} // namespace devtidy::checks
