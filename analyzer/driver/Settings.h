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
//   pages-url = "https://example.org/checks/{check}.html"
//   baseline = "device-tidy-baseline.json"
//   build-folder = "out/debug"
//   per-file-ignores = { "tests/**" = ["device-fixed-index"] }
//   extend = "../device-tidy.toml"         what that file says as well, where this one says nothing
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
  std::string Folder; ///< its folder
  std::vector<std::string> Select, Ignore, Exclude, Worlds;
  std::string ExcludeFolder;       ///< what the globs of Exclude are relative to
  std::vector<std::string> Models; ///< absolute folders, which are there
  std::optional<int> Level, MaxAccelerators;
  std::string OutputFormat, PrivateBackend;
  std::string PagesUrl;              ///< with "{check}" in it
  std::string Baseline, BuildFolder; ///< absolute
  struct PerFile {
    std::string Glob;
    std::vector<std::string> Checks;
  };
  std::vector<PerFile> PerFileIgnores;
  std::string PerFileFolder;                 ///< what their globs are relative to
  llvm::StringMap<std::string> CheckOptions; ///< "device-implicit-creation.Strict" -> "true"
};

/// Reads a settings file. The error is one line, "file:line:column: what is wrong".
llvm::Expected<Settings> readSettings(llvm::StringRef Path);

/// Those of device-tidy.toml, or of pyproject.toml with a [tool.device-tidy] table, in this very folder.
llvm::Expected<std::optional<Settings>> settingsIn(llvm::StringRef Folder);

/// The nearest device-tidy.toml, or pyproject.toml with a [tool.device-tidy] table, in Folder or above; empty settings
/// if there is none.
llvm::Expected<Settings> findSettings(llvm::StringRef Folder);

/// The options of checks in the .clang-tidy of this very folder; nothing if there is none.
llvm::Expected<std::optional<llvm::StringMap<std::string>>> clangTidyOptionsIn(llvm::StringRef Folder);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_SETTINGS_H
