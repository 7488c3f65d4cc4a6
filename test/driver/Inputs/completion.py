"""Compares --help with the completions and the manual: completion.py PROGRAM.

bash completes for real; zsh, fish and groff read what is theirs where they are installed.
"""

import re
import shutil
import subprocess
import sys

program = sys.argv[1]


def said(*words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def options(text):
    # --help-list is a part of --help in LLVM's library, shown only while that prints.
    return set(re.findall(r"^  (-[\w-]+)", text, re.MULTILINE)) - {"--help-list"}


def accepts(command, text):
    """A shell or a formatter has nothing to say against it."""
    if shutil.which(command[0]):
        run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert run.returncode == 0 and not run.stderr, (command, run.stderr)


scripts = {shell: said("generate-shell-completion", shell) for shell in ("bash", "zsh", "fish")}
manual = said("generate-man-page")
accepts(["zsh", "-n"], scripts["zsh"])
accepts(["fish", "--no-execute", "/dev/stdin"], scripts["fish"])
accepts(["groff", "-ww", "-man", "-Tascii"], manual)


def completed(*words):
    """What bash offers for the last of the words."""
    script = scripts["bash"] + f"""
COMP_WORDS=({" ".join(repr(w) for w in ("device-tidy", *words))}) COMP_CWORD={len(words)}
_device_tidy; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    run = subprocess.run(["bash"], input=script, capture_output=True, text=True, check=True)
    assert not run.stderr, run.stderr
    return set(run.stdout.split())


help_text = said("--help")
commands = set(re.findall(r"^  (\S+) +- ", help_text.split("SUBCOMMANDS:")[1].split("OPTIONS:")[0], re.MULTILINE))
assert {"check", "run", "generate-man-page"} <= commands
assert completed("") == commands, completed("") ^ commands
assert completed("ru") == {"rule", "run"}
sections = dict(re.findall(r"^\.SS (\S+)\n(.*?)(?=^\.S[SH] )", manual.replace("\\-", "-"), re.MULTILINE | re.DOTALL))
assert set(sections) == commands
for command in sorted(commands):
    wanted = options(said(command, "--help"))
    assert "--help" in wanted
    assert completed(command, "-") == wanted, (command, completed(command, "-") ^ wanted)
    assert set(re.findall(r"^\.B (-[\w-]+)", sections[command], re.MULTILINE)) == wanted, (command, "manual")
    zsh = scripts["zsh"].split(f"\n    {command}) ")[1].split(";;\n")[0]
    assert set(re.findall(r"^      '(-[\w-]+)", zsh, re.MULTILINE)) == wanted, (command, "zsh")
    fish = re.findall(rf"^complete -c device-tidy -n '__fish_seen_subcommand_from {command}' -([sl]) (\S+)",
                      scripts["fish"], re.MULTILINE)
    assert {("-" if kind == "s" else "--") + name for kind, name in fish} == wanted, (command, "fish")
checks = set(re.findall(r"^(device-\S+)", said("rule"), re.MULTILINE))
assert completed("rule", "") == completed("check", "--select", "") == completed("check", "--ignore", "=", "") == checks
assert completed("check", "--level", "=") == {"1", "2", "3"}
assert "sarif" in completed("check", "--output-format", "")
assert completed("generate-shell-completion", "") == {"bash", "zsh", "fish"}
