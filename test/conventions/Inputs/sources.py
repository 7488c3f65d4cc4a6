"""The files of the project, as the convention tests see them. Each test prints its complaints and fails if it has any.

A script takes the root of the sources as its argument; without one it looks at the repository that it stands in.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[3])
CXX_FOLDERS = ("analyzer", "checks", "runtime", "test/unit")
# Not part of any program of ours: test inputs, and headers that stand in for those of CUDA libraries.
FOREIGN = {"Inputs", "cuda-stubs"}


def tracked() -> list[pathlib.Path]:
    """Every file that git knows or would add, relative to the root."""
    command = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, capture_output=True, check=True).stdout
    paths = {pathlib.Path(name.decode()) for name in listing.split(b"\0") if name}
    return sorted(path for path in paths if (ROOT / path).is_file())


def ours() -> list[pathlib.Path]:
    """C++ headers and sources of the project itself, without test inputs."""
    return [
        path
        for path in tracked()
        if path.suffix in (".h", ".cpp", ".def")
        and path.as_posix().startswith(CXX_FOLDERS)
        and FOREIGN.isdisjoint(path.parts)
    ]


def text(path: pathlib.Path) -> str | None:
    """None for a file that is not text."""
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def finish(complaints: list[str]) -> None:
    for complaint in complaints:
        print(complaint)
    sys.exit(1 if complaints else 0)
