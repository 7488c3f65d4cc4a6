//===- Console.cpp - What a command says ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Console.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

Transcript *Transcript::Current = nullptr;

/// Hands on what it is given, at once.
class Transcript::Tee : public raw_ostream {
public:
  Tee(raw_ostream &To, Where Name, Transcript &Into)
      : raw_ostream(/*unbuffered=*/true), To(To), Name(Name), Into(Into) {
    enable_colors(To.colors_enabled());
  }
  bool is_displayed() const override { return To.is_displayed(); }
  bool has_colors() const override { return To.has_colors(); }

private:
  void write_impl(const char *Text, size_t Size) override {
    To.write(Text, Size);
    Into.add(Name, "", StringRef(Text, Size));
    Position += Size;
  }
  uint64_t current_pos() const override { return Position; }

  raw_ostream &To;
  const Where Name;
  Transcript &Into;
  uint64_t Position = 0;
};

Transcript::Transcript()
    : Results(std::make_unique<Tee>(outs(), Where::Output, *this)),
      Remarks(std::make_unique<Tee>(errs(), Where::Messages, *this)) {
  Current = this;
}

Transcript::~Transcript() { Current = nullptr; }

void Transcript::add(Where To, StringRef Path, StringRef Text) {
  if (Pieces.empty() || Pieces.back().To != To || To == Where::File)
    Pieces.push_back({To, Path.str(), ""});
  Pieces.back().Text += Text;
}

void Transcript::noteFile(StringRef Path, StringRef Text) {
  if (Current)
    Current->add(Where::File, Path, Text);
}

void Transcript::guard(ArrayRef<std::string> Read, StringRef Old) {
  Guarded = Read.vec();
  Baseline = Old.str();
}

raw_ostream &output() {
  return Transcript::Current ? *Transcript::Current->Results : static_cast<raw_ostream &>(outs());
}

raw_ostream &messages() {
  return Transcript::Current ? *Transcript::Current->Remarks : static_cast<raw_ostream &>(errs());
}

} // namespace devtidy::driver
