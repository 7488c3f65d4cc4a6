//===- Module.cpp - The clang-tidy module "device" ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers every check under its own name with whatever host this is linked into or loaded by.
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "clang-tidy/ClangTidyModule.h"
#include "driver/tidy/DeviceCheck.h"

namespace devtidy::driver {
namespace {

class DeviceModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    const auto Units = std::make_shared<UnitAnalyses>();
    for (const report::CheckInfo &Info : checks::describeChecks())
      Factories.registerCheckFactory(Info.Name, [Units](llvm::StringRef Name, clang::tidy::ClangTidyContext *Host) {
        return std::make_unique<DeviceCheck>(Name, Host, Units->of(Host));
      });
  }
};

} // namespace

// NOLINTBEGIN(bugprone-throwing-static-initialization): it links two static objects
static const clang::tidy::ClangTidyModuleRegistry::Add<DeviceModule>
    Registration("device-module", "Finds tensors on the wrong device in LibTorch and CUDA code.");
// NOLINTEND(bugprone-throwing-static-initialization)

} // namespace devtidy::driver
