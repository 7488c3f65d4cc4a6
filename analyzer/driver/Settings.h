//===- Settings.h - What pyproject.toml, device-tidy.toml and .clang-tidy say ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   [tool.device-tidy]                       in pyproject.toml; in device-tidy.toml the same keys stand at the top
//   select = ["device-*"]
//   ignore = ["device-fixed-index"]
//   level = 2
//   worlds = ["cpu", "gpu", "multi"]
//   max-accelerators = 8
//   private-backend = "dipu"               what torch.utils.rename_privateuse1_backend is given
//   exclude = ["generated", "src/old/*.cpp"]
//   output-format = "concise"
//   models = ["device_models"]             folders of stubs (OwnModels.h)
//   baseline = "device-tidy-baseline.json"
//   build-folder = "out/debug"
//   per-file-ignores = { "tests/**" = ["device-fixed-index"] }
//   [tool.device-tidy.device-implicit-creation]
//   Strict = true
//
// Options of checks are also taken from CheckOptions in .clang-tidy, which loses where both speak.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_SETTINGS_H
#define DEVTIDY_DRIVER_SETTINGS_H

#include "checks/Check.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace devtidy::driver {

struct Settings {
  std::string File;   ///< where they come from, or ""
  std::string Folder; ///< its folder: relative paths and globs are relative to it
  std::vector<std::string> Select, Ignore, Exclude, Worlds;
  std::vector<std::string> Models; ///< absolute folders, which are there
  std::optional<int> Level, MaxAccelerators;
  std::string OutputFormat, Baseline, BuildFolder, PrivateBackend;
  struct PerFile {
    std::string Glob;
    std::vector<std::string> Checks;
  };
  std::vector<PerFile> PerFileIgnores;
  llvm::StringMap<std::string> CheckOptions; ///< "device-implicit-creation.Strict" -> "true"
};

/// Reads a settings file. The error is one line, "file:line:column: what is wrong".
llvm::Expected<Settings> readSettings(llvm::StringRef Path);

/// The nearest device-tidy.toml, or pyproject.toml with a [tool.device-tidy] table, in Folder or above; empty settings
/// if there is none.
llvm::Expected<Settings> findSettings(llvm::StringRef Folder);

/// Adds the options of checks in the nearest .clang-tidy in Folder or above, unless Into has them already.
llvm::Error addClangTidyOptions(llvm::StringRef Folder, llvm::StringMap<std::string> &Into);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_SETTINGS_H
