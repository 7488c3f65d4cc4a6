"""Compares docs/device-tidy.schema.json with what the program takes.

    settings_schema.py PROGRAM DOCS FOLDER

The examples of settings.md are taken by both, each key stands in one of them, and a change that the schema refuses is
refused by the program, too.
"""

import json
import pathlib
import re
import subprocess
import sys
import tomllib

import jsonschema

program, docs, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
schema = json.loads((docs / "device-tidy.schema.json").read_text())
validator = jsonschema.validators.validator_for(schema)(schema)
validator.check_schema(schema)
fits = validator.is_valid


def taken(text):
    (folder / "device-tidy.toml").write_text(text)
    run = subprocess.run([program, "check", "--show-files", "."], cwd=folder, capture_output=True, text=True, check=False)
    return run.returncode != 2


folder.mkdir(parents=True, exist_ok=True)
(folder / "device_models").mkdir(exist_ok=True)
(folder.parent / "device-tidy.toml").write_text("level = 1")
(folder / "out" / "debug").mkdir(parents=True, exist_ok=True)
(folder / "out" / "debug" / "compile_commands.json").write_text("[]")
(folder / "x.py").write_text("")
blocks = re.findall(r"^```toml\n# (\S+)\n(.*?)^```$", (docs / "settings.md").read_text(), re.MULTILINE | re.DOTALL)
assert [name for name, _ in blocks] == ["device-tidy.toml", "pyproject.toml"]
whole = tomllib.loads(blocks[0][1])
assert fits(whole) and taken(blocks[0][1]), "the example"
assert fits(tomllib.loads(blocks[1][1])["tool"]["device-tidy"]), "the example in pyproject.toml"
assert set(whole) == set(schema["properties"]), set(whole) ^ set(schema["properties"])
for wrong in ('selct = ["device-*"]', "level = 4", "level = true", 'level = "2"', 'worlds = ["moon"]', "models = 'x'",
              'output-format = "html"', "max-accelerators = 0", 'private-backend = "a b"', "exclude = [1]", "baseline = 1",
              'per-file-ignores = ["x"]', "[device-implicit-creation]\nstrict = true", "select = 'device-*'", "extend = ['x']",
              'pages-url = "https://example.org"', 'pages-url = "docs/{check}.md"'):
    assert not fits(tomllib.loads(wrong)), f"the schema takes {wrong}"
    assert not taken(wrong), f"the program takes {wrong}"
