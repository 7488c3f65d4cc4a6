//===- ClangdChecksTest.cpp - Which checks run in an editor ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/tidy/ClangdChecks.h"
#include "gtest/gtest.h"

using devtidy::driver::withDeviceChecks;

TEST(ClangdChecks, AddsAllToListsThatDoNotNameThem) {
  EXPECT_EQ(withDeviceChecks(""), "device-*");
  EXPECT_EQ(withDeviceChecks("-*,modernize-*"), "-*,modernize-*,device-*");
  EXPECT_EQ(withDeviceChecks("bugprone-*\n-bugprone-branch-clone"), "bugprone-*,-bugprone-branch-clone,device-*");
}

TEST(ClangdChecks, LeavesListsAloneThatChoose) {
  EXPECT_EQ(withDeviceChecks("-*,device-mixed-operands"), "-*,device-mixed-operands");
  EXPECT_EQ(withDeviceChecks("-*, device-*,-device-fixed-index"), "-*, device-*,-device-fixed-index");
}

TEST(ClangdChecks, KeepsWhatIsSwitchedOff) {
  EXPECT_EQ(withDeviceChecks("-*,misc-*,-device-fixed-index"), "-*,misc-*,device-*,-device-fixed-index");
  EXPECT_EQ(withDeviceChecks(" - device-*"), "device-*, - device-*");
}
