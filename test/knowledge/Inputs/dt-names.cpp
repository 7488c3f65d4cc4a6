//===- dt-names.cpp - Asks the tables what names mean -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads questions, one a line, and answers each with one line, "unknown" if the tables do not have the name:
//   function torch.zeros      a function or a class by its qualified name, either language
//   tensor detach             a method or an attribute of tensors; likewise module, device, options, other, container
// The answer is the table that knows the name, and its word for it: "Create zeros", "class Module", "operator add".
//
//===----------------------------------------------------------------------===//

#include "knowledge/Names.h"
#include "knowledge/Operators.h"
#include <iostream>
#include <string>

using namespace devtidy::knowledge;

/// The word for actions that decide where a tensor is; "function" for others.
static std::string_view word(Action A) {
  switch (A) {
  case Action::Create:
    return "Create";
  case Action::CreateLike:
    return "CreateLike";
  case Action::CreateCpu:
    return "CreateCpu";
  case Action::CreateBlob:
    return "CreateBlob";
  case Action::CreateCuda:
    return "CreateCuda";
  case Action::Move:
  case Action::MoveCuda:
  case Action::MoveCpu:
  case Action::MoveLike:
    return "Move";
  case Action::NeedsAccelerator:
  case Action::CurrentDevice:
    return "NeedsAccelerator";
  case Action::View:
    return "View";
  case Action::Pure:
    return "Pure";
  default:
    return "function";
  }
}

static std::string answer(const Callable *C) {
  return C ? std::string(word(C->Kind)).append(" ").append(C->Canonical) : std::string();
}

static std::string answerFunction(std::string_view Name) {
  if (std::string Known = answer(findFunction(Name)); !Known.empty())
    return Known;
  if (const ClassInfo *C = findClass(Name))
    return std::string("class ").append(C->Name);
  if (const std::string_view Base = operatorForFunction(Name); !Base.empty())
    return std::string("operator ").append(Base);
  return isDtype(Name) ? "dtype" : "";
}

static std::string answerMethod(std::string_view Of, std::string_view Name) {
  static constexpr struct {
    std::string_view Name;
    Receiver Of;
  } Receivers[] = {{"tensor", Receiver::Tensor},   {"module", Receiver::Module},       {"device", Receiver::Device},
                   {"options", Receiver::Options}, {"container", Receiver::Container}, {"other", Receiver::Other}};
  for (const auto &R : Receivers) {
    if (R.Name != Of)
      continue;
    if (std::string Known = answer(findMethod(R.Of, Name)); !Known.empty())
      return Known;
    const bool IsTensor = R.Of == Receiver::Tensor;
    const std::string_view Base = IsTensor ? operatorForFunction(std::string("at::Tensor::").append(Name)) : "";
    return Base.empty() ? "" : std::string("operator ").append(Base);
  }
  return "not a question";
}

int main() {
  devtidy::knowledge::chooseOperatorTable("2.13"); // that of the installed PyTorch
  for (std::string Line; std::getline(std::cin, Line);) {
    const size_t Space = Line.find(' ');
    const std::string_view Of = std::string_view(Line).substr(0, Space);
    const std::string_view Name = std::string_view(Line).substr(Space == Line.npos ? Line.size() : Space + 1);
    const std::string Answer = Of == "function" ? answerFunction(Name) : answerMethod(Of, Name);
    std::cout << (Answer.empty() ? "unknown" : Answer) << '\n';
  }
}
