//===- CompletionCommand.cpp - Completions of shells, and the manual ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"
#include "driver/Commands.h"
#include "report/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// The words that an option takes, with blanks between them; "" for a path or a number.
std::string wordsOf(const OptionText &O) {
  std::vector<std::string> Words;
  if (O.Value == "checks")
    for (const checks::Check *C : checks::allChecks())
      Words.push_back(C->Name.str());
  if (O.Value == "format")
    for (const report::Sink &S : report::allSinks())
      Words.push_back(S.Name.str());
  if (O.Value == "1|2|3")
    Words = {"1", "2", "3"};
  if (O.Value == "cpu,gpu,multi")
    Words = {"cpu", "gpu", "multi"};
  return join(Words, " ");
}

/// What a command takes that is no option.
std::string wordsOf(const CommandText &C) {
  if (C.Name == "rule")
    return wordsOf(OptionText{"", "checks", ""});
  return C.Name == "generate-shell-completion" ? "bash zsh fish" : "";
}

std::string commandNames(ArrayRef<CommandText> Commands) {
  std::vector<std::string> Names;
  for (const CommandText &C : Commands)
    if (!C.Name.empty())
      Names.push_back(C.Name);
  return join(Names, " ");
}

std::string spellings(const CommandText &C) {
  std::vector<std::string> Result;
  for (const OptionText &O : C.Options)
    Result.push_back(O.spelling());
  return join(Result, " ");
}

/// Each option that takes words, once, with these.
std::vector<std::pair<std::string, std::string>> optionsWithWords(ArrayRef<CommandText> Commands) {
  std::vector<std::pair<std::string, std::string>> Result;
  for (const CommandText &C : Commands)
    for (const OptionText &O : C.Options)
      if (const std::string Words = wordsOf(O); !Words.empty() && !is_contained(make_first_range(Result), O.spelling()))
        Result.emplace_back(O.spelling(), Words);
  return Result;
}

void printBash(ArrayRef<CommandText> Commands, raw_ostream &Out) {
  Out << "# device-tidy generate-shell-completion bash > ~/.local/share/bash-completion/completions/device-tidy\n"
         "_device_tidy() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= options= words= word\n"
         "  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  [[ $current == = ]] && current=\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case $word in -*) ;; *) command=$word; break ;; esac\n"
         "  done\n"
         "  case $before in\n";
  for (const auto &[Option, Words] : optionsWithWords(Commands))
    Out << "    " << Option << ") COMPREPLY=($(compgen -W '" << Words << "' -- \"$current\")); return ;;\n";
  Out << "  esac\n  case $command in\n";
  for (const CommandText &C : Commands) {
    const std::string Words = C.Name.empty() ? commandNames(Commands) : wordsOf(C);
    Out << "    " << (C.Name.empty() ? "''" : C.Name) << ") options='" << spellings(C) << "' words='" << Words
        << "' ;;\n";
  }
  Out << "  esac\n"
         "  if [[ $current == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
         "  elif [[ $words ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _device_tidy device-tidy\n";
}

std::string escaped(StringRef Text, StringRef Special) {
  std::string Result;
  for (char C : Text)
    Result += (Special.contains(C) ? "\\" : "") + std::string(1, C);
  return Result;
}

/// In single quotes of zsh, which has no escapes there.
std::string zshText(StringRef Text) {
  std::string Result;
  for (char C : escaped(Text, "[]:\\"))
    Result += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Result;
}

void printZsh(ArrayRef<CommandText> Commands, raw_ostream &Out) {
  Out << "#compdef device-tidy\n"
         "# device-tidy generate-shell-completion zsh > ~/.zfunc/_device-tidy\n"
         "_device_tidy() {\n"
         "  local -a commands=(\n";
  for (const CommandText &C : Commands)
    if (!C.Name.empty())
      Out << "    '" << C.Name << ":" << zshText(C.Help) << "'\n";
  Out << "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    [[ $words[2] == -* ]] || { _describe command commands; return }\n"
         "  fi\n"
         "  case $words[2] in\n";
  for (const CommandText &C : Commands) {
    Out << "    " << (C.Name.empty() ? "-*" : C.Name) << ") (( CURRENT-- )); shift words; _arguments";
    for (const OptionText &O : C.Options) {
      const std::string Words = wordsOf(O);
      Out << " \\\n      '" << O.spelling()
          << (O.Value.empty()      ? ""
              : O.Name.size() == 1 ? "+"
                                   : "=")
          << "[" << zshText(O.Help) << "]";
      if (!O.Value.empty())
        Out << ":" << zshText(O.Value) << ":" << (Words.empty() ? "_files" : "(" + Words + ")");
      Out << "'";
    }
    const std::string Words = wordsOf(C);
    Out << " \\\n      '*:argument:" << (Words.empty() ? "_files" : "(" + Words + ")") << "' ;;\n";
  }
  Out << "  esac\n"
         "}\n"
         "_device_tidy \"$@\"\n";
}

void printFish(ArrayRef<CommandText> Commands, raw_ostream &Out) {
  Out << "# device-tidy generate-shell-completion fish > ~/.config/fish/completions/device-tidy.fish\n";
  for (const CommandText &C : Commands) {
    const std::string When = C.Name.empty() ? "__fish_use_subcommand" : "'__fish_seen_subcommand_from " + C.Name + "'";
    if (!C.Name.empty())
      Out << "complete -c device-tidy -n __fish_use_subcommand -f -a " << C.Name << " -d '" << escaped(C.Help, "'\\")
          << "'\n";
    for (const OptionText &O : C.Options) {
      const std::string Words = wordsOf(O);
      Out << "complete -c device-tidy -n " << When << (O.Name.size() == 1 ? " -s " : " -l ") << O.Name;
      if (!O.Value.empty())
        Out << (Words.empty() ? " -r" : " -x -a '" + Words + "'");
      Out << " -d '" << escaped(O.Help, "'\\") << "'\n";
    }
    if (const std::string Words = wordsOf(C); !Words.empty())
      Out << "complete -c device-tidy -n " << When << " -f -a '" << Words << "'\n";
  }
}

/// A hyphen in an option is one to copy, and a line does not begin with what troff takes for a request.
std::string troffText(StringRef Text) {
  std::string Result = Text.starts_with(".") || Text.starts_with("'") ? "\\&" : "";
  for (char C : Text)
    Result += C == '-' ? "\\-" : C == '\\' ? "\\e" : std::string(1, C);
  return Result;
}

void printManual(ArrayRef<CommandText> Commands, raw_ostream &Out) {
  Out << ".TH DEVICE\\-TIDY 1 \"\" \"device\\-tidy " << DT_VERSION << "\"\n"
      << ".SH NAME\n"
         "device\\-tidy \\- finds device\\-placement bugs in PyTorch programs before they run\n"
         ".SH SYNOPSIS\n";
  for (const CommandText &C : Commands)
    if (!C.Name.empty())
      Out << ".B device\\-tidy " << troffText(C.Name) << "\n" << troffText("[OPTION...] " + C.Arguments) << "\n.br\n";
  Out << ".SH DESCRIPTION\n"
         "Finds tensors of one operation on different devices, state that moves do not reach, and code that needs an\n"
         "accelerator where there is none, in Python, C++ and CUDA C++. It needs no accelerator to find them.\n"
         ".SH COMMANDS\n";
  for (const CommandText &C : Commands) {
    if (C.Name.empty())
      continue;
    Out << ".SS " << troffText(C.Name) << "\n" << troffText(C.Help) << ".\n";
    for (const OptionText &O : C.Options)
      Out << ".TP\n.B " << troffText(O.spelling())
          << (O.Value.empty() ? "" : (O.Name.size() == 1 ? " \\fI" : "=\\fI") + troffText(O.Value) + "\\fR") << "\n"
          << troffText(O.Help) << "\n";
  }
  Out << ".SH OPTIONS\n";
  for (const OptionText &O : Commands.front().Options)
    Out << ".TP\n.B " << troffText(O.spelling()) << "\n" << troffText(O.Help) << "\n";
  Out << ".SH EXIT STATUS\n"
         ".TP\n0\nno finding\n.TP\n1\nfindings\n.TP\n2\ncould not do what was asked; one line says why\n"
         ".SH FILES\n"
         ".TP\n.I device\\-tidy.toml\nthe settings, or [tool.device\\-tidy] in pyproject.toml\n"
         ".SH CHECKS\n";
  for (const checks::Check *C : checks::allChecks())
    Out << ".br\n" << troffText(C->Name) << "\n";
  Out << ".PP\n.B device\\-tidy rule\n.I NAME\nprints the page of a check.\n";
}

} // namespace

Expected<int> runCompletion(StringRef Shell) {
  const std::vector<CommandText> Commands = describeCommands();
  if (Shell == "bash")
    printBash(Commands, outs());
  else if (Shell == "zsh")
    printZsh(Commands, outs());
  else
    printFish(Commands, outs());
  return int(NoFinding);
}

Expected<int> runManual() {
  printManual(describeCommands(), outs());
  return int(NoFinding);
}

} // namespace devtidy::driver
