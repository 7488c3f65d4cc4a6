//===- Release12.cpp - The name under which programs of CUDA 12 ask for the stand-in ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libcudart.so.12: empty, and needs libcudart.so.13, which has the functions of both releases.
//
//===----------------------------------------------------------------------===//
