"""Greps the analysis for languages, and for names of libraries.

What a language promises is a property of ir::Module, or stands in the IR; what a library does is a row of a table in
analyzer/knowledge, or a question that it answers.
"""

import re

from sources import finish, ours, text

FOLDER = "analyzer/dataflow/"
LANGUAGE = re.compile(r"\bLang\b|\bLanguage::|\bir::Language\b")
LIBRARIES = "torch|at|c10|std|numpy|torchvision|torchaudio|torchmetrics|transformers|diffusers|typing|collections|unittest|functools"
NAME = re.compile(rf'"(?:(?:{LIBRARIES})(?:\.|::)[^"]*|torch)"')
COMMENT = re.compile(r"//[^\n]*")

complaints = []
for path in ours():
    if not path.as_posix().startswith(FOLDER):
        continue
    for number, line in enumerate(COMMENT.sub("", text(path) or "").splitlines(), 1):
        if LANGUAGE.search(line):
            complaints.append(f"{path}:{number}: asks for the language; what it promises is a property of ir::Module")
        if match := NAME.search(line):
            complaints.append(f"{path}:{number}: knows {match.group()}; names of libraries stand in analyzer/knowledge")
finish(complaints)
