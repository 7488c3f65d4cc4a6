"""Greps what check is made of for questions to the disk and the environment that go past driver/Disk.h and
report/ReadFile.h: a run that is kept would not ask them again."""

import re

from sources import finish, ours, text

FOLDERS = ("analyzer/driver/", "analyzer/report/", "analyzer/frontend/python/", "analyzer/ir/", "analyzer/dataflow/", "analyzer/knowledge/", "checks/")
ASKS = re.compile(
    r"\bfs::(?:exists|is_directory|is_regular_file|is_other|is_symlink_file|status|access|can_\w+|file_size|real_path|getUniqueID|equivalent"
    r"|(?:recursive_)?directory_iterator|directory_entry|openFile\w*|openNativeFile\w*|expand_tilde)\b"
    r"|\bgetRealFileSystem\b|\bMemoryBuffer::getFile\w*|\bGetEnv\b|\bgetenv\(|\bfindProgramByName\b"
    r"|\bifstream\b|\bfopen\b|(?<!\w)::(?:open|openat|stat|lstat|fstatat|access|readlink|opendir)\("
)
# Who may, and why that is no part of an answer that is kept.
ALLOWED = {
    "analyzer/driver/Disk.cpp": "is the way",
    "analyzer/report/ReadFile.cpp": "is the way",
    "analyzer/driver/Cache.cpp": "its own folder",
    "analyzer/driver/KeptRun.cpp": "a variable with which nothing is kept",
    "analyzer/driver/Contained.cpp": "the same variable",
    "analyzer/driver/Args.cpp": "@FILE, with which nothing is kept",
    "analyzer/driver/RegularFiles.h": "the same",
    "analyzer/driver/Output.cpp": "files that are written, each time",
    "analyzer/driver/OutputFiles.cpp": "the same",
    "analyzer/report/Fixes.cpp": "the same, and what changes sources is not kept",
    # With C++ nothing is kept.
    "analyzer/driver/CppFrontend.cpp": "C++",
    "analyzer/driver/CompilerFlags.cpp": "C++",
    "analyzer/driver/IncludeScan.cpp": "C++",
    "analyzer/driver/Precompiled.cpp": "C++",
    # Other commands.
    "analyzer/driver/RunCommand.cpp": "run",
    "analyzer/driver/Executable.cpp": "run",
    "analyzer/driver/PlainPath.cpp": "run",
    "analyzer/driver/ExplainCommand.cpp": "explain",
}
OTHER_PROGRAMS = ("analyzer/driver/clang/", "analyzer/driver/tidy/", "analyzer/frontend/python/tool/", "analyzer/ir/tool/")
COMMENT = re.compile(r"//[^\n]*")

complaints, used = [], set()
for path in ours():
    name = path.as_posix()
    if not name.startswith(FOLDERS) or name.startswith(OTHER_PROGRAMS) or path.suffix not in (".cpp", ".h"):
        continue
    for number, line in enumerate(COMMENT.sub("", text(path) or "").splitlines(), 1):
        if match := ASKS.search(line):
            used.add(name)
            if name not in ALLOWED:
                complaints.append(f"{name}:{number}: {match.group()}; driver/Disk.h and report/ReadFile.h note what is asked")
complaints += [f"{name}: asks nothing any more; take it out of {__file__}" for name in ALLOWED if name not in used]
finish(complaints)
