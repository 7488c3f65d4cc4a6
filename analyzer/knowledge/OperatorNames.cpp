//===- OperatorNames.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Operators.h"

#include <algorithm>
#include <string>

using namespace devtidy::knowledge;

namespace {
struct Spelling {
  std::string_view From, To;
};
} // namespace

// Both languages' syntax; '//', '**' and '@' are Python's. In C++ shifts are streams.
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
    {"<<", "bitwise_left_shift"},
    {">>", "bitwise_right_shift"},
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
    {"<<=", "bitwise_left_shift_"},
    {">>=", "bitwise_right_shift_"},
};

std::string_view devtidy::knowledge::operatorForSyntax(std::string_view Text) {
  const auto *Found = std::ranges::find(Syntax, Text, &Spelling::From);
  return Found == std::end(Syntax) ? std::string_view() : Found->To;
}

bool devtidy::knowledge::isArithmetic(std::string_view Text) {
  if (Text.ends_with('='))
    Text.remove_suffix(1);
  constexpr std::string_view Known[] = {"*", "@", "-", "/", "//", "**"};
  return std::ranges::find(Known, Text) != std::end(Known);
}

// Names under torch.nn that the operators behind them do not have. A function of several operators stands with one that
// takes the same tensors and demands the same of them (torch/nn/functional.py).
static constexpr Spelling NnNames[] = {
    {"affine_grid", "affine_grid_generator"},
    {"cross_entropy", "cross_entropy_loss"},
    {"fold", "col2im"},
    {"gaussian_nll_loss", "binary_cross_entropy_with_logits"},
    {"grid_sample", "grid_sampler"},
    {"grouped_mm", "_grouped_mm"},
    {"linear_cross_entropy", "cross_entropy_loss"},
    {"logsigmoid", "log_sigmoid"},
    {"max_unpool1d", "max_unpool2d"},
    {"multilabel_soft_margin_loss", "binary_cross_entropy_with_logits"},
    {"nll_loss", "nll_loss_nd"},
    {"pack_padded_sequence", "_pack_padded_sequence"},
    {"scaled_grouped_mm", "_scaled_grouped_mm"},
    {"scaled_mm", "_scaled_mm"},
    {"softmin", "softmax"},
    {"triplet_margin_with_distance_loss", "triplet_margin_loss"},
    {"unfold", "im2col"},
};

// The same elsewhere.
static constexpr Spelling OtherNames[] = {
    {"torch.dsmm", "mm"},
    {"torch.hsmm", "hspmm"},
    {"torch.nested.masked_select", "masked_select"},
    {"torch.saddmm", "sspaddmm"},
    {"torch.sparse.sampled_addmm", "sparse_sampled_addmm"},
    {"torch.sparse.spdiags", "_spdiags"},
    {"torch.sparse.spsolve", "_spsolve"},
    {"torch.spmm", "mm"},
};

// Python's names of operators that the table has under others.
static constexpr Spelling SpecialMethods[] = {
    {"__add__", "add"},
    {"__eq__", "eq"},
    {"__floordiv__", "floor_divide"},
    {"__ge__", "ge"},
    {"__getitem__", "index"},
    {"__gt__", "gt"},
    {"__iadd__", "add_"},
    {"__imul__", "mul_"},
    {"__invert__", "bitwise_not"},
    {"__isub__", "sub_"},
    {"__itruediv__", "div_"},
    {"__le__", "le"},
    {"__lt__", "lt"},
    {"__matmul__", "matmul"},
    {"__mod__", "remainder"},
    {"__mul__", "mul"},
    {"__ne__", "ne"},
    {"__neg__", "neg"},
    {"__pow__", "pow"},
    {"__radd__", "add"},
    {"__rand__", "bitwise_and"},
    {"__rdiv__", "div"},
    {"__rfloordiv__", "floor_divide"},
    {"__rmatmul__", "matmul"},
    {"__rmod__", "remainder"},
    {"__rmul__", "mul"},
    {"__ror__", "bitwise_or"},
    {"__rpow__", "pow"},
    {"__rsub__", "sub"},
    {"__rtruediv__", "div"},
    {"__rxor__", "bitwise_xor"},
    {"__sub__", "sub"},
    {"__truediv__", "div"},
};

// Where functions live, and what their operators' names begin with.
static constexpr Spelling Scopes[] = {
    {"torch.nn.functional.", ""},
    {"torch::nn::functional::", ""},
    {"torch::nn::functional::detail::", ""},
    {"torch.nn.utils.rnn.", ""},
    {"torch::nn::utils::rnn::", ""},
    {"torch.fft.", "fft_"},
    {"torch::fft::", "fft_"},
    {"torch.linalg.", "linalg_"},
    {"torch::linalg::", "linalg_"},
    {"torch.special.", "special_"},
    {"torch::special::", "special_"},
    {"torch.sparse.", "_sparse_"},
    {"torch.masked.", ""},
    {"torch._C._nn.", ""},
    {"torch._C._VariableFunctions.", ""},
    {"torch._VF.", ""},
    {"torch.Tensor.", ""},
    {"at::Tensor::", ""},
    {"torch.", ""},
    {"torch.functional.", ""},
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
  if (const auto *Other = std::ranges::find(OtherNames, QualifiedName, &Spelling::From); Other != std::end(OtherNames))
    return tableName(Other->To);
  const auto *Scope = std::ranges::find(Scopes, QualifiedName.substr(0, Begin), &Spelling::From);
  if (Scope == std::end(Scopes))
    return {};
  std::string_view Name = QualifiedName.substr(Begin);
  if (Scope->From.starts_with("torch.nn.") || Scope->From.starts_with("torch::nn::"))
    if (const auto *Renamed = std::ranges::find(NnNames, Name, &Spelling::From); Renamed != std::end(NnNames))
      Name = Renamed->To;
  if (const auto *Special = std::ranges::find(SpecialMethods, Name, &Spelling::From);
      Special != std::end(SpecialMethods))
    return tableName(Special->To);
  const std::string Full = std::string(Scope->To).append(Name);
  if (const std::string_view Found = tableName(Full); !Found.empty())
    return Found;
  for (std::string_view Suffix : {"_symint_outf", "_symint_out", "_outf", "_out", "_symint"})
    if (Full.ends_with(Suffix))
      return tableName(std::string_view(Full).substr(0, Full.size() - Suffix.size()));
  return {};
}

std::string_view devtidy::knowledge::operatorForMethod(std::string_view Method) {
  return operatorForFunction("at::Tensor::" + std::string(Method));
}
