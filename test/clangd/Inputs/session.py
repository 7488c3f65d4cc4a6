"""Opens a LibTorch file in clangd with the checks inside, takes the quick fix, and changes the settings.

usage: session.py CLANGD FLAGS..."""

import pathlib
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import lsp

BAD = """\
#include <torch/torch.h>

torch::Tensor discards_bad(torch::Device device) {
  auto x = torch::ones({2});
  x.to(device);
  return x;
}
"""
GOOD = BAD.replace("  x.to(device)", "  x = x.to(device)")
IMPLICIT = """\
#include <torch/torch.h>

torch::Tensor make() {
  return torch::ones({2});
}
"""
MODEL = """\
#pragma once
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() { scale = register_buffer("scale", torch::ones({2})); }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
  torch::Tensor scale;
};
TORCH_MODULE(Net);
"""
USE = """\
#include "model.hpp"

torch::Tensor use(torch::Device device) {
  Net net;
  net->to(device);
  return net(torch::ones({2}, device)) * net->scale;
}
"""


def ours(diagnostics):
    return [d for d in diagnostics if str(d.get("code", "")).startswith("device-")]


def finds_and_fixes(client):
    (finding,) = ours(client.open("train.cpp", BAD))
    assert finding["code"] == "device-discarded-move", finding
    assert finding["message"].startswith("Result of 'to' is discarded; 'x' stays on cpu"), finding
    assert finding["range"]["start"] == {"line": 4, "character": 4}, finding
    assert finding["range"]["end"] == {"line": 4, "character": 6}, finding
    (note,) = finding["relatedInformation"]
    assert note["message"] == "'x' created on cpu here, the default device", note
    assert note["location"]["range"]["start"] == {"line": 3, "character": 11}, note

    actions = client.code_actions("train.cpp", finding)
    (action,) = [a for a in actions if a["kind"] == "quickfix" and "assign" in a["title"]]
    fixed = lsp.apply_edits(BAD, action["edit"]["changes"][client.uri("train.cpp")])
    assert fixed == GOOD, fixed
    assert ours(client.change("train.cpp", fixed)) == []
    assert len(ours(client.change("train.cpp", BAD))) == 1


def configure(folder, settings):
    (folder / ".clangd").write_text("Diagnostics: {ClangTidy: %s}" % settings)
    # clangd looks for changed settings every five seconds.
    time.sleep(6)


def shows_level_1_until_asked(client, folder):
    assert ours(client.change("train.cpp", IMPLICIT)) == []
    configure(folder, "{CheckOptions: {device-tidy.Level: 2, device-implicit-creation.Strict: true}}")
    (finding,) = ours(client.change("train.cpp", IMPLICIT + "\n"))
    assert finding["code"] == "device-implicit-creation", finding


def can_be_switched_off(client, folder):
    configure(folder, "{Remove: [device-discarded-move]}")
    assert ours(client.change("train.cpp", BAD)) == []
    # A list of checks that does not speak of ours leaves them on.
    (folder / ".clang-tidy").write_text("Checks: '-*,modernize-*'")
    configure(folder, "{Remove: [device-mixed-operands]}")
    assert len(ours(client.change("train.cpp", BAD + "\n"))) == 1


def honours_suppressions(client):
    assert ours(client.change("train.cpp", BAD.replace("device);", "device); // NOLINT(device-discarded-move)"))) == []


def follows_half_written_code(client):
    for end in range(BAD.index("  x.to(device)"), len(BAD), 3):
        client.change("train.cpp", BAD[:end])
    assert len(ours(client.change("train.cpp", BAD))) == 1


def does_not_guess_what_headers_do(client, folder):
    """clangd skips the bodies in headers: the constructor below registers its buffer, but nobody sees it."""
    (folder / "model.hpp").write_text(MODEL)
    assert ours(client.open("use.cpp", USE)) == []


def main():
    clangd, *flags = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "compile_flags.txt").write_text("\n".join(flags))
        with lsp.Client([clangd, "--log=error"], folder) as client:
            finds_and_fixes(client)
            honours_suppressions(client)
            follows_half_written_code(client)
            shows_level_1_until_asked(client, folder)
            can_be_switched_off(client, folder)
            does_not_guess_what_headers_do(client, folder)


if __name__ == "__main__":
    main()
