"""Writes what libdevice_tidy_interpose.so defines: an entry for each operator of LibTorch that takes several tensors, or
that makes one on a device that it is given, and a table that says where the entry finds them.

    generate.py --torch DIR... --nm NM --assembly interpose.s --table Interpose.inc

Operators and their types come from ATen/ops/*_ops.h, their symbols from libtorch_cpu.so. A symbol has the types of the
parameters in it, so that one entry serves all releases that have the symbol. Arguments lie where the System V
ABI for x86-64 (section 3.2.3) puts them: six integer registers, eight vector registers, the stack.
"""

import argparse
import pathlib
import re
import subprocess
import sys

STRUCT = re.compile(
    r"struct TORCH_API (\w+) \{.*?using schema = (.*?) \((.*?)\);.*?name = \"aten::(\w+)\";", re.DOTALL
)
SYMBOL = re.compile(r"\b(_ZN2at4_ops(\d+)(\w+?)4callE\w+)$", re.MULTILINE)

# Of each type: integer registers, vector registers. What is not here is in memory: classes of more than two words.
WORDS = {
    **dict.fromkeys("bool int64_t at::ScalarType at::Device int8_t at::MemoryFormat at::Layout c10::SymInt".split(), (1, 0)),
    **dict.fromkeys(["::std::optional<at::ScalarType>", "::std::optional<bool>", "::std::optional<at::Layout>"], (1, 0)),
    **dict.fromkeys(["::std::optional<at::Device>", "::std::optional<at::MemoryFormat>"], (1, 0)),
    # Classes with a destructor are passed by address.
    **dict.fromkeys(["::std::optional<at::Generator>", "at::Storage", "::std::optional<c10::SymInt>"], (1, 0)),
    **dict.fromkeys([f"::std::array<bool,{count}>" for count in (1, 2, 3, 4)], (1, 0)),
    **dict.fromkeys("at::TensorList at::IntArrayRef c10::SymIntArrayRef c10::string_view ::std::string_view".split(), (2, 0)),
    **dict.fromkeys(["at::ArrayRef<at::Scalar>", "::std::optional<int64_t>", "at::Stream"], (2, 0)),
    "double": (0, 1),
    "::std::optional<double>": (1, 1),
}
LARGE = {
    "at::OptionalIntArrayRef": 3,
    "at::OptionalSymIntArrayRef": 3,
    "::std::optional<at::ArrayRef<double>>": 3,
    "::std::optional<c10::string_view>": 3,
    "::std::optional<::std::string_view>": 3,
}
KINDS = {
    "const at::Tensor &": "Tensor",
    "at::Tensor &": "Tensor",
    "const ::std::optional<at::Tensor> &": "OptionalTensor",
    "at::TensorList": "TensorList",
    "const at::ITensorListRef &": "MaterialTensorList",
    "const c10::List<::std::optional<at::Tensor>> &": "OptionalTensorList",
}
RETURNS_IN_MEMORY = re.compile(r"at::Tensor$|::std::vector<at::Tensor>$|::std::tuple<at::Tensor,[^&]*>$|at::Scalar$")
RETURNS_IN_REGISTER = re.compile(r"at::Tensor &$|void$|bool$|int64_t$|double$")


def split(text):
    """The types of a list of parameters, without their names."""
    parts, depth, begin = [], 0, 0
    for at, char in enumerate(text + ","):
        depth += (char == "<") - (char == ">")
        if char == "," and depth == 0:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return [part for part in parts if part]


# What says where the result is to be.
DEVICES = ("::std::optional<at::Device>", "at::Device")
NO_DEVICE = 255


def places(returns, parameters):
    """(kind, position, place) of each operand: a register from 0 to 5, or 6 and more for a word of the stack; the place of
    the device, and the words on the stack. None if some type is not known."""
    if RETURNS_IN_MEMORY.match(returns):
        integers = 1
    elif RETURNS_IN_REGISTER.match(returns):
        integers = 0
    else:
        return None
    vectors = stack = 0
    device = None
    operands = []
    for position, kind_of in enumerate(parameters):
        kind = KINDS.get(kind_of)
        if kind_of.endswith("&"):
            wanted = (1, 0)
        elif kind_of in WORDS:
            wanted = WORDS[kind_of]
        elif kind_of in LARGE:
            stack += LARGE[kind_of]
            continue
        else:
            return None
        if integers + wanted[0] <= 6 and vectors + wanted[1] <= 8:
            place = integers
            integers += wanted[0]
            vectors += wanted[1]
        else:
            place = 6 + stack
            stack += sum(wanted)
            if kind == "TensorList":
                kind = "TensorListObject"
        if kind:
            operands.append((kind, position, place))
        if kind_of in DEVICES:
            device = place
    return operands, device, stack


def operators(torch, nm):
    """(symbol, name, operator, returns, parameters) of each operator of a LibTorch; of one without a symbol that is None."""
    listing = subprocess.run(
        [nm, "-D", "--defined-only", torch / "lib/libtorch_cpu.so"], capture_output=True, text=True, check=True
    ).stdout
    symbols = {name: symbol for symbol, length, name in SYMBOL.findall(listing) if int(length) == len(name)}
    for header in sorted((torch / "include/ATen/ops").glob("*_ops.h")):
        for struct, returns, parameters, base in STRUCT.findall(header.read_text()):
            yield symbols.get(struct), struct, base, returns, split(parameters)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--torch", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--nm", required=True)
    parser.add_argument("--assembly", type=pathlib.Path, required=True)
    parser.add_argument("--table", type=pathlib.Path, required=True)
    args = parser.parse_args()
    entries, operands, sites, results, names, skipped = [], [], [], [], {}, set()
    for symbol, struct, base, returns, parameters in (o for torch in args.torch for o in operators(torch, args.nm)):
        found = places(returns, parameters)
        if found is None or symbol is None:
            skipped.add(struct)
            continue
        found, device, stack = found
        makes = returns == "at::Tensor" and device is not None
        checked = len(found) >= 2 or any("List" in kind for kind, *_ in found)
        if not checked and not makes:
            continue
        # Not of the symbol: what is returned, and where that is.
        if symbol in names:
            if names[symbol] != returns:
                sys.exit(f"generate.py: {struct} returns {returns} in one release, {names[symbol]} in another")
            continue
        begin = len(operands)
        operands += found
        names[symbol] = returns
        sites.append(
            f'{{"{struct}", "{base}", "", "", "", "", Operands + {begin}, {len(found)}, 0, 0, SiteKind::Operator, 0, 0}},'
        )
        is_optional = DEVICES[0] in parameters
        results.append(f"{{{device if makes else NO_DEVICE}, {stack}, {int(is_optional)}, {int(checked)}}},")
        common = "devtidyInterposeMaker" if makes else "devtidyInterposeCommon"
        entries.append(
            f".globl {symbol}\n.type {symbol}, @function\n{symbol}:\n"
            f"  .cfi_startproc\n  pushq ${len(entries)}\n  .cfi_adjust_cfa_offset 8\n  jmp {common}\n  .cfi_endproc"
        )
    args.assembly.write_text("# Written by generate.py. Do not edit.\n.text\n" + "\n".join(entries) + '\n.section .note.GNU-stack,"",@progbits\n')
    lines = ["// Written by generate.py. Do not edit.", "static constexpr SiteOperand Operands[] = {"]
    lines += [f'    {{"", OperandKind::{kind}, {position}}},' for kind, position, _ in operands]
    lines += ["};", "static constexpr uint8_t Places[] = {", *(f"    {place}," for *_, place in operands), "};"]
    lines += ["static constexpr Maker Makers[] = {", *("    " + result for result in results), "};"]
    lines += ["static Site Sites[] = {", *("    " + site for site in sites), "};"]
    lines += ["static constexpr const char *Symbols[] = {", *(f'    "{name}",' for name in names), "};"]
    lines += [f"// Not interposed, since it is not known how they return: {', '.join(sorted(skipped))}"]
    args.table.write_text("\n".join(lines) + "\n")


main()
