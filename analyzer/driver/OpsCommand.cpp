//===- OpsCommand.cpp - device-tidy ops ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "knowledge/Operators.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace devtidy::knowledge;

namespace devtidy::driver {
namespace {

StringRef toRef(std::string_view S) { return {S.data(), S.size()}; }

std::string fullName(const OperatorOverload &O) {
  return (toRef(O.Base) + (O.Overload.empty() ? "" : ".") + toRef(O.Overload)).str();
}

bool isTensor(const OperatorParam &P) {
  return P.Kind == OperandKind::Tensor || P.Kind == OperandKind::OptionalTensor || P.Kind == OperandKind::TensorList ||
         P.Kind == OperandKind::OptionalTensorList;
}

void printText(const OperatorOverload &O) {
  outs() << fullName(O) << '(';
  for (size_t I = 0; I != O.Params.size(); ++I)
    outs() << (I ? ", " : "") << toRef(O.Params[I].Name) << (isTensor(O.Params[I]) ? ": tensor" : "");
  outs() << ")\n  operands: " << toRef(deviceRuleName(O.Rule)) << ", result: " << toRef(resultRuleName(O.Result))
         << '\n';
}

json::Value toJson(const OperatorOverload &O) {
  json::Array Params;
  for (const OperatorParam &P : O.Params)
    Params.push_back(json::Object{{"name", toRef(P.Name)}, {"tensor", isTensor(P)}, {"keywordOnly", P.KeywordOnly}});
  return json::Object{{"name", toRef(O.Base)},
                      {"overload", toRef(O.Overload)},
                      {"params", std::move(Params)},
                      {"operands", toRef(deviceRuleName(O.Rule))},
                      {"result", toRef(resultRuleName(O.Result))},
                      {"inPlace", O.InPlace}};
}

/// "torch.add", "at::add", "add", "add.Tensor" and "+" all mean add.
std::span<const OperatorOverload> findByAnyName(StringRef Name) {
  for (StringRef Prefix : {"torch::", "at::", "aten::", "torch.", "aten."})
    if (Name.consume_front(Prefix))
      break;
  if (std::string_view Word = operatorForSyntax(std::string_view(Name)); !Word.empty())
    return findOperator(Word);
  std::span<const OperatorOverload> Found = findOperator(std::string_view(Name));
  return Found.empty() ? findOperator(std::string_view(Name.split('.').first)) : Found;
}

} // namespace

Expected<int> runOps(const OpsArgs &Args) {
  std::span<const OperatorOverload> Found = Args.Name.empty() ? allOperators() : findByAnyName(Args.Name);
  if (Found.empty())
    return createStringError(inconvertibleErrorCode(),
                             "PyTorch " + toRef(operatorTableVersion()) + " has no operator '" + Args.Name + "'");
  if (Args.Json) {
    json::Array All;
    for (const OperatorOverload &O : Found)
      All.push_back(toJson(O));
    outs() << formatv("{0:2}", json::Value(std::move(All))) << '\n';
    return int(NoFinding);
  }
  for (const OperatorOverload &O : Found)
    printText(O);
  return int(NoFinding);
}

} // namespace devtidy::driver
