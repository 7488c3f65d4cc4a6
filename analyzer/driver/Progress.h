//===- Progress.h - A line that says what a long run is doing -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PROGRESS_H
#define DEVTIDY_DRIVER_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace devtidy::driver {

/// Shows "[3/12] src/train.cpp" on standard error while it lives, if that is a terminal and the run takes more than a
/// second; then wipes it. Thread-safe.
class Progress {
public:
  Progress(size_t Total, bool Enabled);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void say(llvm::StringRef Text);
  void done();

private:
  void run();

  std::mutex Lock;
  std::condition_variable Changed;
  std::string Text;
  size_t Total, Done = 0;
  bool Finished = false;
  std::thread Painter;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PROGRESS_H
