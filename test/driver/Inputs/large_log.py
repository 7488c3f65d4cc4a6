"""Writes the log of a long training: lines that say nothing of devices being wrong, one of them very long."""

import sys

with open(sys.argv[1], "w") as log:
    for step in range(360_000):
        log.write(f"12:00:00 INFO step {step} loss {step % 7}.25 lr 1e-4 device cuda:0 memory 1024 MB, as before\n")
    log.write("a " * 2_000_000 + "\n")
