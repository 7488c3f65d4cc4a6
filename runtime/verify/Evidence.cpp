//===- Evidence.cpp ------------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Evidence.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/report/Json.h"
#include "runtime/report/Report.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <unistd.h>

namespace devtidy::verify {
namespace {

using runtime::jsonText;

class EvidenceFile {
public:
  static EvidenceFile &get() { return abi::forkSafe<EvidenceFile>(); }
  EvidenceFile() { runtime::makeLog(); } // which is locked while this is
  std::mutex Lock;

  void add(std::string Line) {
    std::lock_guard Hold(Lock);
    if (Written.size() >= MaxLines || !Written.insert(std::hash<std::string>()(Line)).second)
      return;
    if (File < 0 && !Failed)
      open();
    // One call for a line: with O_APPEND, lines of several processes do not mix.
    Line += '\n';
    if (File >= 0 && write(File, Line.data(), Line.size()) < 0 && !std::exchange(Failed, true))
      complain();
  }

private:
  void open() {
    File = ::open(runtime::options().Evidence.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (File < 0) {
      Failed = true;
      complain();
    }
  }

  void complain() const {
    runtime::reportProblem("cannot write the evidence " + runtime::options().Evidence + ": " + std::strerror(errno));
  }

  static constexpr size_t MaxLines = 1U << 16;

  std::set<size_t> Written; ///< hashes of lines
  int File = -1;
  bool Failed = false;
};

} // namespace

bool wantsEvidence() { return !runtime::options().Evidence.empty(); }

void noteEvidence(const SiteInfo &Where, std::string_view Check, const std::vector<SeenOperand> &Operands) {
  if (Where.Path.empty())
    return; // a place without lines is nobody's
  std::string Line = "{\"path\": " + jsonText(Where.Path) + ", \"line\": " + std::to_string(Where.Line) +
                     ", \"column\": " + std::to_string(Where.Column) + ", \"check\": " + jsonText(Check) +
                     ", \"operation\": " + jsonText(Where.Called) + ", \"operands\": [";
  const char *Between = "";
  for (const SeenOperand &O : Operands) {
    Line += std::exchange(Between, ", ");
    Line += "{\"name\": " + jsonText(O.Name) + ", \"device\": " + jsonText(O.Device);
    if (O.Position >= 0)
      Line += ", \"variable\": " + jsonText(O.Variable) + ", \"position\": " + std::to_string(O.Position) +
              ", \"row\": " + std::to_string(O.Row);
    Line += '}';
  }
  EvidenceFile::get().add(Line + "]}");
}

} // namespace devtidy::verify
