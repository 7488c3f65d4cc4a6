"""Every headline of a check and every sentence of Wording.cpp keeps the rules that a machine can check."""

import re

from sources import finish, text, tracked

BANNED = ("please", "should", "must", "illegal", "invalid", "not allowed", "forbidden", "warning", "error:", "oops", "sorry")
LITERALS = r'((?:"(?:[^"\\\n]|\\.)*"\s*)+)'
HEADLINE = re.compile(r"\.Headline\s*=\s*" + LITERALS)
SENTENCE = re.compile(LITERALS)


def joined(literals: str) -> str:
    return "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', literals))


def problems(message: str) -> list[str]:
    # A slot such as {operands} stands for source text and devices; quoted text is the user's or PyTorch's own.
    plain = re.sub(r"\{(\w+)\|([^{}]*)\}", r"\1 \2", message)
    plain = re.sub(r"\{[^{}]*\}|'[^']*'", "", plain)
    found = []
    if not message:
        found.append("says nothing")
    if plain.strip().endswith("."):
        found.append("ends in a full stop")
    if re.match(r"\s*[A-Z][a-z]", plain):
        found.append("starts with a capital")
    if "!" in plain:
        found.append("has an exclamation mark")
    if not message.isascii():
        found.append("is not ASCII")
    found += [f"says '{word}'" for word in BANNED if re.search(rf"\b{word}\b", plain)]
    return found


complaints = []
checks = [path for path in tracked() if path.match("checks/*.cpp")]
for path in checks:
    source = text(path)
    if "REGISTER_CHECK" not in source:
        continue
    headlines = [joined(literals) for literals in HEADLINE.findall(source)]
    if not headlines:
        complaints.append(f"{path}: no headline found")
    for headline in headlines:
        complaints += [f"{path}: headline {problem}: {headline}" for problem in problems(headline)]
        if len(headline) > 120:
            complaints.append(f"{path}: headline is longer than 120 characters: {headline}")
for path in tracked():
    if path.match("analyzer/report/Wording*.cpp"):
        code = re.sub(r"^\s*(//|#).*$", "", text(path), flags=re.MULTILINE)
        for sentence in filter(None, map(joined, SENTENCE.findall(code))):
            complaints += [f"{path}: sentence {problem}: {sentence}" for problem in problems(sentence)]
finish(complaints)
