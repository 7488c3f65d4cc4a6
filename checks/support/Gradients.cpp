//===- Gradients.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Gradients.h"
#include "ir/Edges.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using dataflow::Event;
using dataflow::SolvedFunction;
using dataflow::Value;
using ir::InstKind;

bool comesFrom(const ir::Function &F, ir::ValueId V,
               llvm::function_ref<bool(const ir::Inst &, llvm::SmallVectorImpl<ir::ValueId> &)> Is,
               llvm::SmallVectorImpl<unsigned> *Given) {
  constexpr unsigned MaxValues = 32;
  llvm::SmallVector<ir::ValueId, 16> Work{V};
  llvm::SmallDenseSet<uint32_t, 16> Seen;
  for (unsigned N = 0; N < Work.size() && N < MaxValues; ++N) {
    if (!Seen.insert(Work[N].index()).second)
      continue;
    const ir::Inst *D = F.definition(Work[N]);
    const auto &Params = F.Blocks[0].Params;
    const auto *Param = llvm::find(Params, Work[N]);
    if (Given && Param != Params.end())
      Given->push_back(Param - Params.begin());
    if (!D)
      llvm::append_range(Work, ir::incoming(F, Work[N]));
    else if (Is(*D, Work))
      return true;
  }
  return false;
}

static bool switchesOff(llvm::StringRef Name) { return Name.contains("no_grad") || Name.contains("inference_mode"); }

/// True if PyTorch records what Of computes: no scope around it, and no decorator, switches gradients off.
static bool isRecorded(const ir::Function &F, const ir::Inst &Of) {
  if (llvm::any_of(F.Decorators, switchesOff))
    return false;
  const auto IsSwitch = [&](const ir::Inst &Scope) {
    const ir::Inst *Made = F.definition(Scope.Args[0].Value);
    return Made && Made->Kind == InstKind::Call && switchesOff(Made->Name);
  };
  // Scopes nest, so that every way to a block enters and leaves the same ones.
  llvm::SmallVector<std::pair<ir::BlockId, int>, 8> Work{{ir::BlockId(0), 0}};
  llvm::DenseSet<uint32_t> Seen;
  while (!Work.empty()) {
    auto [B, Open] = Work.pop_back_val();
    if (!Seen.insert(B.index()).second)
      continue;
    for (ir::InstId Id : F.block(B).Insts) {
      const ir::Inst &I = F.inst(Id);
      if (&I == &Of)
        return Open <= 0;
      if ((I.Kind == InstKind::Enter || I.Kind == InstKind::Exit) && IsSwitch(I))
        Open += I.Kind == InstKind::Enter ? 1 : -1;
    }
    for (const ir::Successor &To : F.terminator(B).Targets)
      Work.push_back({To.Block, Open});
  }
  return true;
}

namespace {
class Gradients {
public:
  /// Caller, At: by which call the function is entered, if that is known.
  explicit Gradients(const SolvedFunction &S, unsigned Depth = 0, const Gradients *Caller = nullptr,
                     const ir::Inst *At = nullptr)
      : S(S), F(*S.F), Caller(Caller), At(At), Depth(Depth) {}

  bool mayBeRequiredOf(ir::ValueId V) const;

private:
  using Values = llvm::SmallVectorImpl<ir::ValueId>;

  /// What made D, in the program's or a library's words.
  const Event *event(const ir::Inst &D) const { return D.Result ? S.eventAt(F.value(D.Result).Definition) : nullptr; }
  bool isFalse(ir::ValueId V) const {
    const ir::Inst *D = F.definition(V);
    return D && D->Kind == InstKind::Const && !D->Const.Int;
  }
  llvm::StringRef classOf(const Value &V) const {
    return V.is(Value::Kind::Object) ? S.Sum->Objects[V.Obj.index()].Class : llvm::StringRef();
  }

  bool of(const ir::Inst &D, Values &From) const;
  bool ofCall(const ir::Inst &D, Values &From) const;
  bool ofModule(const ir::Inst &D, llvm::StringRef Class, Values &From) const;
  bool ofMember(const ir::Inst &D, Values &From) const;
  bool ofParameter(unsigned Index) const;
  bool isAskedFor(ir::ValueId V) const;
  void addStored(ir::ValueId Container, Values &From) const;
  bool isParameter(const ir::Function &Of, ir::ValueId V) const;
  bool isReturned(const dataflow::Program::Entry &E, const ir::Inst &Call) const;
  static const ir::Arg *argument(const ir::Inst &Call, const ir::Function &Callee, unsigned Index);
  llvm::StringRef moduleOf(ir::ValueId V) const;

  const SolvedFunction &S;
  const ir::Function &F;
  const Gradients *Caller;
  const ir::Inst *At;
  unsigned Depth; ///< how many calls were followed
};
} // namespace

bool Gradients::mayBeRequiredOf(ir::ValueId V) const {
  llvm::SmallVector<unsigned, 2> Given;
  return comesFrom(
             F, V, [&](const ir::Inst &D, Values &From) { return of(D, From); }, &Given) ||
         llvm::any_of(Given, [&](unsigned Index) { return ofParameter(Index); });
}

/// What a call of Callee gives its parameter of that number; null if that cannot be seen.
const ir::Arg *Gradients::argument(const ir::Inst &Call, const ir::Function &Callee, unsigned Index) {
  if (Index < Callee.Params.size())
    if (const ir::Arg *A = Call.findKeyword(Callee.Params[Index].Name))
      return A;
  const bool IsSeen =
      Index < Call.Args.size() &&
      llvm::all_of(llvm::ArrayRef(Call.Args).take_front(Index + 1), [](const ir::Arg &A) { return A.Keyword.empty(); });
  return IsSeen ? &Call.Args[Index] : nullptr;
}

/// True if the function that is entered is given what requires a gradient; of one that anybody may enter, if some
/// function of the run calls it so.
bool Gradients::ofParameter(unsigned Index) const {
  if (Caller || Depth > 0) {
    const ir::Arg *A = Caller ? argument(*At, F, Index) : nullptr;
    return A && Caller->mayBeRequiredOf(A->Value);
  }
  return llvm::any_of(S.Owner->functions(), [&](const SolvedFunction *By) {
    return By != &S && llvm::any_of(By->F->Insts, [&](const ir::Inst &I) {
             const ir::Arg *A = I.Kind == InstKind::Call && S.Owner->Types.canonical(I.Name) == F.Name
                                    ? argument(I, F, Index)
                                    : nullptr;
             return A && isRecorded(*By->F, I) && Gradients(*By, Depth + 1).mayBeRequiredOf(A->Value);
           });
  });
}

/// True if something asks for the gradient of V itself: x.requires_grad_(), x.requires_grad = True.
bool Gradients::isAskedFor(ir::ValueId V) const {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Args.empty() || I.Args[0].Value != V)
      return false;
    const bool IsSet = I.Kind == InstKind::SetField && I.Name == "requires_grad";
    const bool IsCall = I.Kind == InstKind::Invoke && I.Name == "requires_grad_";
    return (IsSet || IsCall) && (I.Args.size() == 1 || !isFalse(I.Args[1].Value));
  });
}

/// Adds what is put into a container after it was made.
void Gradients::addStored(ir::ValueId Container, Values &From) const {
  for (const ir::Inst &I : F.Insts)
    if ((I.Kind == InstKind::Invoke || I.Kind == InstKind::SetItem) && I.Args.size() > 1 &&
        I.Args[0].Value == Container)
      for (const ir::Arg &A : llvm::drop_begin(I.Args))
        From.push_back(A.Value);
}

bool Gradients::isParameter(const ir::Function &Of, ir::ValueId V) const {
  const ir::Inst *D = Of.definition(V);
  const knowledge::Callable *Known = D && D->Kind == InstKind::Call
                                         ? knowledge::findFunction(std::string_view(S.Owner->Types.canonical(D->Name)))
                                         : nullptr;
  return Known && Known->Canonical == "Parameter";
}

/// True if a function of the program gives what requires a gradient.
bool Gradients::isReturned(const dataflow::Program::Entry &E, const ir::Inst &Call) const {
  constexpr unsigned MaxDepth = 3;
  if (Depth == MaxDepth)
    return false;
  const SolvedFunction &Callee = S.Owner->solved(E);
  return llvm::any_of(E.F->Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Return && !I.Args.empty() && isRecorded(*E.F, I) &&
           Gradients(Callee, Depth + 1, this, &Call).mayBeRequiredOf(I.Args[0].Value);
  });
}

/// The class of the module that V is, as what makes it says; "" if it is none.
llvm::StringRef Gradients::moduleOf(ir::ValueId V) const {
  if (!F.Class.empty() && V == F.Blocks[0].Params[0])
    return S.Owner->Types.isModuleClass(F.Class) ? llvm::StringRef(F.Class) : llvm::StringRef();
  llvm::StringRef Class;
  llvm::SmallVector<unsigned, 2> Given;
  const auto Find = [&](const ir::Inst &D, Values &From) {
    const Event *E = event(D);
    if (const llvm::StringRef Made = E ? classOf(E->Result) : ""; !Made.empty() && S.Owner->Types.isModuleClass(Made))
      Class = Made;
    else if (D.Kind == InstKind::Call && S.Owner->Types.isModuleClass(S.Owner->Types.canonical(D.Name)))
      Class = S.Owner->Types.canonical(D.Name);
    else if (D.Kind == InstKind::Invoke)
      From.push_back(D.Args[0].Value);
    return !Class.empty();
  };
  if (comesFrom(F, V, Find, &Given) || Given.empty() || !Caller)
    return Class;
  const ir::Arg *A = argument(*At, F, Given[0]);
  return A ? Caller->moduleOf(A->Value) : Class;
}

/// What a module of this class gives: a layer without parameters only hands on.
bool Gradients::ofModule(const ir::Inst &D, llvm::StringRef Class, Values &From) const {
  // The tables know the layers, and which of them have parts; nobody knows what is only some module.
  const bool IsOwn = S.Owner->Types.findClass(Class).has_value();
  const knowledge::ModuleParts *Parts = knowledge::findModuleParts(std::string_view(Class));
  const bool HasParts = Parts && (!Parts->Parameters.empty() || !Parts->Modules.empty());
  if (IsOwn || HasParts || S.Owner->Types.isContainer(Class) || ir::lastName(Class) == "Module")
    return true;
  for (const ir::Arg &A : llvm::drop_begin(D.Args))
    From.push_back(A.Value);
  return false;
}

bool Gradients::ofCall(const ir::Inst &D, Values &From) const {
  const Event *E = event(D);
  if (D.Kind == InstKind::Apply || D.Kind == InstKind::Invoke) {
    const bool IsCalled = D.Kind == InstKind::Apply || D.Name == "forward" || D.Name == "__call__";
    const llvm::StringRef Class = moduleOf(D.Args[0].Value);
    if (IsCalled && !Class.empty())
      return ofModule(D, Class, From);
    if (!Class.empty()) {
      if (D.Name == "parameters" || D.Name == "named_parameters")
        return true;
      const std::optional<dataflow::Program::Entry> Method = S.Owner->Types.findMethod(Class, D.Name);
      return Method && isReturned(*Method, D);
    }
    if (D.Kind == InstKind::Invoke && !D.Name.starts_with("detach")) {
      From.push_back(D.Args[0].Value);
      if (E && E->Kind == InstKind::Aten)
        for (const ir::Arg &A : llvm::drop_begin(D.Args))
          From.push_back(A.Value);
    }
    return false;
  }
  if (const std::optional<dataflow::Program::Entry> Callee = S.Owner->Types.findFunction(D.Name))
    return isReturned(*Callee, D);
  // list(net.parameters())
  const bool IsContainer = E && S.Owner->Types.isContainer(classOf(E->Result));
  if (IsContainer || (E && (E->Kind == InstKind::Aten || E->Kind == InstKind::View || E->Kind == InstKind::Move)))
    for (const ir::Arg &A : D.Args)
      From.push_back(A.Value);
  return false;
}

bool Gradients::ofMember(const ir::Inst &D, Values &From) const {
  if (D.Name == "data" || D.Name == "grad")
    return false;
  const llvm::StringRef Class = moduleOf(D.Args[0].Value);
  if (Class.empty()) {
    From.push_back(D.Args[0].Value);
    return false;
  }
  const knowledge::ModuleParts *Parts = knowledge::findModuleParts(std::string_view(Class));
  if (Parts)
    return llvm::is_contained(llvm::split(llvm::StringRef(Parts->Parameters), ' '), D.Name);
  return llvm::any_of(S.Owner->Types.constructors(Class), [&](const dataflow::Program::Entry &E) {
    return llvm::any_of(E.F->Insts, [&](const ir::Inst &I) {
      return I.Kind == InstKind::SetField && I.Name == D.Name && isParameter(*E.F, I.Args[1].Value);
    });
  });
}

bool Gradients::of(const ir::Inst &D, Values &From) const {
  if (D.Result && isAskedFor(D.Result))
    return true;
  const ir::Arg *Asked = D.findKeyword("requires_grad");
  if (Asked)
    return !isFalse(Asked->Value);
  switch (D.Kind) {
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::Apply:
    if (D.Kind == InstKind::Invoke && D.Name == "requires_grad_")
      return D.Args.size() == 1 || !isFalse(D.Args[1].Value);
    if (D.Result && isParameter(F, D.Result))
      return true;
    return (D.Name == "parameters" || D.Name == "named_parameters" || isRecorded(F, D)) && ofCall(D, From);
  case InstKind::Op:
    if (isRecorded(F, D))
      for (const ir::Arg &A : D.Args)
        From.push_back(A.Value);
    return false;
  case InstKind::GetField:
    return ofMember(D, From);
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
    for (const ir::Arg &A : D.Args)
      From.push_back(A.Value);
    addStored(D.Result, From);
    return false;
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Iterate:
  case InstKind::Next:
  case InstKind::Await:
    From.push_back(D.Args[0].Value);
    return false;
  default:
    return false;
  }
}

bool mayRequireGradient(const SolvedFunction &S, ir::ValueId V) { return Gradients(S).mayBeRequiredOf(V); }

} // namespace devtidy::checks
