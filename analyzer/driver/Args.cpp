//===- Args.cpp - The command line, parsed ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Args.h"
#include "driver/RegularFiles.h"
#include "driver/Version.h"
#include "knowledge/Operators.h"
#include "runtime/abi/DeviceMemory.h"
#include "runtime/abi/Environment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

cl::SubCommand CheckCommand("check", "Report device-placement bugs in files and folders");
cl::SubCommand CoverageCommand("coverage", "Say how much of what meets is known, and why the rest is not");
cl::SubCommand IrCommand("ir", "Print the intermediate representation of files");
cl::SubCommand PchCommand("pch", "Build the precompiled headers that make stock clang-tidy fast");
cl::SubCommand ExplainCommand("explain", "Say what an error of PyTorch means, and where it comes from");
cl::SubCommand RuleCommand("rule", "Print the page of a check, or a list of all checks");
cl::SubCommand OpsCommand("ops", "Print what operators and library functions of PyTorch do with devices");

cl::SubCommand RunCommand("run", "Run a program with placement verified: device-tidy run -- PROGRAM ARGUMENTS");
cl::SubCommand CompletionCommand("generate-shell-completion", "Print the completion of bash, zsh or fish");
cl::SubCommand ManualCommand("generate-man-page", "Print the page of man");

cl::SubCommand StubsCommand("stubs", "Write the stubs that the analysis infers of a Python package");

cl::SubCommand *const Commands[] = {&StubsCommand,      &CheckCommand,   &CoverageCommand, &IrCommand,
                                    &PchCommand,        &ExplainCommand, &RuleCommand,     &OpsCommand,
                                    &CompletionCommand, &ManualCommand,  &RunCommand};

cl::OptionCategory Category("Options");

const cl::sub Sources[] = {cl::sub(CheckCommand),   cl::sub(IrCommand),       cl::sub(PchCommand),
                           cl::sub(ExplainCommand), cl::sub(CoverageCommand), cl::sub(StubsCommand)};

/// Options of the commands that read sources.
#define FOR_SOURCES cl::cat(Category), Sources[0], Sources[1], Sources[2], Sources[3], Sources[4], Sources[5]
#define FOR_CHECK cl::cat(Category), cl::sub(CheckCommand)

cl::list<std::string> Paths(cl::Positional, cl::desc("[PATH...] [-- COMPILER-ARGUMENTS]"), FOR_SOURCES);
cl::opt<std::string> BuildFolder("p", cl::Prefix, cl::value_desc("dir"), FOR_SOURCES,
                                 cl::desc("Folder with compile_commands.json (default: found by itself)"));
cl::list<std::string> ExtraArgs("extra-arg", cl::value_desc("arg"), FOR_SOURCES,
                                cl::desc("Add an argument to every compiler command"));
cl::opt<std::string> Config("config", cl::value_desc("file"), FOR_SOURCES, cl::sub(RunCommand),
                            cl::desc("Settings (default: the nearest device-tidy.toml or pyproject.toml)"));
cl::opt<bool> Isolated("isolated", FOR_SOURCES, cl::sub(RunCommand), cl::desc("Read no settings"));
cl::opt<std::string> Python("python", cl::value_desc("path"), FOR_SOURCES,
                            cl::desc("Interpreter whose packages are meant; it is not run"));
cl::list<std::string> Exclude("exclude", cl::CommaSeparated, cl::value_desc("globs"), FOR_SOURCES,
                              cl::desc("Leave out files and folders"));
cl::opt<std::string>
    StdinFilename("stdin-filename", cl::value_desc("name"), FOR_SOURCES,
                  cl::desc("Read standard input in place of this file; - as a path reads it as Python"));
cl::opt<bool> NoPrecompiled("no-pch", FOR_SOURCES, cl::desc("Use no precompiled headers"));
cl::opt<bool> NoCache("no-cache", FOR_SOURCES, cl::desc("Neither read nor write the cache"));
cl::opt<std::string> Jobs("j", cl::Prefix, cl::value_desc("n"), FOR_SOURCES,
                          cl::desc("Files to read at the same time (default: one per core)"));
cl::opt<std::string> Timeout("timeout", cl::value_desc("seconds"), FOR_SOURCES,
                             cl::desc("Give up on a file after this time (default: 300)"));
cl::opt<bool> KeepBodies("parse-all-bodies", cl::Hidden, FOR_SOURCES,
                         cl::desc("Parse the bodies of library functions too; for measurements"));
cl::opt<bool> Quiet("q", FOR_SOURCES, cl::sub(RunCommand), cl::desc("Print findings only"));
cl::alias QuietLong("quiet", cl::aliasopt(Quiet), cl::cat(Category), cl::desc("Same as -q"));
cl::opt<bool> Verbose("v", FOR_SOURCES, cl::desc("Say more: evidence, worlds, every parse error"));
cl::alias VerboseLong("verbose", cl::aliasopt(Verbose), cl::cat(Category), cl::desc("Same as -v"));
cl::opt<std::string> PyTorch("pytorch", cl::value_desc("version"), cl::cat(Category), Sources[0], Sources[1],
                             Sources[4], cl::sub(OpsCommand),
                             cl::desc("Operator table (default: of the PyTorch that is found, else the newest)"));

cl::list<std::string> Select("select", cl::CommaSeparated, cl::value_desc("checks"), FOR_CHECK, cl::sub(RunCommand),
                             cl::desc("Checks to run: names or globs"));
cl::list<std::string> Ignore("ignore", cl::CommaSeparated, cl::value_desc("checks"), FOR_CHECK, cl::sub(RunCommand),
                             cl::desc("Checks not to run: names or globs"));
cl::opt<std::string>
    Level("level", cl::value_desc("1|2|3"), FOR_CHECK, cl::sub(RunCommand),
          cl::desc("1 correctness, 2 also portability (default), 3 also performance (default of run)"));
cl::opt<std::string>
    OutputFormat("output-format", cl::value_desc("format"), FOR_CHECK, cl::sub(RunCommand), cl::sub(CoverageCommand),
                 cl::desc("full (default), concise, sarif, json, github, gitlab or junit; run takes the "
                          "first four, coverage text, json or html"));
cl::opt<std::string>
    OutputFile("output-file", cl::value_desc("file"), FOR_CHECK, cl::sub(RunCommand),
               cl::desc("Write findings here instead of to standard output, in run to standard error"));
cl::alias OutputFileShort("o", cl::aliasopt(OutputFile), cl::cat(Category), cl::desc("Same as --output-file"));
cl::opt<bool> Fix("fix", FOR_CHECK, cl::desc("Apply repairs"));
cl::opt<bool> Diff("diff", FOR_CHECK, cl::desc("Print repairs as a patch, change nothing"));
cl::opt<bool> UnsafeFixes("unsafe-fixes", FOR_CHECK,
                          cl::desc("With --fix or --diff, also repairs that change more than what is wrong"));
cl::opt<bool> AddNoqa("add-noqa", FOR_CHECK, cl::desc("Silence every finding by a comment"));
cl::opt<std::string> Baseline("baseline", cl::value_desc("file"), FOR_CHECK,
                              cl::desc("Report only what is not in this file"));
cl::opt<std::string> WriteBaseline("write-baseline", cl::value_desc("file"), FOR_CHECK,
                                   cl::desc("Write all findings to a baseline"));
cl::opt<std::string> Worlds("worlds", cl::value_desc("cpu,gpu,multi"), FOR_CHECK,
                            cl::desc("Machines to consider: without, with one, with several GPUs (default: all)"));
cl::opt<std::string> WriteSites("write-sites", cl::value_desc("file"), FOR_CHECK,
                                cl::desc("List the operations that only a run can decide, for the compiler pass"));
cl::list<std::string> RunEvidence("evidence", cl::value_desc("file"), FOR_CHECK,
                                  cl::desc("What runs have seen (DEVICE_TIDY_OPTIONS=evidence=FILE)"));
cl::opt<bool> ExitZero("exit-zero", FOR_CHECK, cl::desc("End with status 0 in spite of findings"));
cl::opt<bool> Statistics("statistics", FOR_CHECK, cl::desc("Print the number of findings per check instead"));
cl::opt<bool> ShowFiles("show-files", FOR_CHECK, cl::desc("Print the files that would be checked"));

cl::opt<std::string> FailUnder("fail-under", cl::value_desc("percent"), cl::cat(Category), cl::sub(CoverageCommand),
                               cl::desc("End with status 1 if fewer operands are known"));

cl::opt<bool> Canonical("canonical", cl::cat(Category), cl::sub(IrCommand),
                        cl::desc("Number values and blocks in order of appearance"));
cl::opt<bool> Resolved("resolved", cl::cat(Category), cl::sub(IrCommand),
                       cl::desc("Say create, move, ... where it is known what a call means"));
cl::opt<bool> Summaries("summaries", cl::cat(Category), cl::sub(IrCommand),
                        cl::desc("Print what the analysis found out of functions and classes"));
cl::opt<bool> NoLocations("no-locations", cl::cat(Category), cl::sub(IrCommand), cl::desc("Leave out source ranges"));

cl::opt<std::string> OutputFolder("output-folder", cl::value_desc("dir"), cl::cat(Category), cl::sub(StubsCommand),
                                  cl::desc("Write stubs here, each at the path of its module; none is written over"));

cl::opt<std::string> RuleName(cl::Positional, cl::desc("[NAME]"), cl::cat(Category), cl::sub(RuleCommand));
cl::opt<bool> RuleAll("all", cl::cat(Category), cl::sub(RuleCommand), cl::desc("Print the pages of all checks"));
cl::opt<std::string> OpsName(cl::Positional, cl::desc("[NAME]"), cl::cat(Category), cl::sub(OpsCommand));
cl::opt<bool> OpsJson("json", cl::cat(Category), cl::sub(OpsCommand), cl::desc("Print JSON"));

cl::opt<std::string> Shell(cl::Positional, cl::desc("bash|zsh|fish"), cl::cat(Category), cl::sub(CompletionCommand));

cl::list<std::string> RunStray(cl::Positional, cl::desc("-- PROGRAM ARGUMENTS"), cl::cat(Category),
                               cl::sub(RunCommand));
cl::opt<std::string> WriteEvidence("evidence", cl::value_desc("file"), cl::cat(Category), cl::sub(RunCommand),
                                   cl::desc("Append what the run sees, for device-tidy check --evidence"));
cl::opt<std::string> Devices("devices", cl::value_desc("n"), cl::cat(Category), cl::sub(RunCommand),
                             cl::desc("Number of simulated devices (default: none if there is a GPU, else 2)"));
cl::opt<std::string> DeviceMemory("device-memory", cl::value_desc("size"), cl::cat(Category), cl::sub(RunCommand),
                                  cl::desc("Memory of each simulated device: 24GiB, 512MiB, bytes (default: 16GiB)"));

Error mistake(const Twine &Text) { return createStringError(inconvertibleErrorCode(), Text); }

/// LLVM writes "device-tidy: Unknown command line argument '--x'.  Try: '... --help'" and a suggestion on a second
/// line.
Error mistakeFromLlvm(StringRef Text) {
  auto [First, Second] = Text.split('\n');
  First = First.drop_front(First.find(": ") == StringRef::npos ? 0 : First.find(": ") + 2);
  StringRef Unknown = First;
  if (Unknown.consume_front("Unknown command line argument '")) {
    StringRef Name = Unknown.split('\'').first;
    StringRef Guess = Second.split("Did you mean '").second.split('\'').first;
    return mistake("unknown option '" + Name + "'" +
                   (Guess.empty() ? Twine("; --help lists all") : "; did you mean '" + Guess + "'?"));
  }
  First = First.rtrim("!. ");
  return mistake(First);
}

void takeSources(SourceArgs &Out, std::optional<std::vector<std::string>> CompilerArgs) {
  Out.Paths = Paths;
  Out.CompilerArgs = std::move(CompilerArgs);
  Out.ExtraArgs = ExtraArgs;
  Out.BuildFolder = BuildFolder;
  Out.Python = Python;
  Out.PyTorch = PyTorch;
  Out.Config = Config;
  Out.StdinFilename = StdinFilename;
  // As in ruff: what nobody gave a name is Python.
  if (Out.StdinFilename.empty() && is_contained(Out.Paths, "-"))
    Out.StdinFilename = "stdin.py";
  Out.Exclude = Exclude;
  Out.NoPrecompiled = NoPrecompiled;
  Out.NoCache = NoCache;
  Out.Isolated = Isolated;
  Out.KeepBodies = KeepBodies;
  Out.Quiet = Quiet;
  Out.Verbose = Verbose;
}

void takeCheck(CheckArgs &Out) {
  Out.Selection.Select = Select;
  Out.Selection.Ignore = Ignore;
  Out.OutputFormat = OutputFormat;
  Out.OutputFile = OutputFile;
  Out.Baseline = Baseline;
  Out.WriteBaseline = WriteBaseline;
  Out.Worlds = Worlds;
  Out.WriteSites = WriteSites;
  Out.Evidence = RunEvidence;
  Out.Fix = Fix;
  Out.Diff = Diff;
  Out.UnsafeFixes = UnsafeFixes;
  Out.AddNoqa = AddNoqa;
  Out.ExitZero = ExitZero;
  Out.Statistics = Statistics;
  Out.ShowFiles = ShowFiles;
}

/// A variable of a script that is not set makes an empty path, which would stand for the working folder.
Error refuseEmptyPaths() {
  if (is_contained(Paths, ""))
    return mistake("a path is empty");
  if (is_contained(RunEvidence, ""))
    return mistake("--evidence needs a path");
  for (const cl::opt<std::string> *O : {&BuildFolder, &Config, &Python, &StdinFilename, &OutputFile, &Baseline,
                                        &WriteBaseline, &WriteSites, &WriteEvidence, &OutputFolder})
    if (O->getNumOccurrences() && O->empty())
      return mistake((O->ArgStr.size() == 1 ? "-" : "--") + O->ArgStr + " needs a path");
  return Error::success();
}

/// By hand: LLVM's own parser of numbers prints its complaint past the caller.
Error takeNumbers(CheckArgs &Out) {
  int L = 0;
  if (Level.getNumOccurrences()) {
    if (StringRef(Level).getAsInteger(10, L) || L < 1 || L > 3)
      return mistake("--level is 1, 2 or 3");
    Out.Selection.Level = L;
  }
  if (Jobs.getNumOccurrences() && StringRef(Jobs).getAsInteger(10, Out.Jobs))
    return mistake("-j is a number, 0 for all processors");
  if (Timeout.getNumOccurrences() && (StringRef(Timeout).getAsInteger(10, Out.Timeout) || !Out.Timeout))
    return mistake("--timeout is a number of seconds, 1 or more");
  return Error::success();
}

/// "24GiB", "24G", "512MiB", "1048576": bytes, or 0 if it is none of these or out of the range.
uint64_t readDeviceMemory(StringRef Text) {
  uint64_t Count = 0;
  if (Text.consumeInteger(10, Count))
    return 0;
  const std::optional<unsigned> Shift = StringSwitch<std::optional<unsigned>>(Text.trim())
                                            .Cases({"", "B"}, 0)
                                            .Cases({"K", "KiB"}, 10)
                                            .Cases({"M", "MiB"}, 20)
                                            .Cases({"G", "GiB"}, 30)
                                            .Default(std::nullopt);
  if (!Shift || Count > uint64_t(abi::MaxDeviceMemory) >> *Shift)
    return 0;
  const uint64_t Bytes = Count << *Shift;
  return Bytes < uint64_t(abi::MinDeviceMemory) ? 0 : Bytes;
}

Error takeRun(RunArgs &Out, std::optional<std::vector<std::string>> Program) {
  if (!RunStray.empty())
    return mistake("the program goes behind --: device-tidy run -- " + RunStray.front());
  if (Devices.getNumOccurrences() &&
      (StringRef(Devices).getAsInteger(10, Out.Devices) || !Out.Devices || Out.Devices > unsigned(abi::MaxDevices)))
    return mistake("--devices is a number from 1 to " + Twine(abi::MaxDevices));
  Out.DeviceMemory = DeviceMemory.getNumOccurrences() ? readDeviceMemory(DeviceMemory) : 0;
  if (DeviceMemory.getNumOccurrences() && !Out.DeviceMemory)
    return mistake("--device-memory is a size from 1MiB to " + Twine(abi::MaxDeviceMemory >> 30) + "GiB");
  if (!is_contained({"", "full", "concise", "json", "sarif"}, StringRef(OutputFormat)))
    return mistake("device-tidy run writes full, concise, json or sarif, not '" + OutputFormat + "'");
  Out.OutputFormat = OutputFormat;
  Out.OutputFile = OutputFile;
  Out.Quiet = Quiet;
  Out.Config = Config;
  Out.Isolated = Isolated;
  Out.Evidence = WriteEvidence;
  Out.Program = std::move(Program).value_or(std::vector<std::string>());
  return Error::success();
}

Error takeCoverage(CoverageArgs &Out) {
  using Format = CoverageArgs::Format;
  const auto As = StringSwitch<std::optional<Format>>(OutputFormat)
                      .Cases({"", "text"}, Format::Text)
                      .Case("json", Format::Json)
                      .Case("html", Format::Html)
                      .Default(std::nullopt);
  if (!As)
    return mistake("device-tidy coverage writes text, json or html, not '" + OutputFormat + "'");
  Out.As = *As;
  if (FailUnder.getNumOccurrences() && (StringRef(FailUnder).getAsInteger(10, Out.FailUnder) || Out.FailUnder > 100))
    return mistake("--fail-under is a number of percent from 0 to 100");
  return Error::success();
}

std::optional<Command> findCommand(StringRef Name) {
  return StringSwitch<std::optional<Command>>(Name)
      .Case("check", Command::Check)
      .Case("coverage", Command::Coverage)
      .Case("ir", Command::Ir)
      .Case("pch", Command::Pch)
      .Case("explain", Command::Explain)
      .Case("rule", Command::Rule)
      .Case("ops", Command::Ops)
      .Case("run", Command::Run)
      .Case("generate-shell-completion", Command::Completion)
      .Case("generate-man-page", Command::Manual)
      .Case("stubs", Command::Stubs)
      .Default(std::nullopt);
}

} // namespace

/// Sets the options of LLVM. `@FILE` names a file with more of them: a pipe would be waited for, and a device may never
/// end.
static Error parseOptions(ArrayRef<const char *> Own) {
  for (StringRef A : Own)
    if (sys::fs::file_status Is; A.consume_front("@") && !sys::fs::status(A, Is) && !sys::fs::is_regular_file(Is))
      return mistake("cannot read arguments from '" + A + "': not a regular file");
  std::string Complaint;
  raw_string_ostream Complaints(Complaint);
  RegularFiles Files; // @FILE
  if (!cl::ParseCommandLineOptions(int(Own.size()), Own.data(), "Finds device-placement bugs before a program runs.\n",
                                   &Complaints, &Files, /*EnvVar=*/nullptr,
                                   /*LongOptionsUseDoubleDash=*/true))
    return mistakeFromLlvm(Complaint);
  return Error::success();
}

Expected<Args> parseArgs(ArrayRef<const char *> Argv) {
  // What follows "--" belongs to the compiler, or to the program that is run.
  std::vector<const char *> Own = Argv.vec();
  std::optional<std::vector<std::string>> CompilerArgs;
  auto Dashes = find_if(Own, [](const char *A) { return StringRef(A) == "--"; });
  if (Dashes != Own.end()) {
    CompilerArgs.emplace(Dashes + 1, Own.end());
    Own.erase(Dashes, Own.end());
  }
  cl::SetVersionPrinter([](raw_ostream &Out) { printVersion(Out); });
  static const char *const Help[] = {"device-tidy", "--help"};
  if (Own.size() < 2)
    Own.assign(std::begin(Help), std::end(Help));
  StringRef Name = Own[1];
  std::optional<Command> What = findCommand(Name);
  if (!What && !Name.starts_with("-"))
    return mistake("unknown command '" + Name + "'; to check a file: device-tidy check " + Name);

  for (cl::SubCommand *S : Commands)
    cl::HideUnrelatedOptions(Category, *S);
  if (Error E = parseOptions(Own))
    return E;
  if (!What)
    return mistake("a command is missing: check, coverage, ir, pch, explain, rule, ops or run; --help says more");
  if (PyTorch.getNumOccurrences() && !knowledge::hasOperatorTable(PyTorch))
    return mistake("no operator table for PyTorch '" + PyTorch + "'; there are tables for " + operatorTableList());

  if (Error E = refuseEmptyPaths())
    return E;

  Args Result;
  Result.What = *What;
  if (Error E = takeNumbers(Result.Check))
    return E;
  takeSources(Result.Check, CompilerArgs);
  Result.Check.AsGiven.assign(Argv.begin() + 1, Argv.end());
  takeCheck(Result.Check);
  static_cast<SourceArgs &>(Result.Ir) = Result.Check;
  Result.Pch = Result.Check;
  static_cast<SourceArgs &>(Result.Stubs) = Result.Check;
  Result.Stubs.OutputFolder = OutputFolder;
  static_cast<SourceArgs &>(Result.Coverage) = Result.Check;
  if (Result.What == Command::Coverage)
    if (Error E = takeCoverage(Result.Coverage))
      return E;
  Result.Ir.Canonical = Canonical;
  Result.Ir.Resolved = Resolved;
  Result.Ir.Summaries = Summaries;
  Result.Ir.NoLocations = NoLocations;
  Result.Rule = {RuleName, RuleAll};
  Result.Shell = Shell;
  if (Result.What == Command::Completion && !is_contained({"bash", "zsh", "fish"}, StringRef(Shell)))
    return mistake("generate-shell-completion takes the name of a shell: bash, zsh or fish");
  Result.Ops = {OpsName, PyTorch, OpsJson};
  Result.Run.Selection = Result.Check.Selection;
  if (Result.What == Command::Run)
    if (Error E = takeRun(Result.Run, std::move(CompilerArgs)))
      return E;
  return Result;
}

static CommandText describe(cl::SubCommand &Command) {
  CommandText Result{Command.getName().str(), Command.getDescription().str(), "", {}};
  for (const cl::Option *Positional : Command.PositionalOpts)
    Result.Arguments = Positional->HelpStr.str();
  for (const auto &[Name, Option] : cl::getRegisteredOptions(Command))
    if (Option->getOptionHiddenFlag() == cl::NotHidden && !Option->isPositional())
      Result.Options.push_back({Name.str(), Option->ValueStr.str(), Option->HelpStr.str()});
  llvm::sort(Result.Options, [](const OptionText &A, const OptionText &B) { return A.Name < B.Name; });
  return Result;
}

std::vector<CommandText> describeCommands() {
  std::vector<CommandText> Result = {describe(cl::SubCommand::getTopLevel())};
  for (cl::SubCommand *Command : Commands)
    Result.push_back(describe(*Command));
  llvm::sort(Result, [](const CommandText &A, const CommandText &B) { return A.Name < B.Name; });
  return Result;
}

} // namespace devtidy::driver
