//===- MethodNames.cpp - What the name of a method says ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/MethodNames.h"
#include <algorithm>

namespace devtidy::knowledge {

bool takesDimensionFirst(std::string_view Method) { return Method == "scatter" || Method == "gather"; }

bool takesTensorType(std::string_view Method) { return Method == "type"; }

bool actsWhenCalled(Action Kind) {
  switch (Kind) {
  case Action::HostAccess:
  case Action::DataPointer:
  case Action::HostValue:
  case Action::Move:
  case Action::MoveCuda:
  case Action::MoveType:
  case Action::MoveCpu:
  case Action::MoveLike:
  case Action::NeedsAccelerator:
    return true;
  default:
    return false;
  }
}

bool isMethodOfTensors(std::string_view Function) {
  const size_t Dot = Function.rfind('.');
  if (Dot == std::string_view::npos || !isAnyTensor(Function.substr(0, Dot)))
    return false;
  const Callable *C = findMethod(Receiver::Tensor, Function.substr(Dot + 1));
  return C && actsWhenCalled(C->Kind);
}

bool givesNames(std::string_view Method) { return Method.starts_with("named_"); }

bool givesState(std::string_view Method) {
  return Method == "state_dict" || Method == "named_parameters" || Method == "named_buffers" || Method == "buffers";
}

bool runsModules(std::string_view Method) {
  static constexpr std::string_view Methods[] = {"backward",   "eval",  "load_state_dict",
                                                 "parameters", "train", "zero_grad"};
  return givesState(Method) || std::ranges::find(Methods, Method) != std::ranges::end(Methods);
}

bool isNamedPass(std::string_view Method) {
  static constexpr std::string_view Calls[] = {"forward", "operator()", "__call__"};
  const Callable *Known = findMethod(Receiver::Module, Method);
  return Known && Known->Kind == Action::Forward && std::ranges::find(Calls, Method) == std::ranges::end(Calls);
}

bool readsTexts(std::string_view Member) {
  for (std::string_view Word : {"token", "Token", "processor", "vocab", "codec"})
    if (Member.find(Word) != Member.npos)
      return true;
  return false;
}

bool cutsGradient(std::string_view Name) { return Name == "detach" || Name == "data"; }

bool addsUp(std::string_view Method) { return Method == "sum" || Method == "count_nonzero"; }

std::string_view pointerMethod(std::string_view Method) { return Method == "data" ? "data_ptr" : ""; }

bool makesOwnClass(std::string_view Method) { return Method == "from_pretrained"; }

bool namesLengths(std::string_view Name) {
  return Name.ends_with("length") || Name.ends_with("lengths") || Name.ends_with("len") || Name.ends_with("lens");
}

bool givesRank(std::string_view Name) { return Name == "dim" || Name == "ndim" || Name == "ndimension"; }

bool givesShape(std::string_view Name) { return Name == "shape" || Name == "size"; }

bool keepsAttribute(std::string_view Method) { return Method == "register_attribute"; }

bool fillsState(std::string_view Method) {
  const Callable *C = findMethod(Receiver::Module, Method);
  return C && C->Kind == Action::TakesState;
}

} // namespace devtidy::knowledge
