"""Writes notebooks with odd cells, and files with odd names: odd_names.py FOLDER."""

import json
import sys
from pathlib import Path

folder = Path(sys.argv[1])
for name in ("names", "ignored"):
    (folder / name).mkdir(parents=True)
BUG = 'import torch\nx = torch.ones(3, device="cuda") + torch.ones(3)\n'


def notebook(name, *cells, mark=""):
    text = json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]})
    (folder / name).write_text(mark + text, encoding="utf-8")


notebook("number.ipynb", BUG, 5)
notebook("none.ipynb", BUG, ["a", None])
notebook("marked.ipynb", BUG, mark="\ufeff")
(folder / "names" / "a\nb.py").write_text(BUG)
(folder / "names" / "a\x1b[31m.py").write_text(BUG)
(folder / "names" / "broken\n.py").write_text("(\n")
(folder / "ignored" / "a.py").write_text(BUG)
(folder / "ignored" / ".gitignore").write_text("\ufeff*.py\n", encoding="utf-8")
