//===- DeviceTest.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Device.h"

#include <gtest/gtest.h>

using namespace devtidy::knowledge;

namespace {

void expectParsed(std::string_view Text, Device Expected) {
  const std::optional<Device> D = parseDevice(Text);
  ASSERT_TRUE(D.has_value()) << Text;
  EXPECT_EQ(*D, Expected) << Text;
}

TEST(Device, reads_what_torch_prints) {
  expectParsed("cpu", {DeviceType::Cpu, -1});
  expectParsed("cuda", {DeviceType::Cuda, -1});
  expectParsed("cuda:0", {DeviceType::Cuda, 0});
  expectParsed("cuda:17", {DeviceType::Cuda, 17});
  expectParsed("mps:0", {DeviceType::Mps, 0});
  expectParsed("meta", {DeviceType::Meta, -1});
  expectParsed("xla:1", {DeviceType::Xla, 1});
}

TEST(Device, there_is_one_cpu) {
  expectParsed("cpu:0", {DeviceType::Cpu, -1});
  EXPECT_FALSE(parseDevice("cpu:1"));
}

TEST(Device, hip_spells_itself_cuda) { expectParsed("hip:1", {DeviceType::Cuda, 1}); }

TEST(Device, refuses_what_torch_refuses) {
  for (std::string_view Text : {"", ":", "gpu", "CUDA", "cuda:", "cuda:-1", "cuda:+1", "cuda:01", "cuda:1.0", "cuda:1 ",
                                " cuda", "cuda:0:1", "cuda:128", "cuda:99999999999999999999", "cuda0"})
    EXPECT_FALSE(parseDevice(Text)) << Text;
}

TEST(Device, text_reads_back) {
  for (std::string_view Text : {"cpu", "cuda", "cuda:3", "meta", "xpu:1", "mtia:0", "privateuseone:1"})
    EXPECT_EQ(parseDevice(Text)->str(), Text);
}

TEST(Device, cpu_and_meta_are_no_accelerators) {
  EXPECT_FALSE(parseDevice("cpu")->isAccelerator());
  EXPECT_FALSE(parseDevice("meta")->isAccelerator());
  EXPECT_TRUE(parseDevice("cuda")->isAccelerator());
  EXPECT_TRUE(parseDevice("mps")->isAccelerator());
}

TEST(Device, a_private_backend_has_a_name_of_its_own) {
  EXPECT_FALSE(parseDevice("dipu:1"));
  setPrivateBackend("dipu");
  EXPECT_EQ(parseDevice("dipu:1")->str(), "dipu:1");
  EXPECT_EQ(parseDevice("privateuseone")->str(), "dipu");
  setPrivateBackend("");
  EXPECT_FALSE(parseDevice("dipu:1"));
}

TEST(Device, a_misspelled_one_is_no_other_backend) {
  for (std::string_view Text : {"gpu", "GPU:0", "CUDA", "Cpu", "cude:0", "cud", "cuda0", "cudaa:1", "xuda"})
    EXPECT_TRUE(isMisspelledDevice(Text)) << Text;
  for (std::string_view Text : {"", ":0", "cuda", "cuda:99", "cpu:1", "npu", "mlu:0", "float32", "cuaad", "mps", "c"})
    EXPECT_FALSE(isMisspelledDevice(Text)) << Text;
}

TEST(Device, enumerators_of_c10) {
  EXPECT_EQ(deviceTypeFromC10(0), DeviceType::Cpu);
  EXPECT_EQ(deviceTypeFromC10(1), DeviceType::Cuda);
  EXPECT_EQ(deviceTypeFromC10(6), DeviceType::Cuda);
  EXPECT_EQ(deviceTypeFromC10(13), DeviceType::Mps);
  EXPECT_EQ(deviceTypeFromC10(14), DeviceType::Meta);
  EXPECT_EQ(deviceTypeFromC10(20), DeviceType::Private);
  EXPECT_EQ(deviceTypeFromC10(21), DeviceType::Other);
  EXPECT_EQ(deviceTypeFromC10(-1), DeviceType::Other);
}

} // namespace
