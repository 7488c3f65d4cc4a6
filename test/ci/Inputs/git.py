"""Runs git with an identity of its own and none of the user's settings: git.py FOLDER ARGUMENTS..."""

import os
import subprocess
import sys

settings = {"user.name": "Test", "user.email": "test@example.com", "init.defaultBranch": "main", "commit.gpgSign": "false"}
command = ["git", "-C", sys.argv[1]]
for key, value in settings.items():
    command += ["-c", f"{key}={value}"]
environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
sys.exit(subprocess.run([*command, *sys.argv[2:]], env=environment, check=False).returncode)
