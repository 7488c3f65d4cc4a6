"""Writes a program of one statement many times, and a bug behind it: large.py STATEMENT COUNT FILE."""

import sys

statement, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with open(path, "w") as file:
    file.write('import torch\nx = []\nc = torch.ones(2, device="cuda")\n')
    file.write((statement + "\n") * count + "c + torch.ones(2)\n")
