//===- Operators.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Operators.h"

#include <algorithm>
#include <string>

using namespace devtidy::knowledge;

#include "knowledge/Operators.inc"

std::span<const OperatorOverload> devtidy::knowledge::allOperators() { return Overloads; }

std::string_view devtidy::knowledge::operatorTableVersion() { return TableVersion; }

std::span<const OperatorOverload> devtidy::knowledge::findOperator(std::string_view Base) {
  const auto Found = std::ranges::equal_range(Overloads, Base, {}, &OperatorOverload::Base);
  return {Found.begin(), Found.end()};
}

std::string_view devtidy::knowledge::deviceRuleName(DeviceRule R) {
  switch (R) {
  case DeviceRule::Same:
    return "same";
  case DeviceRule::Iterator:
    return "iterator";
  case DeviceRule::IteratorScalars:
    return "iterator-scalars";
  case DeviceRule::IteratorStrict:
    return "iterator-strict";
  case DeviceRule::Index:
    return "index";
  case DeviceRule::Any:
    return "any";
  case DeviceRule::Special:
    return "special";
  }
  return "special";
}

std::string_view devtidy::knowledge::resultRuleName(ResultRule R) {
  switch (R) {
  case ResultRule::Common:
    return "common";
  case ResultRule::First:
    return "first";
  case ResultRule::Factory:
    return "factory";
  case ResultRule::Like:
    return "like";
  case ResultRule::Cpu:
    return "cpu";
  case ResultRule::HostValue:
    return "host-value";
  case ResultRule::None:
    return "none";
  }
  return "none";
}

namespace {
struct Spelling {
  std::string_view From, To;
};
} // namespace

// Both languages' syntax; '//' , '**', '@' and 'not' are Python's.
static constexpr Spelling Syntax[] = {
    {"+", "add"},
    {"-", "sub"},
    {"*", "mul"},
    {"/", "div"},
    {"//", "floor_divide"},
    {"%", "remainder"},
    {"**", "pow"},
    {"@", "matmul"},
    {"&", "bitwise_and"},
    {"|", "bitwise_or"},
    {"^", "bitwise_xor"},
    {"<<", "__lshift__"},
    {">>", "__rshift__"},
    {"<", "lt"},
    {"<=", "le"},
    {"==", "eq"},
    {"!=", "ne"},
    {">", "gt"},
    {">=", "ge"},
    {"neg", "neg"},
    {"~", "bitwise_not"},
    {"!", "logical_not"},
    {"[]", "index"},
    {"[]=", "index_put_"},
    {"+=", "add_"},
    {"-=", "sub_"},
    {"*=", "mul_"},
    {"/=", "div_"},
    {"//=", "floor_divide_"},
    {"%=", "remainder_"},
    {"**=", "pow_"},
    {"@=", "matmul"},
    {"&=", "bitwise_and_"},
    {"|=", "bitwise_or_"},
    {"^=", "bitwise_xor_"},
    {"<<=", "__ilshift__"},
    {">>=", "__irshift__"},
};

std::string_view devtidy::knowledge::operatorForSyntax(std::string_view Text) {
  const auto *Found = std::ranges::find(Syntax, Text, &Spelling::From);
  return Found == std::end(Syntax) ? std::string_view() : Found->To;
}

// torch.nn.functional names that the operators behind them do not have.
static constexpr Spelling FunctionalNames[] = {
    {"affine_grid", "affine_grid_generator"},
    {"cross_entropy", "cross_entropy_loss"},
    {"fold", "col2im"},
    {"grid_sample", "grid_sampler"},
    {"logsigmoid", "log_sigmoid"},
    {"nll_loss", "nll_loss_nd"},
    {"softmin", "softmax"},
    {"unfold", "im2col"},
};

// Where functions live, and what their operators' names begin with.
static constexpr Spelling Scopes[] = {
    {"torch.nn.functional.", ""},
    {"torch::nn::functional::", ""},
    {"torch::nn::functional::detail::", ""},
    {"torch.fft.", "fft_"},
    {"torch::fft::", "fft_"},
    {"torch.linalg.", "linalg_"},
    {"torch::linalg::", "linalg_"},
    {"torch.special.", "special_"},
    {"torch::special::", "special_"},
    {"torch._C._nn.", ""},
    {"torch.Tensor.", ""},
    {"at::Tensor::", ""},
    {"torch.", ""},
    {"torch::", ""},
    {"at::", ""},
};

// The table's own string, so that the result outlives the question.
static std::string_view tableName(std::string_view Base) {
  const auto Found = findOperator(Base);
  return Found.empty() ? std::string_view() : Found.front().Base;
}

std::string_view devtidy::knowledge::operatorForFunction(std::string_view QualifiedName) {
  const size_t LastColon = QualifiedName.rfind("::");
  const size_t LastDot = QualifiedName.rfind('.');
  const size_t Begin = LastColon != std::string_view::npos ? LastColon + 2
                       : LastDot != std::string_view::npos ? LastDot + 1
                                                           : std::string_view::npos;
  if (Begin == std::string_view::npos)
    return {};
  const auto *Scope = std::ranges::find(Scopes, QualifiedName.substr(0, Begin), &Spelling::From);
  if (Scope == std::end(Scopes))
    return {};
  std::string_view Name = QualifiedName.substr(Begin);
  if (Scope->From.find("functional") != std::string_view::npos)
    if (const auto *Renamed = std::ranges::find(FunctionalNames, Name, &Spelling::From);
        Renamed != std::end(FunctionalNames))
      Name = Renamed->To;
  const std::string Full = std::string(Scope->To).append(Name);
  if (const std::string_view Found = tableName(Full); !Found.empty())
    return Found;
  for (std::string_view Suffix : {"_outf", "_out", "_symint"})
    if (Full.ends_with(Suffix))
      return tableName(std::string_view(Full).substr(0, Full.size() - Suffix.size()));
  return {};
}
