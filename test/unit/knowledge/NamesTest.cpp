//===- NamesTest.cpp ------------------------------------------------------===//
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

Action actionOf(std::string_view Function) {
  const Callable *C = findFunction(Function);
  EXPECT_NE(C, nullptr) << Function;
  return C ? C->Kind : Action::Pure;
}

Action actionOf(Receiver R, std::string_view Name) {
  const Callable *C = findMethod(R, Name);
  EXPECT_NE(C, nullptr) << Name;
  return C ? C->Kind : Action::Pure;
}

TEST(Names, each_function_is_listed_once) {
  std::set<std::string_view> Seen;
  for (const Callable &C : allFunctions()) {
    EXPECT_TRUE(Seen.insert(C.Name).second) << C.Name;
    EXPECT_EQ(findFunction(C.Name), &C) << C.Name;
  }
}

TEST(Names, each_method_is_listed_once_for_a_receiver) {
  std::set<std::pair<Receiver, std::string_view>> Seen;
  for (const Method &M : allMethods()) {
    EXPECT_TRUE(Seen.insert({M.Of, M.What.Name}).second) << M.What.Name;
    EXPECT_EQ(findMethod(M.Of, M.What.Name), &M.What) << M.What.Name;
  }
}

TEST(Names, parameters_are_separated_by_bare_commas) {
  auto Check = [](std::string_view Name, std::string_view Params) {
    for (char C : Params)
      EXPECT_TRUE(islower(C) || C == ',' || C == '|' || C == '_' || C == '.') << Name << ": " << Params;
    const size_t Dots = Params.find('.');
    EXPECT_TRUE(Dots == Params.npos || Dots + 3 == Params.size()) << Name << ": only the end is open";
  };
  for (const Callable &C : allFunctions())
    Check(C.Name, C.Params);
  for (const Method &M : allMethods())
    Check(M.What.Name, M.What.Params);
  for (const ClassInfo &C : allClasses())
    Check(C.Name, C.Params);
}

TEST(Names, methods_begin_with_self) {
  for (const Method &M : allMethods())
    EXPECT_TRUE(M.What.Params.starts_with("self")) << M.What.Name;
}

// A LibTorch function and the Python function of the same name do the same, but for three: torch::device makes options,
// torch::save writes no more than the state, and the default device does not reach torch.range.
TEST(Names, both_languages_agree) {
  for (const Callable &C : allFunctions()) {
    if (!C.Name.starts_with("torch::") || C.Name == "torch::device" || C.Name == "torch::save" ||
        C.Name == "torch::range")
      continue;
    std::string Python(C.Name);
    for (size_t At; (At = Python.find("::")) != Python.npos;)
      Python.replace(At, 2, ".");
    if (const Callable *P = findFunction(Python)) {
      EXPECT_EQ(P->Kind, C.Kind) << C.Name;
    }
  }
}

TEST(Names, every_spelling_of_a_factory) {
  for (std::string_view Name : {"torch::zeros", "at::zeros", "torch.zeros", "torch::randn", "torch.arange", "at::eye"})
    EXPECT_EQ(actionOf(Name), Action::Create) << Name;
  EXPECT_EQ(actionOf("torch::zeros_like"), Action::CreateLike);
  EXPECT_EQ(actionOf("torch.as_tensor"), Action::CreateLike);
  EXPECT_EQ(actionOf("torch.from_numpy"), Action::CreateCpu);
  EXPECT_EQ(actionOf("torch.FloatTensor"), Action::CreateCpu);
  EXPECT_EQ(actionOf("torch.cuda.FloatTensor"), Action::CreateCuda);
  EXPECT_EQ(actionOf("at::from_blob"), Action::CreateBlob);
}

TEST(Names, loaders_name_the_argument_that_says_where) {
  EXPECT_EQ(findFunction("torch::load")->Params, "value,path,device");
  EXPECT_EQ(findFunction("torch::jit::load")->Params, "path,device,...");
  EXPECT_EQ(findFunction("torch.load")->Params, "path|f,device|map_location,...");
  EXPECT_EQ(actionOf(Receiver::Other, "load_from"), Action::Load);
}

TEST(Names, guards_and_queries) {
  EXPECT_EQ(actionOf("c10::cuda::CUDAGuard"), Action::GuardDevice);
  EXPECT_EQ(actionOf("at::cuda::CUDAGuard"), Action::GuardDevice);
  EXPECT_EQ(actionOf("torch.cuda.device"), Action::GuardDevice);
  EXPECT_EQ(actionOf("torch::cuda::is_available"), Action::Available);
  EXPECT_EQ(findFunction("torch.backends.mps.is_available")->Canonical, "mps");
  EXPECT_EQ(actionOf("c10::cuda::getCurrentCUDAStream"), Action::NeedsAccelerator);
  EXPECT_EQ(actionOf("c10::cuda::current_device"), Action::CurrentDevice);
}

TEST(Names, unknown_names_are_not_found) {
  for (std::string_view Name : {"", "zeros", "torch::", "my::zeros", "torch::zeros_", "torch.zeros.", "Torch.zeros"})
    EXPECT_EQ(findFunction(Name), nullptr) << Name;
}

TEST(Names, the_receiver_decides) {
  EXPECT_EQ(actionOf(Receiver::Tensor, "device"), Action::QueryDevice);
  EXPECT_EQ(actionOf(Receiver::Options, "device"), Action::MakeOptions);
  EXPECT_EQ(actionOf(Receiver::Tensor, "float"), Action::View);
  EXPECT_EQ(actionOf(Receiver::Module, "float"), Action::Identity);
  EXPECT_EQ(actionOf(Receiver::Container, "get"), Action::Element);
  EXPECT_EQ(actionOf(Receiver::Module, "get"), Action::Identity);
  EXPECT_EQ(findMethod(Receiver::Device, "to"), nullptr);
}

TEST(Names, any_receiver_only_where_all_agree) {
  EXPECT_EQ(actionOf(Receiver::Any, "to"), Action::Move);
  EXPECT_EQ(actionOf(Receiver::Any, "cuda"), Action::MoveCuda);
  EXPECT_EQ(actionOf(Receiver::Any, "is_cuda"), Action::QueryIsType);
  EXPECT_EQ(findMethod(Receiver::Any, "float"), nullptr);
  EXPECT_EQ(findMethod(Receiver::Any, "device"), nullptr);
}

TEST(Names, a_row_for_any_receiver_serves_all) {
  EXPECT_EQ(actionOf(Receiver::Tensor, "operator bool"), Action::Pure);
  EXPECT_EQ(actionOf(Receiver::Container, "operator bool"), Action::Pure);
}

TEST(Names, questions_about_a_type_name_it) {
  EXPECT_EQ(findMethod(Receiver::Tensor, "is_cuda")->Canonical, "cuda");
  EXPECT_EQ(findMethod(Receiver::Device, "is_cpu")->Canonical, "cpu");
}

} // namespace
