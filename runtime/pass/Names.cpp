//===- Names.cpp --------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Names.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace llvm;

namespace devtidy::pass {

bool isLibraryName(StringRef Mangled) {
  if (!Mangled.consume_front("_Z"))
    return false;
  // Nested names, local names (lambdas) and qualifiers of methods stand in front of the outermost namespace.
  Mangled = Mangled.ltrim("ZNKRO");
  return any_of(ArrayRef<StringRef>{"2at", "5torch", "3c10", "6caffe2", "St", "Sa", "Ss", "9__gnu_cxx"},
                [&](StringRef Namespace) { return Mangled.starts_with(Namespace); });
}

std::optional<StringRef> operatorName(StringRef Mangled) {
  unsigned Length = 0;
  if (!Mangled.consume_front("_ZN2at4_ops") || Mangled.consumeInteger(10, Length) || Mangled.size() < Length ||
      !Mangled.substr(Length).starts_with("4callE"))
    return std::nullopt;
  return Mangled.take_front(Length);
}

/// Takes over what the demangler has allocated.
static std::string taken(char *Text) {
  std::string Result = Text ? Text : "";
  std::free(Text);
  return Result;
}

/// "(a, b<c, d>)" as "a" and "b<c, d>".
static std::vector<std::string> splitParameters(StringRef List) {
  std::vector<std::string> Result;
  List.consume_front("(");
  List.consume_back(")");
  size_t Begin = 0, Depth = 0;
  for (size_t I = 0; I <= List.size(); ++I) {
    char C = I < List.size() ? List[I] : ',';
    Depth += C == '<' || C == '(';
    Depth -= C == '>' || C == ')';
    if (C != ',' || (Depth && I < List.size()))
      continue;
    if (StringRef One = List.slice(Begin, I).trim(); !One.empty())
      Result.push_back(One.str());
    Begin = I + 1;
  }
  return Result;
}

FunctionName splitName(StringRef Mangled) {
  FunctionName Name;
  ItaniumPartialDemangler Parts;
  const std::string Text = Mangled.str(); // the parts point into it
  if (Parts.partialDemangle(Text.c_str()) || !Parts.isFunction()) {
    Name.Qualified = Name.Base = Mangled.str();
    return Name;
  }
  Name.Base = taken(Parts.getFunctionBaseName(nullptr, nullptr));
  Name.Context = taken(Parts.getFunctionDeclContextName(nullptr, nullptr));
  Name.Qualified = Name.Context.empty() ? Name.Base : Name.Context + "::" + Name.Base;
  Name.Parameters = splitParameters(taken(Parts.getFunctionParameters(nullptr, nullptr)));
  return Name;
}

} // namespace devtidy::pass
