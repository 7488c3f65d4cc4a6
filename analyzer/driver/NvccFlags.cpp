//===- NvccFlags.cpp - What an nvcc command says of the host code -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/NvccFlags.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// An option of nvcc that takes a value, as "--name value", "--name=value", and for those of g++ "-nvalue".
struct NvccOption {
  StringRef Long, Short; ///< without dashes
  StringRef Host;        ///< what g++ calls it; "" drops it; "," splits the value into host flags
};

constexpr NvccOption Options[] = {
    {"include-path", "I", "-I"},
    {"system-include", "isystem", "-isystem"},
    {"define-macro", "D", "-D"},
    {"undefine-macro", "U", "-U"},
    {"pre-include", "include", "-include"},
    {"std", "std", "-std="},
    {"compiler-options", "Xcompiler", ","},
    {"generate-code", "gencode", ""},
    {"gpu-architecture", "arch", ""},
    {"gpu-code", "code", ""},
    {"ptxas-options", "Xptxas", ""},
    {"linker-options", "Xlinker", ""},
    {"archive-options", "Xarchive", ""},
    {"nvlink-options", "Xnvlink", ""},
    {"cudafe-options", "Xcudafe", ""},
    {"compiler-bindir", "ccbin", ""},
    {"threads", "t", ""},
    {"split-compile", "split-compile", ""},
    {"maxrregcount", "maxrregcount", ""},
    {"output-file", "o", ""},
    {"output-directory", "odir", ""},
    {"dependency-output", "MF", ""},
    {"dependency-target-name", "MT", ""},
    {"machine", "m", ""},
    {"diag-suppress", "diag-suppress", ""},
    {"diag-error", "diag-error", ""},
    {"diag-warn", "diag-warn", ""},
    {"Werror", "Werror", ""},
    {"relocatable-device-code", "rdc", ""},
    {"cudart", "cudart", ""},
    {"cudadevrt", "cudadevrt", ""},
    {"library", "l", ""},
    {"library-path", "L", ""},
    {"default-stream", "default-stream", ""},
    {"ftz", "ftz", ""},
    {"fmad", "fmad", ""},
    {"prec-div", "prec-div", ""},
    {"prec-sqrt", "prec-sqrt", ""},
    {"x", "x", "-x"},
    {"optimize", "O", ""},
    {"keep-dir", "keep-dir", ""},
};

/// The option that Arg spells, and in Value what follows "=" or a one-letter name; nullptr Value data means that the
/// value is the next argument.
const NvccOption *findOption(StringRef Arg, StringRef &Value) {
  Value = StringRef();
  StringRef Name = Arg;
  if (!Name.consume_front("-"))
    return nullptr;
  Name.consume_front("-");
  auto [Stem, After] = Name.split('=');
  for (const NvccOption &O : Options) {
    if (Stem == O.Long || Stem == O.Short) {
      if (Stem.size() != Name.size())
        Value = Name.drop_front(Stem.size() + 1);
      return &O;
    }
  }
  for (const NvccOption &O : Options) {
    // "-m64" and the like; "-include" is no "-i".
    if (O.Short.size() == 1 && Arg[1] != '-' && Name.starts_with(O.Short) && (O.Short != "m" || Name.size() == 3)) {
      Value = Name.drop_front(1);
      return &O;
    }
  }
  return nullptr;
}

void splitHostFlags(StringRef Value, std::vector<std::string> &Out) {
  if (Value.size() >= 2 && (Value.front() == '"' || Value.front() == '\'') && Value.back() == Value.front())
    Value = Value.drop_front().drop_back();
  while (!Value.empty()) {
    size_t End = Value.find_first_of(", ");
    if (StringRef Flag = Value.substr(0, End); !Flag.empty())
      Out.push_back(Flag.str());
    Value = End == StringRef::npos ? StringRef() : Value.drop_front(End + 1);
  }
}

} // namespace

std::vector<std::string> hostFlagsOfNvcc(ArrayRef<std::string> Args) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Value;
    const NvccOption *O = findOption(Args[I], Value);
    if (!O) {
      // -f..., -pthread and the like reach the host compiler through --forward-unknown-to-host-compiler.
      if (StringRef(Args[I]).starts_with("-"))
        Out.push_back(Args[I]);
      continue;
    }
    if (!Value.data()) {
      // "-Werror" and "-O" without a value, at the end or before another option.
      if (I + 1 == Args.size() || (O->Host.empty() && StringRef(Args[I + 1]).starts_with("-")))
        continue;
      Value = Args[++I];
    }
    if (O->Host == ",")
      splitHostFlags(Value, Out);
    else if (O->Host.ends_with("="))
      Out.push_back((Twine(O->Host) + Value).str());
    else if (!O->Host.empty())
      Out.insert(Out.end(), {O->Host.str(), Value.str()});
  }
  return Out;
}

} // namespace devtidy::driver
