"""Edits a copy of a package at random, and compares what check says with and without what it has kept, byte for byte.

    edits.py --program build/bin/device-tidy --work DIR --package DIR [--count 2000] [--seed 1] [--level 3]

After each edit the same command runs with the cache, mostly twice, and with --no-cache: standard output, standard error,
the exit status and files that it writes have to be the same. Now and then a run is killed, or several run at once. Edits
come as fast as the runs do, so many files change within a tick of the clock, some with their old length and times.
"""

import argparse
import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

BUG = "\n\ndef made_up_{0}(x):\n    import torch\n\n    return torch.ones(3, device=\"cuda\") + torch.ones(3, device=\"{1}\")\n"
# Each is one command line; what is kept of one must be nothing to another.
OPTIONS = [
    [],
    ["--output-format", "concise"],
    ["--level", "1", "-q"],
    ["--output-format", "sarif", "--output-file", "{work}/out.{which}"],
    ["--select", "mixed-operands", "--statistics"],
    ["--output-format", "concise", "--baseline", "{work}/baseline.json"],
    ["--diff"],
    ["--write-baseline", "{work}/out.{which}"],
]


class Project:
    def __init__(self, package, work, rng):
        self.root, self.work, self.rng = work / "project", work, rng
        self.packages = work / "env/lib/python3.11/site-packages"
        self.original = package
        shutil.copytree(package, self.root / package.name, ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / ".git").mkdir()
        # A small library, which the project calls.
        (self.packages / "helper").mkdir(parents=True)
        self.write(self.packages / "helper/__init__.py", "from .made import make\n")
        self.write(self.packages / "helper/made.py", "import torch\n\n\ndef make(n):\n    return torch.zeros(n)\n")
        self.write(self.root / "train.py",
                   "import helper\nimport torch\n\nx = torch.ones(3, device=\"cuda\")\nprint(x + helper.make(3))\n")
        self.write(work / "baseline.json", '{"schema": 1, "findings": []}\n')
        self.before = {}

    @staticmethod
    def write(path, text):
        path.write_text(text, encoding="utf-8")

    def file(self):
        """A source of the project, or of the library."""
        where = self.packages if self.rng.random() < 0.15 else self.root
        found = [p for p in sorted(where.rglob("*.py")) if p.is_file()]
        if not found:
            found = [where / "again.py"]
            self.write(found[0], BUG.format("again", "cpu"))
        return self.rng.choice(found)

    def replace(self, pattern, to):
        """One match in one file; False if it has none."""
        path = self.file()
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        matches = list(re.finditer(pattern, text, re.MULTILINE))
        if not matches:
            return False
        m = self.rng.choice(matches)
        self.before[path] = text
        new = text[: m.start()] + (to(m) if callable(to) else to) + text[m.end() :]
        path.write_text(new, encoding="utf-8", errors="surrogateescape")
        return path

    # Edits: what they did, or something false if there was nothing to do.
    def rename(self):
        return self.replace(r"^(\s*(?:def|class) )(\w+)", lambda m: m[1] + m[2] + "_renamed")

    def rename_call(self):
        return self.replace(r"(\w+)(?=\()", lambda m: m[1] + "x")

    def change_device(self):
        return self.replace(r'"(cuda|cpu)"', lambda m: '"cpu"' if m[1] == "cuda" else '"cuda"')

    def move_value(self):
        return self.replace(r"^(\s+)(\w+) = (\w+\(.*\))$", lambda m: f'{m[1]}{m[2]} = {m[3]}.to("cuda")')

    def delete_return(self):
        return self.replace(r"^(\s+)return\b.*$", lambda m: m[1] + "pass")

    def break_syntax(self):
        return self.replace(r"[:)]", "")

    def break_encoding(self):
        return self.replace(r"#", "# \udcff")

    def add_bug(self):
        path = self.file()
        with path.open("a") as out:
            out.write(BUG.format(self.rng.randrange(1000), self.rng.choice(["cpu", "meta", "cuda"])))
        return path

    def same_length(self):
        """Keeps length and time of the last change, as `cp -p` and archives do."""
        path = self.file()
        old = path.stat()
        text = path.read_bytes()
        new = text.replace(b'device="cuda"', b'device="meta"') if b'device="cuda"' in text else text[::-1]
        path.write_bytes(new)
        os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
        return path

    def move_class(self):
        path = self.file()
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        m = re.search(r"^class \w+.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
        if not m:
            return None
        to = self.file()
        path.write_text(text[: m.start()] + text[m.end() :], encoding="utf-8", errors="surrogateescape")
        with to.open("a", encoding="utf-8", errors="surrogateescape") as out:
            out.write("\n\n" + m[0])
        return path

    def delete(self):
        path = self.file()
        self.before[path] = path.read_text(encoding="utf-8", errors="surrogateescape")
        path.unlink()
        return path

    def add(self):
        """A new module, which may hide another one, or stop being found where it was."""
        folder = self.file().parent
        name = self.rng.choice(["new_module", "helper", "torch", "utils", "__init__", "made"])
        self.write(folder / f"{name}.py", BUG.format("new", "cpu") + "\n\ndef make(n):\n    return 1\n")
        return folder / name

    def add_package(self):
        folder = self.root / self.rng.choice(["helper", "src/helper", "sub"])
        folder.mkdir(parents=True, exist_ok=True)
        if self.rng.random() < 0.6:
            self.write(folder / "__init__.py", "import torch\n\n\ndef make(n):\n    return torch.ones(n, device=\"cuda\")\n")
        return folder

    def delete_folder(self):
        folders = [p for p in sorted(self.root.rglob("*")) if p.is_dir() and ".git" not in p.parts]
        if len(folders) < 2:
            return None
        folder = self.rng.choice(folders)
        if sum(1 for _ in folder.rglob("*.py")) > 5:
            return None
        shutil.rmtree(folder)
        return folder

    def link(self):
        path, to = self.file(), self.file()
        if path == to or path.is_symlink():
            return None
        path.unlink()
        path.symlink_to(to)
        return path

    def folder_in_place(self):
        path = self.file()
        path.unlink()
        path.mkdir()
        return path

    def settings(self):
        name, text = self.rng.choice([
            (".gitignore", "*_renamed.py\nnew_*\n"), (".gitignore", ""), ("device-tidy.toml", "level = 3\n"),
            ("device-tidy.toml", "exclude = [\"train.py\"]\n"), ("device-tidy.toml", "level = oops\n"),
            ("pyproject.toml", "[tool.device-tidy]\nworlds = [\"cpu\"]\n"), ("pyproject.toml", ""),
            (".clang-tidy", "CheckOptions: {}\n")])
        path = self.rng.choice([self.root, self.file().parent]) / name
        if path.exists() and self.rng.random() < 0.6:
            path.unlink()
        else:
            self.write(path, text)
        return path

    def new_baseline(self):
        self.write(self.work / "baseline.json", self.rng.choice(['{"schema": 1, "findings": []}\n', "{", "[]"]))
        return "baseline"

    def touch(self):
        path = self.file()
        os.utime(path, ns=(self.rng.choice([time.time_ns(), 10**18, time.time_ns() + 10**12]),) * 2)
        return path

    def rewrite(self):
        """The same text in another file of the same name."""
        path = self.file()
        new = path.with_name("." + path.name + ".new")
        new.write_bytes(path.read_bytes())
        new.replace(path)
        return path

    def change_back(self):
        if not self.before:
            return None
        path = self.rng.choice(sorted(self.before))
        if path.is_dir() or not path.parent.is_dir():
            return None
        path.write_text(self.before.pop(path), encoding="utf-8", errors="surrogateescape")
        return path

    def original_back(self):
        """So that not everything is broken in the end."""
        kept = sorted(p for p in self.original.rglob("*.py"))
        for source in self.rng.sample(kept, min(3, len(kept))):
            to = self.root / self.original.name / source.relative_to(self.original)
            if to.is_dir():
                shutil.rmtree(to)
            if not to.parent.is_dir():
                to.parent.mkdir(parents=True, exist_ok=True)
            if to.is_symlink():
                to.unlink()
            shutil.copyfile(source, to)
        return "original"

    def repair(self):
        """A project without settings that cannot be read, or the run is about nothing else."""
        for path in self.root.rglob("device-tidy.toml"):
            if "oops" in path.read_text():
                path.unlink()
        for name in ("helper", "src", "sub"):
            shutil.rmtree(self.root / name, ignore_errors=True)
        return "repair"

EDITS = [Project.rename, Project.rename_call, Project.change_device, Project.change_device, Project.move_value,
         Project.delete_return, Project.break_syntax, Project.break_encoding, Project.add_bug, Project.add_bug,
         Project.same_length, Project.move_class, Project.delete, Project.add, Project.add_package,
         Project.delete_folder, Project.link, Project.folder_in_place, Project.settings, Project.new_baseline,
         Project.touch, Project.touch, Project.rewrite, Project.change_back, Project.change_back,
         Project.original_back, Project.original_back, Project.repair, Project.repair]


class Runs:
    def __init__(self, program, work, level, rng):
        self.program, self.work, self.level, self.rng = program, work, level, rng
        self.hits = self.changes = 0
        self.last = {}

    def command(self, options, which, kept):
        words = [o.format(work=self.work, which=which) for o in options]
        level = [] if "--level" in words else ["--level", str(self.level)]
        return [self.program, "check", "-j", "1", *level, *words, *([] if kept else ["--no-cache"]), "."]

    def start(self, options, which, kept):
        env = {**os.environ, "DEVICE_TIDY_CACHE_DIR": str(self.work / "cache"), "DEVICE_TIDY_PYTHON": str(self.work / "env"),
               **self.variables}
        # One name for what is written, so that the command line is the same each time.
        out = self.work / f"out.{which}"
        out.unlink(missing_ok=True)
        return subprocess.Popen(self.command(options, which, kept), cwd=self.work / "project", env=env,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process, which):
        stdout, stderr = process.communicate()
        out = self.work / f"out.{which}"
        written = out.read_bytes() if out.exists() else None
        return process.returncode, stdout, stderr.replace(f"out.{which}".encode(), b"out"), written

    variables = {}

    def used(self):
        """When each run that is kept was last told again. A new one is another file."""
        return {p.stat().st_ino: p.stat().st_mtime_ns for p in (self.work / "cache").glob("*.run")}

    def compare(self, options):
        """What went wrong, or None."""
        if self.rng.random() < 0.06:
            process = self.start(options, "kept", True)
            time.sleep(self.rng.random() * 0.3)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        results = []
        at_once = self.rng.random() < 0.1 and "{work}/out.{which}" not in options
        if at_once:
            processes = [self.start(options, "kept", True) for _ in range(3)]
            results += [self.finish(p, "kept") for p in processes]
        for _ in range(self.rng.choice([1, 2, 2])):
            before = self.used()
            results.append(self.finish(self.start(options, "kept", True), "kept"))
            self.hits += any(before.get(file, when) != when for file, when in self.used().items())
        fresh = self.finish(self.start(options, "fresh", False), "fresh")
        key = str(options)
        self.changes += key in self.last and self.last[key] != fresh
        self.last[key] = fresh
        for kept in results:
            if kept != fresh:
                return kept, fresh
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--package", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, default=3)
    args = parser.parse_args()

    rng = random.Random(args.seed)
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    project = Project(args.package.resolve(), args.work.resolve(), rng)
    runs = Runs(str(pathlib.Path(args.program).resolve()), args.work.resolve(), args.level, rng)
    options, began, done = OPTIONS[0], time.monotonic(), 0
    print("seed", args.seed)
    while done < args.count and time.monotonic() - began < args.seconds:
        did = []
        for _ in range(rng.choice([1, 1, 1, 2, 4])):
            edit = rng.choice(EDITS)
            # A folder may be in the place of the file by now.
            with contextlib.suppress(OSError):
                if what := edit(project):
                    did.append(f"{edit.__name__} {what}")
        if rng.random() < 0.05:
            runs.variables = rng.choice([{}, {"VIRTUAL_ENV": str(args.work / "none")},
                                         {"VIRTUAL_ENV": str(args.work.resolve() / "env")}])
        if rng.random() < 0.3:
            options = rng.choice(OPTIONS)
        done += 1
        if wrong := runs.compare(options):
            print(f"edit {done} ({'; '.join(did)}), {' '.join(options)}: kept and fresh differ")
            for name, (status, out, err, written) in zip(("kept", "fresh"), wrong):
                print(f"--- {name}: status {status}\n{out.decode(errors='replace')}\n{err.decode(errors='replace')}"
                      f"\n{(written or b'').decode(errors='replace')[:2000]}")
            return 1
    print(f"{done} edits, {runs.changes} changed what is said, {runs.hits} runs were told again: all the same")
    return 0 if runs.hits and runs.changes else f"nothing was tried: {runs.hits} told again, {runs.changes} changed"


if __name__ == "__main__":
    sys.exit(main())
