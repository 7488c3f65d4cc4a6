"""Runs the steps of docs/ci/device-tidy.yml that call the built program, in the current folder: steps.py WORKFLOW PROGRAM.

Prints what they print and ends with the last status that is not 0.
"""

import subprocess
import sys

import yaml

INSTALLED = "/opt/device-tidy/build/bin/device-tidy"

with open(sys.argv[1], encoding="utf-8") as file:
    steps = yaml.safe_load(file)["jobs"]["device-tidy"]["steps"]
status = 0
commands = [step["run"] for step in steps if step.get("run", "").startswith(INSTALLED)]
assert len(commands) == 2, commands
for command in commands:
    status = subprocess.run(["bash", "-ec", command.replace(INSTALLED, sys.argv[2])], check=False).returncode or status
sys.exit(status)
