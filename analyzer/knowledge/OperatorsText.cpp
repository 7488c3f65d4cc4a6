//===- OperatorsText.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/OperatorsText.h"
#include "knowledge/Operators.h"

#include <vector>

using namespace devtidy::knowledge;

static std::string_view kindName(OperandKind K) {
  switch (K) {
  case OperandKind::Tensor:
    return "Tensor";
  case OperandKind::OptionalTensor:
    return "Tensor?";
  case OperandKind::TensorList:
    return "Tensor[]";
  case OperandKind::OptionalTensorList:
    return "Tensor?[]";
  case OperandKind::Scalar:
    return "Scalar";
  case OperandKind::Device:
    return "Device";
  case OperandKind::Generator:
    return "Generator";
  case OperandKind::Dtype:
    return "Dtype";
  case OperandKind::Other:
    return "Other";
  }
  return "Other";
}

static std::string_view placeName(OperandPlace P) {
  switch (P) {
  case OperandPlace::Meets:
    return "meets";
  case OperandPlace::Free:
    return "anywhere";
  case OperandPlace::Cpu:
    return "cpu";
  }
  return "meets";
}

static std::string_view ruleSentence(DeviceRule R) {
  switch (R) {
  case DeviceRule::Same:
    return "on one device, 0-dim tensors included";
  case DeviceRule::Iterator:
    return "on one device; one 0-dim CPU input may meet another device";
  case DeviceRule::IteratorScalars:
    return "on one device; 0-dim inputs may be elsewhere";
  case DeviceRule::IteratorStrict:
    return "on one device, 0-dim tensors included";
  case DeviceRule::CpuScalars:
    return "on one device; 0-dim CPU inputs may be elsewhere";
  case DeviceRule::Elementwise:
    return "element by element on one device; one 0-dim CPU input may meet another device";
  case DeviceRule::Index:
    return "indices on the CPU or with the first operand; a 0-dim value may be elsewhere";
  case DeviceRule::Any:
    return "no demand";
  case DeviceRule::Special:
    return "not known; nothing is assumed";
  }
  return "not known; nothing is assumed";
}

static std::string_view resultSentence(ResultRule R) {
  switch (R) {
  case ResultRule::Common:
    return "where the operands meet";
  case ResultRule::First:
    return "with the first tensor operand";
  case ResultRule::Factory:
    return "on the device argument, else on the default device";
  case ResultRule::Like:
    return "on the device argument, else with the first tensor operand";
  case ResultRule::Out:
    return "in the out argument";
  case ResultRule::Cpu:
    return "on the CPU";
  case ResultRule::HostValue:
    return "a host value; reading it waits for the device";
  case ResultRule::None:
    return "no tensor, or not known";
  }
  return "no tensor, or not known";
}

static std::string fullName(const OperatorOverload &O) {
  std::string Name(O.Base);
  if (!O.Overload.empty())
    Name.append(".").append(O.Overload);
  return Name;
}

static std::string signature(const OperatorOverload &O) {
  std::string Text = fullName(O) + "(";
  bool SawKeyword = false;
  for (const OperatorParam &P : O.Params) {
    if (&P != O.Params.data())
      Text += ", ";
    if (P.KeywordOnly && !SawKeyword) {
      Text += "*, ";
      SawKeyword = true;
    }
    Text.append(kindName(P.Kind)).append(" ").append(P.Name);
    if (P.IsOut)
      Text += " (out)";
  }
  return Text + ")";
}

static void describe(const OperatorOverload &O, std::string &Text) {
  Text.append(signature(O)).append("\n  operands  ").append(ruleSentence(O.Rule)).append("\n");
  for (const OperatorParam &P : O.Params)
    if (P.Place != OperandPlace::Meets)
      Text.append("            '")
          .append(P.Name)
          .append(P.Place == OperandPlace::Cpu ? "' on the CPU\n" : "' on any device\n");
  Text.append("  result    ").append(resultSentence(O.Result)).append("\n");
  Text.append("  source    ").append(O.Source).append("\n");
}

// A base name, "add.Tensor", or what operatorForFunction understands.
static std::vector<const OperatorOverload *> findOverloads(std::string_view Name) {
  std::vector<const OperatorOverload *> Found;
  auto Collect = [&](std::string_view Base, std::string_view Overload, bool Exact) {
    for (const OperatorOverload &O : findOperator(Base))
      if (!Exact || O.Overload == Overload)
        Found.push_back(&O);
  };
  if (Name.starts_with("aten::"))
    Name.remove_prefix(6);
  Collect(Name, {}, false);
  if (Found.empty())
    Collect(operatorForFunction(Name), {}, false);
  if (const size_t Dot = Name.find('.'); Found.empty() && Dot != std::string_view::npos)
    Collect(Name.substr(0, Dot), Name.substr(Dot + 1), true);
  return Found;
}

std::string devtidy::knowledge::describeOperator(std::string_view Name) {
  std::string Text;
  for (const OperatorOverload *O : findOverloads(Name)) {
    if (!Text.empty())
      Text += "\n";
    describe(*O, Text);
  }
  return Text;
}

static std::string quoted(std::string_view Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + "\"";
}

static std::string asJson(const OperatorOverload &O) {
  std::string Text = "{\"name\":" + quoted(fullName(O)) + ",\"rule\":" + quoted(deviceRuleName(O.Rule)) +
                     ",\"result\":" + quoted(resultRuleName(O.Result)) + ",\"operands\":[";
  for (const OperatorParam &P : O.Params) {
    if (&P != O.Params.data())
      Text += ",";
    Text += "{\"name\":" + quoted(P.Name) + ",\"kind\":" + quoted(kindName(P.Kind)) +
            ",\"place\":" + quoted(placeName(P.Place)) + ",\"out\":" + (P.IsOut ? "true" : "false") + "}";
  }
  return Text + "],\"inPlace\":" + (O.InPlace ? "true" : "false") + ",\"source\":" + quoted(O.Source) + "}";
}

std::string devtidy::knowledge::operatorsAsJson(std::string_view Name) {
  std::string Text;
  auto Add = [&](const OperatorOverload &O) { Text.append(Text.empty() ? "\n" : ",\n").append(asJson(O)); };
  if (Name.empty())
    for (const OperatorOverload &O : allOperators())
      Add(O);
  else
    for (const OperatorOverload *O : findOverloads(Name))
      Add(*O);
  return Text.empty() ? "[]\n" : "[" + Text + "\n]\n";
}
