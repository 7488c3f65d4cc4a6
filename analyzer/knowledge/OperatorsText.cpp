//===- OperatorsText.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/OperatorsText.h"
#include "knowledge/Operators.h"
#include "knowledge/Spelling.h"

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
  case OperandPlace::Strict:
    return "strict";
  case OperandPlace::Free:
    return "anywhere";
  case OperandPlace::Near:
    return "near";
  case OperandPlace::Copied:
    return "copied";
  case OperandPlace::Made:
    return "made";
  case OperandPlace::Cpu:
    return "cpu";
  }
  return "meets";
}

/// What the rule asks of the operands that it binds.
static std::string_view demandOf(DeviceRule R) {
  switch (R) {
  case DeviceRule::Same:
  case DeviceRule::Iterator:
  case DeviceRule::IteratorScalars:
  case DeviceRule::IteratorStrict:
  case DeviceRule::CpuScalars:
  case DeviceRule::Index: // what it lets indices do is in describe
    return "on one device";
  case DeviceRule::Elementwise:
    return "on one device, element by element of the lists";
  case DeviceRule::Any:
    return "wherever they are";
  case DeviceRule::Special:
    return "not known; nothing is assumed";
  }
  return "not known; nothing is assumed";
}

/// What it lets pass.
static std::string_view exemptionOf(DeviceRule R) {
  switch (R) {
  case DeviceRule::Same:
  case DeviceRule::IteratorStrict:
    return "no exemption: a 0-dim tensor has to be there, too";
  case DeviceRule::Iterator:
  case DeviceRule::Elementwise:
    return "one 0-dim CPU input may meet inputs on another device";
  case DeviceRule::IteratorScalars:
    return "0-dim inputs may be on any device";
  case DeviceRule::CpuScalars:
    return "0-dim CPU inputs may meet inputs on another device";
  case DeviceRule::Index:
    return "a 0-dim value may be on any device";
  case DeviceRule::Any:
  case DeviceRule::Special:
    return "";
  }
  return "";
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
  case ResultRule::Second:
    return "with the second tensor operand";
  case ResultRule::Each:
    return "each where the operand of its place is";
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

static bool isTensor(const OperatorParam &P) {
  return P.Kind == OperandKind::Tensor || P.Kind == OperandKind::OptionalTensor || P.Kind == OperandKind::TensorList ||
         P.Kind == OperandKind::OptionalTensorList;
}

static std::string_view exceptionOf(OperandPlace P) {
  switch (P) {
  case OperandPlace::Meets:
  case OperandPlace::Strict:
    return " is never exempt";
  case OperandPlace::Free:
    return " on any device";
  case OperandPlace::Near:
    return " on the CPU, or where the others are";
  case OperandPlace::Copied:
    return " on the CPU, or on any device if the others are on an accelerator";
  case OperandPlace::Made:
    return " where the others' result is made";
  case OperandPlace::Cpu:
    return " on the CPU";
  }
  return "";
}

/// "'input' has two dimensions"
static std::string conditionOf(const OperatorOverload &O, const OperatorCase &C) {
  std::string Name = "'" + std::string(O.Params[C.Position].Name) + "'";
  switch (C.When) {
  case ArgumentIs::Scalar:
    return Name + " is 0-dim";
  case ArgumentIs::Ranked:
    return Name + " has dimensions";
  case ArgumentIs::Matrix:
    return Name + " has two dimensions";
  case ArgumentIs::Several:
    return Name + " has several elements";
  case ArgumentIs::Absent:
    return Name + " is not given";
  case ArgumentIs::True:
    return Name + " is true";
  case ArgumentIs::False:
    return Name + " is false";
  }
  return Name;
}

/// One that is written in brackets, x[i].
static bool isIndex(const OperatorOverload &O, const OperatorParam &P) {
  return O.Rule == DeviceRule::Index && P.Kind == OperandKind::OptionalTensorList;
}

/// "'self', 'other' and 'out'": the tensors that the rule binds.
static std::string boundOperands(const OperatorOverload &O) {
  std::vector<std::string_view> Names;
  for (const OperatorParam &P : O.Params)
    if (isTensor(P) && isBound(P.Place) && !isIndex(O, P))
      Names.push_back(P.Name);
  std::string Text;
  for (const std::string_view &Name : Names)
    Text.append(&Name == &Names.front() ? "'" : &Name == &Names.back() ? " and '" : ", '").append(Name).append("'");
  return Text;
}

static bool canMeet(const OperatorOverload &O) {
  unsigned Tensors = 0;
  for (const OperatorParam &P : O.Params)
    if (isTensor(P) && isBound(P.Place) && !isIndex(O, P))
      // The elements of one list meet each other, unless the operator runs for each.
      Tensors += O.Rule != DeviceRule::Elementwise &&
                         (P.Kind == OperandKind::TensorList || P.Kind == OperandKind::OptionalTensorList)
                     ? 2
                     : 1;
  return Tensors > 1;
}

static void addLine(std::string &Text, std::string_view Label, std::string_view Value) {
  if (!Value.empty())
    Text.append("  ").append(Label).append(Value).append("\n");
}

/// What an overload, or one of its cases, demands.
static void describeDemands(const OperatorOverload &O, std::string &Text) {
  auto Line = [&](std::string_view Label, std::string_view Value) { addLine(Text, Label, Value); };
  std::string Bound = boundOperands(O);
  if (!Bound.empty() && canMeet(O)) {
    Line("operands   ", Bound.append(" ").append(demandOf(O.Rule)));
    Line("0-dim      ", exemptionOf(O.Rule));
  } else if (!Bound.empty()) {
    Line("operands   ", Bound.append(" wherever it is"));
  }
  const std::string_view Other = Bound.empty() ? "operands   " : "exception  ";
  for (const OperatorParam &P : O.Params) {
    const std::string Name = "'" + std::string(P.Name) + "'";
    if (isTensor(P) && P.Place != OperandPlace::Meets)
      Line(Other, Name + std::string(exceptionOf(P.Place)));
    else if (isIndex(O, P))
      Line(Other, Name + " on the CPU, or where '" + std::string(O.Params[0].Name) + "' is");
  }
}

static void describe(const OperatorOverload &O, std::string &Text) {
  auto Line = [&](std::string_view Label, std::string_view Value) { addLine(Text, Label, Value); };
  Text.append(signature(O)).append("\n");
  describeDemands(O, Text);
  for (const OperatorParam &P : O.Params)
    if (P.Kind == OperandKind::Generator)
      Line("generator  ", "'" + std::string(P.Name) + "' of the device on which the random numbers are made");
  if (O.InPlace && !O.Params.empty() && canMeet(O))
    Line("in place   ", "'" + std::string(O.Params[0].Name) + "' stays where it is and is never exempt");
  Line("result     ", resultSentence(O.Result));
  Line("source     ", O.Source);
  for (const OperatorCase &C : O.Cases) {
    Line("if         ", conditionOf(O, C));
    OperatorOverload Case = O;
    Case.Rule = C.Rule;
    Case.Params = C.Params;
    describeDemands(Case, Text);
    Line("source     ", C.Source);
  }
}

// A base name, "add.Tensor", or what operatorForFunction understands, alone or before the name of an overload.
static std::vector<const OperatorOverload *> findOverloads(std::string_view Spelling) {
  const std::string Expanded = expandName(Spelling);
  const std::string_view Name = Expanded;
  std::vector<const OperatorOverload *> Found;
  auto Collect = [&](std::string_view Base, std::string_view Overload, bool Exact) {
    for (const OperatorOverload &O : findOperator(Base))
      if (!Exact || O.Overload == Overload)
        Found.push_back(&O);
  };
  Collect(Name, {}, false);
  if (Found.empty())
    Collect(operatorForFunction(Name), {}, false);
  if (const size_t Dot = Name.rfind('.'); Found.empty() && Dot != std::string_view::npos) {
    const std::string_view Base = Name.substr(0, Dot);
    const std::string_view Function = operatorForFunction(Base);
    Collect(Function.empty() ? Base : Function, Name.substr(Dot + 1), true);
  }
  return Found;
}

std::string devtidy::knowledge::describeOperator(std::string_view Name) {
  std::string Text;
  auto Add = [&](const OperatorOverload &O) {
    Text += Text.empty() ? "" : "\n";
    describe(O, Text);
  };
  if (Name.empty())
    for (const OperatorOverload &O : allOperators())
      Add(O);
  else
    for (const OperatorOverload *O : findOverloads(Name))
      Add(*O);
  return Text;
}

static std::string paramsAsJson(std::span<const OperatorParam> Params) {
  std::string Text;
  for (const OperatorParam &P : Params)
    Text += std::string(Text.empty() ? "" : ",") + "{\"name\":" + quoted(P.Name) +
            ",\"kind\":" + quoted(kindName(P.Kind)) + ",\"place\":" + quoted(placeName(P.Place)) +
            ",\"out\":" + (P.IsOut ? "true" : "false") + "}";
  return "[" + Text + "]";
}

static std::string asJson(const OperatorOverload &O) {
  std::string Cases;
  for (const OperatorCase &C : O.Cases)
    Cases += std::string(Cases.empty() ? "" : ",") + "{\"if\":" + quoted(conditionOf(O, C)) +
             ",\"rule\":" + quoted(deviceRuleName(C.Rule)) + ",\"operands\":" + paramsAsJson(C.Params) +
             ",\"source\":" + quoted(C.Source) + "}";
  return "{\"name\":" + quoted(fullName(O)) + ",\"rule\":" + quoted(deviceRuleName(O.Rule)) +
         ",\"result\":" + quoted(resultRuleName(O.Result)) + ",\"operands\":" + paramsAsJson(O.Params) +
         ",\"inPlace\":" + (O.InPlace ? "true" : "false") + ",\"source\":" + quoted(O.Source) + ",\"cases\":[" + Cases +
         "]}";
}

std::string devtidy::knowledge::operatorsAsJson(std::string_view Name) {
  std::string Text;
  auto Add = [&](const OperatorOverload &O) { Text.append(Text.empty() ? "" : ",\n").append(asJson(O)); };
  if (Name.empty())
    for (const OperatorOverload &O : allOperators())
      Add(O);
  else
    for (const OperatorOverload *O : findOverloads(Name))
      Add(*O);
  return Text;
}
