//===- ClassesTest.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Names.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace devtidy::knowledge;

namespace {

ClassKind kindOf(std::string_view Name) {
  const ClassInfo *C = findClass(Name);
  EXPECT_NE(C, nullptr) << Name;
  return C ? C->Kind : ClassKind::Other;
}

TEST(Classes, each_is_listed_once) {
  std::set<std::string_view> Seen;
  for (const ClassInfo &C : allClasses()) {
    EXPECT_TRUE(Seen.insert(C.Name).second) << C.Name;
    EXPECT_EQ(findClass(C.Name), &C) << C.Name;
  }
}

TEST(Classes, holder_implementation_and_python_agree) {
  for (const ClassInfo &C : allClasses()) {
    constexpr std::string_view Prefix = "torch::nn::";
    if (!C.Name.starts_with(Prefix) || !C.Name.ends_with("Impl"))
      continue;
    const std::string Bare(C.Name.substr(Prefix.size(), C.Name.size() - Prefix.size() - 4));
    EXPECT_EQ(kindOf("torch::nn::" + Bare), C.Kind) << C.Name;
    if (const ClassInfo *Python = findClass("torch.nn." + Bare)) {
      EXPECT_EQ(Python->Kind, C.Kind) << C.Name;
    }
  }
}

TEST(Classes, what_has_something_to_move) {
  for (std::string_view Name : {"torch::nn::Linear", "torch::nn::LinearImpl", "torch.nn.BatchNorm2d", "torch.nn.PReLU",
                                "torch::nn::LSTM", "torch.nn.Embedding", "torch.nn.MultiheadAttention"})
    EXPECT_EQ(kindOf(Name), ClassKind::Module) << Name;
  for (std::string_view Name : {"torch::nn::ReLU", "torch::nn::MSELoss", "torch.nn.MaxPool2d", "torch.nn.Dropout",
                                "torch.nn.InstanceNorm2d", "torch::nn::Functional"})
    EXPECT_EQ(kindOf(Name), ClassKind::StatelessModule) << Name;
  for (std::string_view Name : {"torch::nn::Sequential", "torch.nn.ModuleList", "torch.nn.ParameterDict"})
    EXPECT_EQ(kindOf(Name), ClassKind::ModuleContainer) << Name;
}

TEST(Classes, a_loss_with_weights_says_so) {
  EXPECT_EQ(findClass("torch.nn.CrossEntropyLoss")->Params, "weight,...");
  EXPECT_EQ(findClass("torch.nn.MSELoss")->Params, "...");
}

TEST(Classes, everything_else) {
  EXPECT_EQ(kindOf("c10::cuda::CUDAGuard"), ClassKind::Guard);
  EXPECT_EQ(kindOf("c10::cuda::CUDAStreamGuard"), ClassKind::StreamGuard);
  EXPECT_EQ(kindOf("torch::NoGradGuard"), ClassKind::Guard);
  EXPECT_EQ(kindOf("torch::optim::Adam"), ClassKind::Optimizer);
  EXPECT_EQ(kindOf("torch.optim.SparseAdam"), ClassKind::Optimizer);
  EXPECT_EQ(kindOf("torch::data::make_data_loader"), ClassKind::DataLoader);
  EXPECT_EQ(kindOf("torch::jit::Module"), ClassKind::JitModule);
  EXPECT_EQ(kindOf("std::vector"), ClassKind::Container);
  EXPECT_EQ(findClass("torch.nn.functional"), nullptr);
  EXPECT_EQ(findClass(""), nullptr);
}

} // namespace
