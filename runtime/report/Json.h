//===- Json.h - Text in JSON ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_JSON_H
#define DEVTIDY_RUNTIME_REPORT_JSON_H

#include <cstdio>
#include <string>
#include <string_view>

namespace devtidy::runtime {

/// A string of JSON with its quotes.
inline std::string jsonText(std::string_view Text) {
  std::string Out = "\"";
  for (const char C : Text) {
    if (C == '"' || C == '\\')
      (Out += '\\') += C;
    else if (static_cast<unsigned char>(C) >= 0x20)
      Out += C;
    else {
      char Code[8];
      std::snprintf(Code, sizeof Code, "\\u%04x", static_cast<unsigned>(C));
      Out += Code;
    }
  }
  return Out + "\"";
}

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_JSON_H
