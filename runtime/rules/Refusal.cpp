//===- Refusal.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/rules/Refusal.h"
#include <algorithm>

using namespace devtidy::knowledge;
using c10::Device;
using c10::IValue;

namespace devtidy::rules {
namespace {

/// Whether the argument is what the case is for.
bool holds(ArgumentIs When, const IValue &Arg, Given What) {
  const at::Tensor *T = Arg.isTensor() && Arg.toTensor().defined() ? &Arg.toTensor() : nullptr;
  switch (When) {
  case ArgumentIs::Scalar:
    return T && T->dim() == 0;
  case ArgumentIs::Ranked:
    return T && T->dim() > 0;
  case ArgumentIs::Matrix:
    return T && T->dim() == 2;
  case ArgumentIs::Several:
    return T && T->numel() > 1;
  case ArgumentIs::Absent:
    return What == Given::All && Arg.isNone();
  case ArgumentIs::True:
    return Arg.isBool() && Arg.toBool();
  case ArgumentIs::False:
    return Arg.isBool() && !Arg.toBool();
  }
  return false;
}

/// The comparisons of one call.
class Meeting {
public:
  Meeting(const OperatorPlan &ThePlan, c10::ArrayRef<IValue> TheArgs, Given What)
      : Plan(ThePlan), Args(TheArgs), Rule(ThePlan.Rule) {
    for (const PlannedCase &C : Plan.Cases)
      if (!Case && holds(C.When, Args[C.Arg], What)) {
        Case = &C;
        Rule = C.Rule;
      }
  }

  std::optional<Refusal> find() {
    if (Plan.IsSet)
      checkSet();
    switch (Rule) {
    case DeviceRule::Same:
      checkSame();
      break;
    case DeviceRule::Iterator:
      checkIterator(/*Scalars=*/1);
      break;
    case DeviceRule::IteratorScalars:
      checkWhere();
      break;
    case DeviceRule::IteratorStrict:
      checkIterator(/*Scalars=*/0);
      break;
    case DeviceRule::CpuScalars:
      checkIterator(/*Scalars=*/~size_t(0));
      break;
    case DeviceRule::Elementwise:
      checkElements();
      break;
    case DeviceRule::Index:
      checkIndex();
      break;
    case DeviceRule::Any:
    case DeviceRule::Special:
      break;
    }
    checkBeside();
    return std::move(Found);
  }

private:
  /// Calls F(position, tensor) for the operands that the rule speaks of, in the order in which LibTorch looks at them:
  /// those that are written first, if OutFirst.
  template <class Function> void forEachOperand(bool OutFirst, Function F) {
    for (bool Out : {OutFirst, !OutFirst})
      for (unsigned I : Plan.Special) {
        const PlannedArg &Arg = Plan.Args[I];
        if (Arg.IsOut != Out || !isBound(placeOf(I)))
          continue;
        size_t Element = 0;
        forEachTensor(Args[I], [&](const at::Tensor &T) {
          if (Row == All || Element++ == Row || Arg.Kind == ArgKind::Tensor)
            F(I, T);
        });
      }
  }

  /// One operand of the comparison.
  struct Met {
    unsigned Arg = 0;
    const c10::TensorImpl *T = nullptr;
    explicit operator bool() const { return T != nullptr; }
    Device device() const { return T->device(); }
  };

  void refuse(Refusal::Kind What, const Met &First, unsigned Second, const at::Tensor &Of) {
    if (!Found)
      Found = Refusal{What,    First.Arg,      Second,      Of,
                      First.T, First.device(), Of.device(), Plan.Args[Second].Kind != ArgKind::Tensor};
  }

  OperandPlace placeOf(unsigned I) const {
    return Case && I < Case->Places.size() ? Case->Places[I] : Plan.Args[I].Place;
  }

  bool isNeverExempt(unsigned I) const { return Plan.Args[I].IsWritten || placeOf(I) == OperandPlace::Strict; }

  /// What need not meet the others, but may not be anywhere: OperandPlace::Near, Copied and Made.
  void checkBeside() {
    Met Common = commonOperand();
    auto Fits = [&](OperandPlace Place, Device D) {
      if (Place == OperandPlace::Made)
        return D == (Common ? Common.device() : Device(c10::kCPU));
      return D.is_cpu() || (Common && (Place == OperandPlace::Copied || D == Common.device()));
    };
    for (unsigned I : Plan.Special) {
      const OperandPlace Place = placeOf(I);
      if (Place != OperandPlace::Near && Place != OperandPlace::Copied && Place != OperandPlace::Made)
        continue;
      forEachTensor(Args[I], [&](const at::Tensor &T) {
        if (!Fits(Place, T.device()))
          refuse(Refusal::Mixed, Common ? Common : firstOperand(), I, T);
      });
    }
  }

  Met firstOperand() {
    Met First;
    forEachOperand(/*OutFirst=*/false, [&](unsigned I, const at::Tensor &T) {
      if (!First)
        First = {I, T.unsafeGetTensorImpl()};
    });
    return First;
  }

  /// torchgen's gen_device_check: all operands on one device.
  void checkSame() {
    Met Common;
    forEachOperand(/*OutFirst=*/true, [&](unsigned I, const at::Tensor &T) {
      if (!Common)
        Common = {I, T.unsafeGetTensorImpl()};
      else if (Common.device() != T.device())
        refuse(Refusal::Mixed, Common, I, T);
    });
  }

  /// The operand whose device an iterator runs on: the first that is not on the CPU, if there is one.
  Met commonOperand() {
    Met Common;
    forEachOperand(/*OutFirst=*/true, [&](unsigned I, const at::Tensor &T) {
      if (!Common && !T.device().is_cpu())
        Common = {I, T.unsafeGetTensorImpl()};
    });
    return Common;
  }

  /// TensorIteratorBase::compute_types: one device, which so many CPU scalars may meet.
  void checkIterator(size_t Scalars) {
    Met Common = commonOperand();
    if (!Common)
      return;
    size_t Seen = 0;
    forEachOperand(/*OutFirst=*/true, [&](unsigned I, const at::Tensor &T) {
      if (T.device() == Common.device())
        return;
      if (!Scalars || isNeverExempt(I) || T.dim() != 0 || !T.device().is_cpu())
        refuse(Refusal::Iterated, Common, I, T);
      else if (Seen++ >= Scalars)
        refuse(Refusal::TooManyScalars, Common, I, T);
    });
  }

  /// where_self_out, ATen/native/TensorCompare.cpp: scalars are moved to where the others are, whatever device they are
  /// on.
  void checkWhere() {
    Met Common = commonOperand();
    forEachOperand(/*OutFirst=*/true, [&](unsigned I, const at::Tensor &T) {
      if (Common && T.device() != Common.device() && (isNeverExempt(I) || T.dim() != 0))
        refuse(Refusal::Iterated, Common, I, T);
    });
  }

  /// The slow path of _foreach_ operators (ATen/native/ForeachOpsKernels.cpp): as many iterators as a list has
  /// elements.
  void checkElements() {
    size_t Rows = 0;
    for (unsigned I : Plan.Special)
      if (Args[I].isList())
        Rows = std::max(Rows, Args[I].toListRef().size());
    for (Row = 0; Row != Rows && !Found; ++Row)
      checkIterator(/*Scalars=*/1);
    Row = All;
  }

  /// TensorAdvancedIndexing.cpp: indices where the indexed tensor is or on the CPU, values as for an iterator.
  void checkIndex() {
    Met Self;
    forEachOperand(/*OutFirst=*/false, [&](unsigned I, const at::Tensor &T) {
      const PlannedArg &Arg = Plan.Args[I];
      if (!Self)
        Self = {I, T.unsafeGetTensorImpl()};
      else if (Arg.IsOut || T.device() == Self.device())
        return;
      else if (Arg.Kind == ArgKind::Tensor && (T.dim() != 0 || isNeverExempt(I)))
        refuse(Refusal::Iterated, Self, I, T);
      else if (Arg.Kind != ArgKind::Tensor && !T.device().is_cpu())
        refuse(Refusal::Index, Self, I, T);
    });
  }

  /// checkSetStorage, ATen/native/Resize.h.
  void checkSet() {
    Device To = Args[0].toTensor().device();
    std::optional<Device> From;
    if (Args.size() > 1 && Args[1].isStorage())
      From = Args[1].toStorage().device();
    else if (Args.size() > 1 && Args[1].isTensor())
      From = Args[1].toTensor().device();
    if (From && *From != To)
      Found = Refusal{Refusal::SetStorage, 0, 1, {}, nullptr, To, *From};
  }

  static constexpr size_t All = ~size_t(0);

  const OperatorPlan &Plan;
  c10::ArrayRef<IValue> Args;
  DeviceRule Rule;
  const PlannedCase *Case = nullptr;
  size_t Row = All; ///< the element of each list that takes part
  std::optional<Refusal> Found;
};

} // namespace

std::optional<Refusal> findRefusal(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args, Given What) {
  return Meeting(Plan, Args, What).find();
}

} // namespace devtidy::rules
