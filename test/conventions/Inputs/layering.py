"""Greps includes. The build holds the same rules by include paths; this test says which rule was broken."""

import re

from sources import finish, ours, text

# What each folder may include of the project and of LLVM; the first prefix that matches a file is its rule.
SUPPORT = ("llvm/ADT/", "llvm/Support/")
CORE = ("ir/", "knowledge/")
EVERYTHING = ("",)
# Of the analysis, from below.
ROOMS = tuple(f"dataflow/{room}/" for room in ("domain", "program", "judge", "state", "calls", "engine", "solved"))
RULES = {
    # Plain C++, so that the runtime can link it.
    "analyzer/knowledge/": ("knowledge/",),
    "analyzer/ir/": (*CORE, *SUPPORT),
    "analyzer/report/": ("report/", *SUPPORT),
    # Rooms of the analysis, from below.
    "analyzer/dataflow/domain/": ("dataflow/domain/", *CORE, *SUPPORT),
    "analyzer/dataflow/program/": ("dataflow/program/", *CORE, *SUPPORT),
    "analyzer/dataflow/judge/": ("dataflow/judge/", "dataflow/domain/", *CORE, *SUPPORT),
    # Concepts see one door, and not each other.
    "analyzer/dataflow/concepts/": ("dataflow/engine/Rules.h", "dataflow/domain/", "dataflow/judge/", *CORE, *SUPPORT),
    "analyzer/dataflow/state/": (*ROOMS[:4], *CORE, *SUPPORT),
    "analyzer/dataflow/calls/": (*ROOMS[:5], *CORE, *SUPPORT),
    # The table of rules names all concepts.
    "analyzer/dataflow/engine/": (*ROOMS[:6], "dataflow/Concepts.inc", *CORE, *SUPPORT),
    "analyzer/dataflow/solved/": (*ROOMS, *CORE, *SUPPORT),
    "checks/": ("checks/", "dataflow/", "report/", *CORE, *SUPPORT),
    "analyzer/frontend/python/": ("frontend/python/", *CORE, *SUPPORT, "tree_sitter/"),
    # A front end lowers and never decides: it does not see the analysis. The bridge hands findings to clang.
    "analyzer/frontend/": ("frontend/", *CORE, "report/", "llvm/", "clang/", "clang-tidy/"),
    # The runtime links neither LLVM nor clang. Its interface includes only itself; the simulator takes the operator table along.
    "runtime/abi/": ("runtime/abi/",),
    "runtime/report/": ("runtime/report/", "runtime/abi/"),
    # Of the CUDA runtime they know the interface only, and no header.
    "runtime/cudart/": ("runtime/cudart/", "runtime/abi/"),
    "runtime/shim/": ("runtime/shim/", "runtime/report/", "runtime/abi/"),
    "runtime/inside/": ("runtime/abi/",),
    "runtime/preload/": ("runtime/preload/", "runtime/abi/"),
    "runtime/steps/": ("runtime/steps/",),
    "runtime/rules/": ("runtime/rules/", "runtime/abi/", "knowledge/", "torch/", "ATen/", "c10/"),
    "runtime/pass/": ("runtime/pass/", "runtime/abi/", "llvm/"),
    "runtime/verify/": ("runtime/verify/", "runtime/rules/", "runtime/report/", "runtime/abi/", "knowledge/", "torch/", "ATen/", "c10/"),
    "runtime/choose/": ("runtime/report/", "runtime/abi/"),
    "runtime/interpose/": ("runtime/abi/",),
    # Headers for the user's programs.
    "runtime/torch/include/": ("torch/", "ATen/", "c10/"),
    "runtime/sim/": ("runtime/sim/", "runtime/rules/", "runtime/abi/", "knowledge/", "torch/", "ATen/", "c10/"),
    "analyzer/driver/": EVERYTHING,
    "test/unit/": EVERYTHING,
}
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.MULTILINE)
PROJECT = ("knowledge/", "ir/", "report/", "dataflow/", "checks/", "frontend/", "driver/", "views/", "analyzer/", "runtime/", "../")
RESTRICTED = (*PROJECT, "llvm/", "llvm-c/", "clang/", "clang-c/", "clang-tidy/", "tree_sitter/", "torch/", "ATen/", "c10/")

complaints = []
for path in ours():
    rule = next((allowed for prefix, allowed in RULES.items() if path.as_posix().startswith(prefix)), None)
    if rule is None:
        complaints.append(f"{path}: no layering rule for this folder; add one to {__file__}")
        continue
    for included in INCLUDE.findall(text(path) or ""):
        if included.startswith(("driver/", "../")) and not path.as_posix().startswith(("analyzer/driver/", "test/unit/")):
            complaints.append(f"{path}: includes {included}, but nothing outside the driver includes it")
        elif included.startswith(RESTRICTED) and not included.startswith(rule):
            complaints.append(f"{path}: includes {included}; this folder sees only {', '.join(rule)}")
finish(complaints)
