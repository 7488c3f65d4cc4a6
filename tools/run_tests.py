"""Runs lit on test suites of build/ and counts: each case of a googletest program is a test."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LIT = "/usr/lib/llvm-22/bin/lit"
PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def suite_path(name: str) -> str:
    """The path under build/test of a suite, a test file, or either as seen from the root of the repository."""
    path = pathlib.PurePath(name)
    if path.is_absolute():
        path = path.relative_to(ROOT)
    if path.parts[:1] == ("test",):
        path = pathlib.PurePath(*path.parts[1:])
    if not ((ROOT / "test" / path).exists() or (BUILD / "test" / path).exists()):
        sys.exit(f"device-tidy: no test suite '{name}'; the suites are the folders of test/")
    return os.fspath(BUILD / "test" / path)


def main() -> int:
    suites = [suite_path(name) for name in sys.argv[1:]] or [os.fspath(BUILD / "test")]
    results = BUILD / "test" / "results.json"
    results.unlink(missing_ok=True)
    command = [sys.executable, LIT, "-sv", "--output", os.fspath(results), *suites]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    codes = []
    if results.exists():
        codes = [test["code"] for test in json.loads(results.read_text())["tests"]]
    passed = sum(code in PASSED for code in codes)
    skipped = sum(code in SKIPPED for code in codes)
    failed = len(codes) - passed - skipped
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
