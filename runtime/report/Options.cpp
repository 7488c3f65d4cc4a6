//===- Options.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Options.h"
#include "runtime/abi/Environment.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace devtidy::runtime {
namespace {

struct Option {
  std::string_view Name, Values, Help;
  bool (*Set)(std::string_view Value, Options &Into);
};

template <typename T> bool setNumber(std::string_view Value, T &Into, T Most) {
  T Read = 0;
  auto [End, Error] = std::from_chars(Value.data(), Value.data() + Value.size(), Read);
  if (Error != std::errc() || End != Value.data() + Value.size() || Read < 0 || Read > Most)
    return false;
  Into = Read;
  return true;
}

template <typename T> struct Word {
  std::string_view Text;
  T Meaning;
};
template <typename T, size_t N> bool setWord(std::string_view Value, T &Into, const Word<T> (&Words)[N]) {
  for (const Word<T> &W : Words)
    if (W.Text == Value) {
      Into = W.Meaning;
      return true;
    }
  return false;
}

constexpr Option Known[] = {
    {"help", "0|1", "lists the options; default 0",
     [](std::string_view V, Options &O) {
       return setWord(V, O.Help, {Word<bool>{"0", false}, {"1", true}, {"false", false}, {"true", true}});
     }},
    {"action", "report|abort|count", "what to do with a finding; default report",
     [](std::string_view V, Options &O) {
       return setWord(V, O.OnFinding,
                      {Word<Action>{"report", Action::Report}, {"abort", Action::Abort}, {"count", Action::Count}});
     }},
    {"format", "text|json|sarif", "how findings are written; default text, or as device-tidy run --output-format says",
     [](std::string_view V, Options &O) {
       O.IsFormatAsked = true;
       return setWord(V, O.Output,
                      {Word<Format>{"text", Format::Text}, {"json", Format::Json}, {"sarif", Format::Sarif}});
     }},
    {"log_path", "PATH", "write to the file PATH.PID; default standard error",
     [](std::string_view V, Options &O) {
       O.LogPath = V;
       return !V.empty();
     }},
    {"suppressions", "FILE",
     "findings that are not reported, one line each: CHECK, CHECK:function=GLOB, CHECK:file=GLOB",
     [](std::string_view V, Options &O) {
       O.Suppressions = V;
       return !V.empty();
     }},
    {"evidence", "FILE", "append what was seen at each place, for device-tidy check --evidence FILE",
     [](std::string_view V, Options &O) {
       O.Evidence = V;
       return !V.empty();
     }},
    {"max_reports", "a number from 0 to 1000000", "distinct findings that are written, more are counted; default 100",
     [](std::string_view V, Options &O) { return setNumber(V, O.MaxReports, 1000000U); }},
    {"stack_depth", "a number from 1 to 32", "frames that are kept of a stack; default 16",
     [](std::string_view V, Options &O) {
       return setNumber(V, O.StackDepth, Options::MaxStackDepth) && O.StackDepth > 0;
     }},
    {"exitcode", "a number from 0 to 255", "exit status of a program with findings; default 0, the program's own",
     [](std::string_view V, Options &O) { return setNumber(V, O.ExitCode, 255); }},
};

} // namespace

std::vector<std::string> parseOptions(std::string_view Text, Options &Into) {
  std::vector<std::string> Problems;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find_first_of(": \n"), Text.size());
    const std::string_view Part = Text.substr(0, End);
    Text.remove_prefix(std::min(End + 1, Text.size()));
    if (Part.empty())
      continue;
    const size_t Equals = Part.find('=');
    const std::string_view Name = Part.substr(0, Equals);
    const Option *O = std::ranges::find(Known, Name, &Option::Name);
    if (O == std::end(Known))
      Problems.push_back("unknown option '" + std::string(Name) + "' in " + abi::OptionsVariable +
                         "; help=1 lists them");
    else if (Equals == Part.npos || !O->Set(Part.substr(Equals + 1), Into))
      Problems.push_back("option " + std::string(Name) + " in " + abi::OptionsVariable + " is " +
                         std::string(O->Values));
  }
  return Problems;
}

RunOptions runOptionsOfEnvironment() {
  auto Get = [](const char *Name) {
    const char *Value = std::getenv(Name);
    return std::string_view(Value ? Value : "");
  };
  RunOptions Run;
  const std::string_view Asked = Get(abi::OutputFormatVariable);
  Run.Output = Asked == "json" ? Format::Json : Asked == "sarif" ? Format::Sarif : Format::Text;
  Run.IsConcise = Asked == "concise";
  Run.IsQuiet = !Get(abi::QuietVariable).empty();
  Run.OutputFile = Get(abi::OutputFileVariable);
  return Run;
}

std::string optionsHelp() {
  std::string Text = "device-tidy: options in DEVICE_TIDY_OPTIONS, as name=value:name=value\n";
  for (const Option &O : Known) {
    const bool IsNumber = O.Values.starts_with("a number");
    std::string Line = "  " + std::string(O.Name) + "=" + (IsNumber ? "N" : std::string(O.Values));
    Line.resize(std::max<size_t>(Line.size() + 2, 30), ' ');
    Text += Line + std::string(O.Help) + (IsNumber ? "; " + std::string(O.Values) : "") + "\n";
  }
  return Text;
}

} // namespace devtidy::runtime
