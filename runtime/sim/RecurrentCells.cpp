//===- RecurrentCells.cpp - LSTM and GRU cells -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LibTorch computes a cell on CUDA by fused kernels that the CPU does not have (ATen/native/cuda/RNN.cu), with the same
// gates as it computes on the CPU (ATen/native/RNN.cpp). Here they are made of smaller operators. What forward keeps
// for backward is a workspace that only these functions read.
//
//===----------------------------------------------------------------------===//

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/op_registration/adaption.h>
#include <initializer_list>
#include <torch/library.h>
#include <tuple>
#include <utility>

using at::Tensor;
using OptionalTensor = std::optional<Tensor>;

namespace devtidy::sim {
namespace {

bool has(const OptionalTensor &T) { return T && T->defined(); }

Tensor biased(const Tensor &Gates, const OptionalTensor &Bias) { return has(Bias) ? Gates + *Bias : Gates; }

/// What the wrapper of a fused kernel compares first.
void checkCell(const char *Wrapper, std::initializer_list<std::pair<const char *, OptionalTensor>> Operands) {
  std::optional<c10::Device> Common;
  for (const auto &[Name, Operand] : Operands)
    c10::impl::check_and_update_common_device(Common, Operand, Wrapper, Name);
}

/// Derivatives through the two functions, from their results.
Tensor throughSigmoid(const Tensor &Gradient, const Tensor &Result) { return Gradient * Result * (1 - Result); }
Tensor throughTanh(const Tensor &Gradient, const Tensor &Result) { return Gradient * (1 - Result * Result); }

std::tuple<Tensor, Tensor, Tensor> lstmCell(const Tensor &InputGates, const Tensor &HiddenGates, const Tensor &Cell,
                                            const OptionalTensor &InputBias, const OptionalTensor &HiddenBias) {
  checkCell("wrapper_CUDA___thnn_fused_lstm_cell", {{"input_gates", InputGates},
                                                    {"hidden_gates", HiddenGates},
                                                    {"cx", Cell},
                                                    {"input_bias", InputBias},
                                                    {"hidden_bias", HiddenBias}});
  auto Gates = (biased(InputGates, InputBias) + biased(HiddenGates, HiddenBias)).chunk(4, /*dim=*/1);
  Tensor In = Gates[0].sigmoid(), Forget = Gates[1].sigmoid(), Candidate = Gates[2].tanh(), Out = Gates[3].sigmoid();
  Tensor NewCell = Forget * Cell + In * Candidate;
  return {Out * NewCell.tanh(), NewCell, at::cat({In, Forget, Candidate, Out}, /*dim=*/1)};
}

std::tuple<Tensor, Tensor, Tensor> lstmCellBackward(const OptionalTensor &HiddenGradient,
                                                    const OptionalTensor &CellGradient, const Tensor &Cell,
                                                    const Tensor &NewCell, const Tensor &Workspace, bool HasBias) {
  if (!has(HiddenGradient) && !has(CellGradient))
    return {};
  auto Gates = Workspace.chunk(4, /*dim=*/1);
  const Tensor &In = Gates[0], &Forget = Gates[1], &Candidate = Gates[2], &Out = Gates[3];
  Tensor Squashed = NewCell.tanh();
  Tensor OfHidden = has(HiddenGradient) ? *HiddenGradient : at::zeros_like(NewCell);
  Tensor OfCell = throughTanh(OfHidden * Out, Squashed);
  if (has(CellGradient))
    OfCell = OfCell + *CellGradient;
  Tensor OfGates = at::cat({throughSigmoid(OfCell * Candidate, In), throughSigmoid(OfCell * Cell, Forget),
                            throughTanh(OfCell * In, Candidate), throughSigmoid(OfHidden * Squashed, Out)},
                           /*dim=*/1);
  return {OfGates, OfCell * Forget, HasBias ? OfGates.sum(0) : Tensor()};
}

std::tuple<Tensor, Tensor> gruCell(const Tensor &InputGates, const Tensor &HiddenGates, const Tensor &Hidden,
                                   const OptionalTensor &InputBias, const OptionalTensor &HiddenBias) {
  checkCell("wrapper_CUDA___thnn_fused_gru_cell", {{"input_gates", InputGates},
                                                   {"hidden_gates", HiddenGates},
                                                   {"hx", Hidden},
                                                   {"input_bias", InputBias},
                                                   {"hidden_bias", HiddenBias}});
  auto OfInput = biased(InputGates, InputBias).chunk(3, /*dim=*/1);
  auto OfHidden = biased(HiddenGates, HiddenBias).chunk(3, /*dim=*/1);
  Tensor Reset = (OfInput[0] + OfHidden[0]).sigmoid(), Update = (OfInput[1] + OfHidden[1]).sigmoid();
  Tensor Candidate = (OfInput[2] + Reset * OfHidden[2]).tanh();
  Tensor Workspace = at::cat({Reset, Update, Candidate, Hidden, OfHidden[2]}, /*dim=*/1);
  return {Candidate + Update * (Hidden - Candidate), Workspace};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> gruCellBackward(const Tensor &Gradient, const Tensor &Workspace,
                                                                   bool HasBias) {
  auto Kept = Workspace.chunk(5, /*dim=*/1);
  const Tensor &Reset = Kept[0], &Update = Kept[1], &Candidate = Kept[2], &Hidden = Kept[3], &HiddenNew = Kept[4];
  Tensor OfUpdate = throughSigmoid(Gradient * (Hidden - Candidate), Update);
  Tensor OfCandidate = throughTanh(Gradient * (1 - Update), Candidate);
  Tensor OfReset = throughSigmoid(OfCandidate * HiddenNew, Reset);
  Tensor OfInputGates = at::cat({OfReset, OfUpdate, OfCandidate}, /*dim=*/1);
  Tensor OfHiddenGates = at::cat({OfReset, OfUpdate, OfCandidate * Reset}, /*dim=*/1);
  return {OfInputGates, OfHiddenGates, Gradient * Update, HasBias ? OfInputGates.sum(0) : Tensor(),
          HasBias ? OfHiddenGates.sum(0) : Tensor()};
}

} // namespace

TORCH_LIBRARY_IMPL(aten, CUDA, Library) {
  Library.impl("_thnn_fused_lstm_cell", &lstmCell);
  Library.impl("_thnn_fused_lstm_cell_backward_impl", &lstmCellBackward);
  Library.impl("_thnn_fused_gru_cell", &gruCell);
  Library.impl("_thnn_fused_gru_cell_backward", &gruCellBackward);
}

} // namespace devtidy::sim
