//===- Judge.cpp --------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Judge.h"
#include "runtime/report/Report.h"
#include "runtime/rules/Refusal.h"
#include "runtime/verify/Blobs.h"
#include "runtime/verify/Evidence.h"
#include "runtime/verify/Explain.h"
#include "runtime/verify/Operators.h"
#include "runtime/verify/Registry.h"
#include "runtime/verify/SourceNames.h"
#include "runtime/verify/Wording.h"

using devtidy::abi::SiteKind;
using devtidy::knowledge::OperandPlace;
using devtidy::knowledge::OperatorOverload;

namespace devtidy::verify {
namespace {

/// One of two tensors that do not fit.
struct Side {
  std::string Text; ///< as the source calls it, in quotes
  const c10::TensorImpl *T = nullptr;

  /// Text is the operand's variable, or Otherwise where it is none; the variable that the tensor came from is as good.
  Side(std::string_view Name, std::string_view Otherwise, const c10::TensorImpl *Of, bool InList = false) : T(Of) {
    const SiteInfo *Step = nullptr;
    if (Origin From = findOrigin(Of); (Name.empty() || InList) && From.IsResult)
      Step = infoOf(From.Site);
    if (Step && !Step->ResultName.empty())
      Text = wording::quoted(Step->ResultName, Otherwise);
    else
      Text = (InList ? "an element of " : "") + wording::quoted(Name, Otherwise);
  }

  std::string device() const { return T->device().str(); }
  std::string onDevice() const { return wording::onDevice(Text, device()); }
};

class Judgement {
public:
  Judgement(abi::Site &TheSite, const Call &TheCall, SiteId Caller)
      : Site(TheSite), Operands(TheCall), Info(*infoOf(numberOf(TheSite))),
        Where(Info.Position.empty() && Caller ? *infoOf(Caller) : Info) {}

  bool run() {
    bool Works = judge();
    if (Works && wantsEvidence())
      noteEvidence(Where, "", seen({}));
    return Works;
  }

  void wrap(const c10::TensorImpl &T, c10::Device Memory) {
    const auto Words = Info.Does == Role::Wrap ? wording::wrongBlob : wording::wrongAllocation;
    report("device-wrong-blob-device", Words(called(), T.device().str(), Memory.str()), {});
  }

private:
  bool judge() {
    if (!judgeMemory())
      return false;
    switch (Site.Kind) {
    case SiteKind::Operator:
      return judgeOperator();
    case SiteKind::Module:
      return judgeModule();
    case SiteKind::HostRead:
      return judgeHostRead();
    case SiteKind::Optimizer:
      return judgeStep();
    case SiteKind::Backward:
      return judgeGradients();
    case SiteKind::ModuleMove:
    case SiteKind::ModuleMake:
    case SiteKind::Library:
    case SiteKind::Pointer:
      return true;
    }
    return true;
  }

  /// Storages that the program has made itself.
  bool judgeMemory() {
    for (const Call::Met &M : Operands.tensors()) {
      const std::optional<c10::Device> Memory = isForeign(*M.T) ? findWrongMemory(*M.T) : std::nullopt;
      if (!Memory)
        continue;
      Side Operand = side(M);
      report("device-wrong-blob-device", wording::wrongMemory(called(), Operand.onDevice(), Memory->str()), {Operand});
      return false;
    }
    return true;
  }

  bool judgeOperator() {
    const OperatorOverload *Row = findOverload(Info.Operation);
    auto Operator = Row ? rules::findOperator(*Row) : std::nullopt;
    if (!Operator)
      return true;
    if (!judgeGenerator() || !judgeHostArguments(*Row))
      return false;
    const rules::OperatorPlan &Plan = rules::planOf(*Operator);
    std::vector<c10::IValue> Arguments = Operands.arguments(Plan.Args.size());
    std::optional<rules::Refusal> Refused = rules::findRefusal(Plan, Arguments, rules::Given::Operands);
    if (!Refused || !Refused->With || !Refused->Of.defined())
      return !Refused;
    Side First = sideAt(Refused->First, Plan.Args[Refused->First].Kind != rules::ArgKind::Tensor, Refused->With);
    Side Second = sideAt(Refused->Second, Refused->InList, Refused->Of.unsafeGetTensorImpl());
    if (Refused->Second < Refused->First)
      std::swap(First, Second);
    if (Refused->What == rules::Refusal::Index)
      report("device-index-mismatch", wording::indexMismatch(First.onDevice(), Second.onDevice()), {First, Second});
    else
      report("device-mixed-operands", wording::mixedOperands(called(), First.onDevice(), Second.onDevice()),
             {First, Second});
    return false;
  }

  /// check_generator, ATen/core/Generator.h.
  bool judgeGenerator() {
    auto Generator = Operands.generator();
    auto Tensors = Operands.tensors();
    const auto Device = Tensors.empty() ? Operands.askedDevice() : Tensors.front().T->device();
    if (!Generator || !Device || Device->type() == Generator->second.type())
      return true;
    const std::string Headline = wording::generatorMismatch(
        called(),
        wording::onDevice(wording::quoted(nameOf(Generator->first), "the generator"), Generator->second.str()),
        wording::onDevice("the result", Device->str()));
    if (Tensors.empty())
      report("device-generator-mismatch", Headline, {});
    else
      report("device-generator-mismatch", Headline, {side(Tensors.front())});
    return false;
  }

  /// Arguments that are read by the host.
  bool judgeHostArguments(const OperatorOverload &Row) {
    for (const Call::Met &M : Operands.tensors()) {
      uint32_t Position = Site.Operands[M.Operand].Position;
      if (Position >= Row.Params.size() || Row.Params[Position].Place != OperandPlace::Cpu || M.T->device().is_cpu())
        continue;
      Side Argument = side(M);
      report("device-cpu-only-argument", wording::cpuOnlyArgument(called(), Argument.onDevice()), {Argument});
      return false;
    }
    return true;
  }

  /// Parameters and inputs meet in the module's first operator; where there are no parameters, the first two inputs.
  bool judgeModule() {
    auto Inputs = Operands.tensors();
    const c10::TensorImpl *State = Operands.state();
    if (!State)
      return judgeInputs(Inputs);
    for (const Call::Met &M : Inputs) {
      if (M.T->device() == State->device() || mayStay(M.T))
        continue;
      Side Module = moduleSide(State), Input = inputSide(M);
      report("device-mixed-operands", wording::mixedOperands(className(), Module.onDevice(), Input.onDevice()),
             {Module, Input});
      return false;
    }
    return true;
  }

  /// A number, an index, a mask or lengths on the CPU, which many operators take beside tensors of a device. Which one
  /// a module of TorchScript gives it to is not looked at, so one that is wrong there is missed.
  bool mayStay(const c10::TensorImpl *T) const {
    return isScript() && T->device().is_cpu() &&
           (T->dim() == 0 || c10::isIntegralType(c10::typeMetaToScalarType(T->dtype()), /*includeBool=*/true));
  }

  /// A loss and its target. CTCLoss brings its lengths to the device itself (LossCTC.cpp).
  template <class List> bool judgeInputs(const List &Inputs) {
    if (Site.Operands[0].Kind != abi::OperandKind::Module || Inputs.size() < 2 || className() == "'CTCLoss'" ||
        Inputs[0].T->device() == Inputs[1].T->device() || Inputs[0].T->dim() == 0 || Inputs[1].T->dim() == 0)
      return true;
    Side First = inputSide(Inputs[0]), Second = inputSide(Inputs[1]);
    report("device-mixed-operands", wording::mixedOperands(className(), First.onDevice(), Second.onDevice()),
           {First, Second});
    return false;
  }

  /// Gradients that the program has put there, and parameters that were moved after the optimizer had made its state.
  bool judgeStep() {
    const std::optional<StrayedState> Found = Operands.strayedState();
    if (!Found)
      return true;
    const std::string Optimizer = wording::quoted(nameOf(0), "the optimizer");
    if (Found->IsGradient) {
      Side Parameter{"", "a parameter of " + Optimizer, Found->Parameter}, Gradient{"", "its gradient", Found->State};
      report("device-mixed-operands", wording::mixedOperands(called(), Parameter.onDevice(), Gradient.onDevice()),
             {Parameter, Gradient});
      return false;
    }
    Side State{"", "state of " + Optimizer, Found->State},
        Parameter{"", "a parameter of " + Optimizer, Found->Parameter};
    report("device-optimizer-before-move",
           wording::strayedState(called(), Optimizer, State.device(), Parameter.device()), {Parameter, State});
    return false;
  }

  bool judgeGradients() {
    const auto Found = Operands.strayedGradient();
    if (!Found)
      return true;
    Side Tensor = side(Found->first), Gradient = side(Found->second);
    report("device-mixed-operands", wording::mixedOperands(called(), Tensor.onDevice(), Gradient.onDevice()),
           {Tensor, Gradient});
    return false;
  }

  bool judgeHostRead() {
    auto Tensors = Operands.tensors();
    if (Tensors.empty() || !isOutOfReach(Tensors.front().T->device()))
      return true;
    Side Read = side(Tensors.front());
    report("device-host-access", wording::hostAccess(called(), Read.Text, Read.device()), {Read});
    return false;
  }

  /// True if the memory of a device is not the host's.
  static bool isOutOfReach(c10::Device D) { return D.is_cuda() || D.is_hip() || D.is_xpu() || D.is_privateuseone(); }

  //===--- What things are called -----------------------------------------===//

  std::string called() const { return wording::quoted(Info.Called, "the operation"); }

  std::string nameOf(unsigned Operand) const {
    if (Operand < Info.Names.size() && !Info.Names[Operand].empty())
      return Info.Names[Operand];
    // Code that was not rebuilt has no position and no names.
    if (!Info.Position.empty() || Site.Kind != SiteKind::Operator || Operand >= Site.OperandCount)
      return "";
    const std::vector<std::string> &Names = operandsOfCaller(Info.Called);
    const uint32_t Position = Site.Operands[Operand].Position;
    return Position < Names.size() ? Names[Position] : "";
  }

  Side side(const Call::Met &M) const { return {nameOf(M.Operand), wording::ordinal(M.Operand), M.T, M.InList}; }

  /// By the position in the operator's parameters.
  Side sideAt(unsigned Position, bool InList, const c10::TensorImpl *T) const {
    for (unsigned I = 0; I != Site.OperandCount; ++I)
      if (Site.Operands[I].Position == Position)
        return {nameOf(I), wording::ordinal(I), T, InList};
    return {"", wording::ordinal(Position), T, InList};
  }

  bool isScript() const {
    return Site.Operands[0].Kind == abi::OperandKind::ScriptModule ||
           Site.Operands[0].Kind == abi::OperandKind::ScriptMethod;
  }

  /// 'Linear' for torch::nn::LinearImpl::forward, also in an AnyModule; 'Sequential' for a part of one.
  std::string className() const {
    std::string Name = Where.Operation.starts_with("torch::nn::AnyModule::") ? Info.Operation : Where.Operation;
    if (const std::string Method = Operands.methodName(); !Method.empty())
      return wording::quoted(Method, "the module");
    if (Name.ends_with("Impl::forward"))
      Name.resize(Name.size() - std::string_view("Impl::forward").size());
    if (size_t Colon = Name.rfind(':'); Colon != std::string::npos)
      Name = Name.substr(Colon + 1);
    return wording::quoted(isScript() ? Where.Called : Name, "the module");
  }

  Side moduleSide(const c10::TensorImpl *State) const {
    return {Where.Names.empty() ? "" : Where.Names.front(), "the module", State};
  }

  Side inputSide(const Call::Met &M) const {
    return {&Where == &Info ? nameOf(M.Operand) : "", "its input", M.T, M.InList && &Where == &Info};
  }

  /// The operands, those that do not fit first; of long lists the first few.
  std::vector<SeenOperand> seen(std::initializer_list<Side> Conflict) const {
    constexpr size_t MaxOperands = 8;
    std::vector<SeenOperand> Result;
    for (const Side &S : Conflict)
      Result.push_back({S.Text, S.device()});
    auto Add = [&](const Side &S, std::string Variable, int Position, int Row) {
      const auto Known = std::find_if(Conflict.begin(), Conflict.end(), [&](const Side &Of) { return Of.T == S.T; });
      if (Known == Conflict.end())
        Result.push_back({S.Text, S.device(), std::move(Variable), Position, Row});
      else if (SeenOperand &Same = Result[Known - Conflict.begin()]; Same.Position < 0)
        Same = {std::move(Same.Name), std::move(Same.Device), std::move(Variable), Position, Row};
    };
    const bool IsModule = Site.Kind == SiteKind::Module, IsHere = &Where == &Info;
    if (const c10::TensorImpl *State = IsModule ? Operands.state() : nullptr)
      Add(moduleSide(State), Where.Names.empty() ? "" : Where.Names.front(), /*Position=*/0, /*Row=*/-1);
    for (const Call::Met &M : Operands.tensors()) {
      if (Result.size() == MaxOperands)
        break;
      Add(IsModule ? inputSide(M) : side(M), IsHere && !M.InList ? nameOf(M.Operand) : "",
          static_cast<int>(Site.Operands[M.Operand].Position), M.InList ? static_cast<int>(M.Row) : -1);
    }
    return Result;
  }

  //===--- Reports ---------------------------------------------------------===//

  /// The step that decided where a tensor is.
  void explain(const Side &S, std::vector<runtime::Note> &Notes) const {
    const Origin From = findOrigin(S.T);
    const SiteInfo *Step = infoOf(From.Site);
    if (Step && !(Step->Does == Role::Compute && Step == &Where))
      explainOrigin(From, S.Text, S.device(), Notes);
  }

  void report(const char *Check, std::string Headline, std::initializer_list<Side> Sides) {
    if (wantsEvidence())
      noteEvidence(Where, Check, seen(Sides));
    runtime::Finding Found{Check, std::move(Headline), {Where.Position}};
    uint64_t Key = Where.Key ^ Info.Key << 1;
    // Code that was not rebuilt has no position but its stack, and LibTorch's own frames are many.
    if (Where.Position.empty()) {
      runtime::captureStack(Found.Where.Calls);
      Key = runtime::stackKey(Found.Where.Calls);
    }
    if (runtime::countRepeated(Check, Key))
      return;
    if (!Found.Where.Calls.Count)
      runtime::captureStack(Found.Where.Calls, runtime::options().StackDepth);
    for (const Side &S : Sides)
      explain(S, Found.Notes);
    Found.Key = Key;
    runtime::report(std::move(Found));
  }

  abi::Site &Site;
  const Call &Operands;
  const SiteInfo &Info;
  const SiteInfo &Where; ///< the place in the user's code
};

} // namespace

bool judge(abi::Site &Site, const Call &Operands, SiteId Caller) {
  if (!numberOf(Site))
    return true;
  return Judgement(Site, Operands, Caller).run();
}

void judgeWrapped(abi::Site &Site, const c10::TensorImpl &Made) noexcept {
  const std::optional<c10::Device> Memory = findWrongMemory(Made);
  if (!Memory || !numberOf(Site))
    return;
  try {
    Judgement(Site, Call(Site, nullptr), /*Caller=*/0).wrap(Made, *Memory);
  } catch (...) { // no memory: nothing is reported, and the program goes on
  }
}

} // namespace devtidy::verify
