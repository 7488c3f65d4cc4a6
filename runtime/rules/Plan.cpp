//===- Plan.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/rules/Plan.h"
#include "runtime/abi/ForkSafe.h"
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <torch/version.h>
#include <unordered_map>

using namespace devtidy::knowledge;

namespace devtidy::rules {
namespace {

/// Of the operators of this LibTorch, or of the newest release before it that there is a table for.
[[maybe_unused]] const bool IsTableChosen = chooseOperatorTable(TORCH_VERSION);

bool isTensor(const c10::Type &T) {
  if (const auto *Optional = T.castRaw<c10::OptionalType>())
    return isTensor(*Optional->getElementType());
  return T.kind() == c10::TypeKind::TensorType;
}

ArgKind kindOf(const c10::Type &T) {
  switch (T.kind()) {
  case c10::TypeKind::OptionalType:
    return kindOf(*T.castRaw<c10::OptionalType>()->getElementType());
  case c10::TypeKind::TensorType:
    return ArgKind::Tensor;
  case c10::TypeKind::DeviceObjType:
    return ArgKind::Device;
  case c10::TypeKind::GeneratorType:
    return ArgKind::Generator;
  case c10::TypeKind::StorageType:
    return ArgKind::Storage;
  case c10::TypeKind::ListType: {
    const c10::Type &Element = *T.castRaw<c10::ListType>()->getElementType();
    if (!isTensor(Element))
      return ArgKind::Plain;
    return Element.kind() == c10::TypeKind::TensorType ? ArgKind::TensorList : ArgKind::OptionalTensorList;
  }
  default:
    return ArgKind::Plain;
  }
}

/// The parameters that are not out=.
std::vector<const OperatorParam *> inputsOf(const OperatorOverload &Row) {
  std::vector<const OperatorParam *> Inputs;
  for (const OperatorParam &P : Row.Params)
    if (!P.IsOut)
      Inputs.push_back(&P);
  return Inputs;
}

const OperatorOverload *findRow(std::string_view Base, std::string_view Overload) {
  for (const OperatorOverload &Row : knowledge::findOperator(Base))
    if (Row.Overload == Overload)
      return &Row;
  return nullptr;
}

/// The overload that gives its result back where Out writes it into an argument; null if there is none.
const OperatorOverload *functionalOf(const OperatorOverload &Out) {
  auto Wanted = inputsOf(Out);
  if (Wanted.size() == Out.Params.size())
    return nullptr;
  for (const OperatorOverload &Row : knowledge::findOperator(Out.Base)) {
    auto Inputs = inputsOf(Row);
    if (Inputs.size() == Row.Params.size() &&
        std::ranges::equal(Inputs, Wanted, [](const OperatorParam *A, const OperatorParam *B) {
          return A->Name == B->Name && A->Kind == B->Kind;
        }))
      return &Row;
  }
  return nullptr;
}

/// torchgen, dest/register_dispatch_key.py: structured kernels are named without the overload, others with it in front.
std::string wrapperName(const OperatorOverload &Row, bool Structured) {
  std::string Base(Row.Base);
  if (inputsOf(Row).size() != Row.Params.size())
    Base += "_out";
  std::string Name = "wrapper_CUDA_";
  if (!Structured)
    return Name.append(Row.Overload).append("_").append(Base);
  Name += Base;
  if (!Row.Overload.empty())
    Name.append("_").append(Row.Overload);
  return Name;
}

void fillRule(OperatorPlan &Plan, const OperatorOverload &Row) {
  // The kernel that torchgen makes calls the out= form; only exact checks come before it (Kernels.cpp).
  const OperatorOverload *Functional = functionalOf(Row);
  bool Structured = isStructured(Functional ? *Functional : Row);
  // A functional form of one tensor compares nothing, and says nothing about Out.
  bool SaysLess = Functional && Functional->Rule == DeviceRule::Any && Row.Rule == DeviceRule::Same;
  bool TakesFunctional = Functional && Structured && Functional->Rule != DeviceRule::Same && !SaysLess;
  const OperatorOverload &Ruling = TakesFunctional ? *Functional : Row;
  Plan.Rule = Ruling.Rule;
  Plan.Result = Ruling.Result;
  Plan.Wrapper = wrapperName(Row, Structured);
  const size_t Count = std::min(Plan.Args.size(), Row.Params.size());
  for (size_t I = 0; I != Count; ++I)
    Plan.Args[I].Place = Row.Params[I].Place;
  for (const OperatorCase &Case : Row.Cases) {
    PlannedCase &Planned = Plan.Cases.emplace_back(PlannedCase{Case.When, Case.Position, Case.Rule, {}});
    for (size_t I = 0; I != Count; ++I)
      Planned.Places.push_back(Case.Params[I].Place);
  }
  auto IsTensors = [](const PlannedArg &A) {
    return A.Kind == ArgKind::Tensor || A.Kind == ArgKind::TensorList || A.Kind == ArgKind::OptionalTensorList;
  };
  Plan.HostOnly = std::ranges::any_of(Plan.Args, IsTensors) && std::ranges::all_of(Plan.Args, [&](const PlannedArg &A) {
                    return !IsTensors(A) || A.Place == OperandPlace::Cpu;
                  });
}

std::unique_ptr<const OperatorPlan> makePlan(const c10::OperatorHandle &Op) {
  auto Plan = std::make_unique<OperatorPlan>();
  Plan->Name = toString(Op.operator_name());
  bool TakesGenerator = false;
  for (const c10::Argument &A : Op.schema().arguments()) {
    PlannedArg Arg;
    Arg.Kind = kindOf(*A.type());
    Arg.IsOut = A.is_out();
    Arg.IsWritten = A.alias_info() && A.alias_info()->isWrite();
    Arg.Name = A.name();
    TakesGenerator |= Arg.Kind == ArgKind::Generator;
    if (Arg.Kind != ArgKind::Plain)
      Plan->Special.push_back(static_cast<unsigned>(Plan->Args.size()));
    Plan->Args.push_back(Arg);
  }
  std::string_view Base = Op.operator_name().name;
  if (Base.starts_with("aten::"))
    if (const OperatorOverload *Row = findRow(Base.substr(6), Op.operator_name().overload_name))
      fillRule(*Plan, *Row);
  Plan->IsSet = Base == "aten::set_";
  Plan->DrawsFromDefault = !TakesGenerator && Op.hasTag(at::Tag::nondeterministic_seeded);
  Plan->HasHostKernel = Op.hasComputedKernelForDispatchKey(c10::DispatchKey::CPU) ||
                        Op.hasComputedKernelForDispatchKey(c10::DispatchKey::SparseCPU);
  return Plan;
}

/// One more than the operators LibTorch has lost: libraries of operators can be unloaded and registered anew.
std::atomic<uint64_t> Epoch = 1;

struct Listener : c10::OpRegistrationListener {
  void onOperatorRegistered(const c10::OperatorHandle &) override {}
  void onOperatorDeregistered(const c10::OperatorHandle &) override { Epoch.fetch_add(1, std::memory_order_release); }
};

struct Plans {
  struct Made {
    std::string Schema;
    std::unique_ptr<const OperatorPlan> Plan;
  };

  std::mutex Lock;
  std::unordered_map<const void *, std::vector<Made>> AtAddress;
  /// Never taken back: the dispatcher may be gone before this library.
  std::optional<c10::RegistrationHandleRAII> Listening;

  const OperatorPlan *find(const c10::OperatorHandle &Op);
};

const OperatorPlan *Plans::find(const c10::OperatorHandle &Op) {
  const std::string Text = toString(Op.schema());
  std::lock_guard Hold(Lock);
  if (!Listening)
    Listening.emplace(c10::Dispatcher::singleton().addRegistrationListener(std::make_unique<Listener>()));
  auto &Here = AtAddress[&Op.schema()];
  // References to older ones stay valid.
  if (Here.empty() || Here.back().Schema != Text)
    Here.push_back({Text, makePlan(Op)});
  return Here.back().Plan.get();
}

} // namespace

std::optional<c10::OperatorHandle> findOperator(const OperatorOverload &Row) {
  return c10::Dispatcher::singleton().findSchema({"aten::" + std::string(Row.Base), std::string(Row.Overload)});
}

bool isStructured(const OperatorOverload &Row) {
  auto Op = findOperator(Row);
  return Op && Op->hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutogradNonFunctional);
}

const OperatorPlan &planOf(const c10::OperatorHandle &Op) {
  // A schema's address names an operator until one is taken away with its library: then all are looked at again.
  struct Entry {
    const OperatorPlan *Plan = nullptr;
    uint64_t Epoch = 0;
  };
  static thread_local std::unordered_map<const void *, Entry> Known;
  const uint64_t Now = Epoch.load(std::memory_order_acquire);
  Entry &Mine = Known[&Op.schema()];
  if (!Mine.Plan || Mine.Epoch != Now)
    Mine = {abi::forkSafe<Plans>().find(Op), Now};
  return *Mine.Plan;
}

} // namespace devtidy::rules
