"""Prints the records that the pass wrote into LLVM assembly, one a line, in the order of the source.

    23:13 operator add_Tensor '+' of tensor 'x', tensor 'w' in adds

--no-names leaves out what debug information alone knows: variables.
"""

import argparse
import pathlib
import re

KINDS = "operator module move read optimizer library make backward pointer".split()
OPERANDS = (
    "tensor optional-tensor list list-object tensor-vector material-list optional-list indices optional-pair values generator"
    " module script-module script-method any-module"
).split()
NAME = r'@(?:"([^"]*)"|([\w.$]+))'


def strings(text):
    pattern = re.compile(rf'^{NAME} = private unnamed_addr constant \[\d+ x i8\] c"(.*)\\00"', re.MULTILINE)
    found = {quoted or plain: content for quoted, plain, content in pattern.findall(text)}
    empty = re.compile(rf"^{NAME} = private unnamed_addr constant \[1 x i8\] zeroinitializer", re.MULTILINE)
    return found | {quoted or plain: "" for quoted, plain in empty.findall(text)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--no-names", action="store_true")
    args = parser.parse_args()
    text = args.file.read_text()
    texts = strings(text)
    operands = {}
    for match in re.finditer(r"^@(devtidy\.operands[.\d]*) = private (?:unnamed_addr )?constant \[.*?\] \[(.*)\]", text, re.MULTILINE):
        each = re.findall(rf"ptr {NAME}, i32 (\d+), i32 (\d+)", match[2])
        operands[match[1]] = [
            OPERANDS[int(kind)] + ("" if args.no_names else f" '{texts[quoted or plain]}'") for quoted, plain, kind, _ in each
        ]
    lines = []
    for match in re.finditer(r"^@devtidy\.site[.\d]* = private global \{.*?\} \{ (.*) \}", text, re.MULTILINE):
        fields = [field.split(" ", 1)[1] for field in re.findall(r"(?:ptr|i32) (?:@\"[^\"]*\"|[^,]+)", match[1])]
        operation, called, _, _, result, function = (texts[field.lstrip("@").strip('"')] for field in fields[:6])
        line, column, kind = map(int, fields[8:11])
        said = f"{KINDS[kind]} {operation} '{called}'"
        if inputs := operands.get(fields[6].lstrip("@")):
            said += " of " + ", ".join(inputs)
        if result and not args.no_names:
            said += f" gives '{result}'"
        lines.append((line, column, f"{line}:{column} {said} in {function}"))
    for *_, line in sorted(lines):
        print(line)


main()
