//===- Progress.cpp - A line that says what a long run is doing ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Progress.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

Progress::Progress(size_t Total, bool Enabled) : Total(Total) {
  if (Enabled && sys::Process::StandardErrIsDisplayed())
    Painter = std::thread([this] { run(); });
}

Progress::~Progress() {
  {
    std::lock_guard Guard(Lock);
    Finished = true;
  }
  Changed.notify_all();
  if (Painter.joinable())
    Painter.join();
}

void Progress::say(StringRef T) {
  std::lock_guard Guard(Lock);
  Text = T.str();
}

void Progress::done() {
  std::lock_guard Guard(Lock);
  ++Done;
}

void Progress::run() {
  std::unique_lock Guard(Lock);
  if (Changed.wait_for(Guard, std::chrono::seconds(1), [this] { return Finished; }))
    return;
  do {
    unsigned Width = sys::Process::StandardErrColumns();
    std::string Line = "[" + std::to_string(Done) + "/" + std::to_string(Total) + "] " + Text;
    if (Width && Line.size() >= Width)
      Line.resize(Width - 1);
    errs() << "\r\033[K" << Line;
  } while (!Changed.wait_for(Guard, std::chrono::milliseconds(200), [this] { return Finished; }));
  errs() << "\r\033[K";
}

} // namespace devtidy::driver
