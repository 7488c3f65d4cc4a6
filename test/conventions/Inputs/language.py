"""Greps the analysis and the checks for languages, and for names of libraries.

What a language promises is a property of ir::Module, or stands in the IR; what a library does is a row of a table in
analyzer/knowledge, or a question that it answers.
"""

import re

from sources import finish, ours, text

FOLDERS = ("analyzer/dataflow/", "checks/")
# How a repair is spelled.
SPELLING = "checks/support/"
LANGUAGE = re.compile(r"\bLang\b|\bLanguage::|\bir::Language\b")
LIBRARIES = "torch|at|c10|std|numpy|torchvision|torchaudio|torchmetrics|transformers|diffusers|typing|collections|unittest|functools|abc|contextlib|dataclasses|enum"
NAME = re.compile(rf'"(?:(?:{LIBRARIES})(?:\.|::)[^"]*|torch)"')
COMMENT = re.compile(r"//[^\n]*")

complaints = []
for path in ours():
    if not path.as_posix().startswith(FOLDERS) or path.as_posix().startswith(SPELLING):
        continue
    for number, line in enumerate(COMMENT.sub("", text(path) or "").splitlines(), 1):
        if LANGUAGE.search(line):
            complaints.append(f"{path}:{number}: asks for the language; what it promises is a property of ir::Module")
        if match := NAME.search(line):
            complaints.append(f"{path}:{number}: knows {match.group()}; names of libraries stand in analyzer/knowledge")
finish(complaints)
