//===- ProjectSettings.h - The settings of each folder ----------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   project/device-tidy.toml           level = 1
//   project/train.py                   level 1
//   project/tools/device-tidy.toml     level = 3
//   project/tools/plot/plot.py         level 3
//
// As in ruff: the nearest file speaks for a folder, alone, unless it extends another one. What concerns a run as a
// whole (its machines, its output, its baseline) is that of the folder where it starts.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PROJECTSETTINGS_H
#define DEVTIDY_DRIVER_PROJECTSETTINGS_H

#include "driver/Settings.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace devtidy::driver {

class ProjectSettings {
public:
  /// Start is the absolute folder where the run starts. A file that was named (Config) speaks for all folders, as none
  /// does if they are Isolated.
  static llvm::Expected<std::unique_ptr<ProjectSettings>> open(llvm::StringRef Start, llvm::StringRef Config,
                                                               bool Isolated);

  /// Those of the run.
  const Settings &ofRun() const { return *Run; }
  /// Those of a file. Any number of threads may ask; the answer stays. If they cannot be read: those of the run, and
  /// takeError() says why.
  const Settings &of(llvm::StringRef File);
  /// All that somebody was told of, those of the run first.
  std::vector<const Settings *> all() const;
  /// Whether the settings of a path's folder leave it out.
  bool isNamed(llvm::StringRef Path);
  /// The same of the path, and of the folders above it that have settings.
  bool isLeftOut(llvm::StringRef Path);
  /// What went wrong since it was last asked.
  llvm::Error takeError();

private:
  /// What a folder, or the nearest one above, says.
  struct Level {
    Settings Plain;                    ///< without .clang-tidy
    llvm::StringMap<std::string> Tidy; ///< options of .clang-tidy
    Settings Both;
  };

  ProjectSettings() = default;
  llvm::Expected<const Level *> levelOf(llvm::StringRef Folder);
  const Level *addLevel(Settings Plain, llvm::StringMap<std::string> Tidy);

  bool IsOne = false; ///< for all folders
  const Settings *Run = nullptr;
  mutable std::mutex Lock;
  std::vector<std::unique_ptr<Level>> Levels;
  llvm::StringMap<const Level *> ByFolder;
  std::vector<const Settings *> Told;
  std::string Why;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PROJECTSETTINGS_H
