"""Runs the scripts of action.yml, or of the GitLab template, as their hosts would: action.py github|gitlab FILE PROGRAM BASE.

The current folder is the checkout, BASE the base commit of a pull request. Installing is left out: PROGRAM is installed.
Prints what the scripts print, and ends with the first status that is not 0.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

host, file, program, base = sys.argv[1:]
told = yaml.safe_load(pathlib.Path(file).read_text())
with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    tools = folder / "device-tidy" / "bin"
    tools.mkdir(parents=True)
    (tools / "device-tidy").write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
    (tools / "device-tidy").chmod(0o755)
    (folder / "environment").touch()
    known = {"inputs.paths": ".", "inputs.arguments": "", "github.event.pull_request.base.sha": base}
    if host == "github":
        steps = [step for step in told["runs"]["steps"] if "run" in step and "pip" not in step["run"]]
        assert len(steps) == 3, steps
        scripts = [(s["run"], {k: known[v.strip("${} ")] for k, v in s["env"].items()}) for s in steps]
    else:
        scripts = [(line.replace("/tmp/", f"{folder}/"), {}) for line in told["device-tidy"]["script"] if "pip " not in line]
        assert len(scripts) == 1, scripts
    for script, variables in scripts:
        environment = os.environ | variables | {
            "RUNNER_TEMP": temporary,
            "GITHUB_ENV": str(folder / "environment"),
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
            "DEVICE_TIDY_PATHS": ".",
            "PATH": f"{tools}:{os.environ['PATH']}",
        }
        environment |= dict(line.split("=", 1) for line in (folder / "environment").read_text().splitlines())
        status = subprocess.run(["bash", "-eo", "pipefail", "-c", script], env=environment, check=False).returncode
        if status:
            sys.exit(status)
    if host == "github":
        assert (folder / "device-tidy.sarif").stat().st_size
