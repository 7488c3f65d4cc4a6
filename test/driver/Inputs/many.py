"""Writes N units with one bug each into a folder."""

import os
import sys

source = open(os.path.join(os.path.dirname(__file__), "bug.cpp")).read()
for number in range(int(sys.argv[2])):
    with open(os.path.join(sys.argv[1], f"unit{number}.cpp"), "w") as out:
        out.write(source.replace("adds_cpu_to_cuda_bad", f"adds_cpu_to_cuda_{number}_bad"))
