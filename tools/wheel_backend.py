# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What pip calls for `pip install REPOSITORY`, and pre-commit with it (PEP 517).

Where tools/setup has run, or a build folder is named (cmake.define.DT_BUILT), scikit-build-core makes the wheel of the
sources. Elsewhere there is no LLVM to build with: then the wheel of the release is the wheel, and pip fetches it from
where it fetches all packages.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILDER = "scikit-build-core>=1.1"


def builds_here(settings) -> bool:
    return "cmake.define.DT_BUILT" in (settings or {}) or any((ROOT / "build").glob(".setup*"))


def version() -> str:
    return re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())[1]


def pip(*arguments: str, quiet: bool = False) -> int:
    """pip of this interpreter. The environment in which this runs hides it, and what else it would see."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    output = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, env=environment, stdout=output, stderr=output, check=False).returncode


def get_requires_for_build_wheel(config_settings=None) -> list[str]:
    if builds_here(config_settings):
        return [BUILDER]
    return [] if pip("--version", quiet=True) == 0 else ["pip"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None) -> str:
    if builds_here(config_settings):
        from scikit_build_core import build

        return build.build_wheel(wheel_directory, config_settings, metadata_directory)
    wanted = f"device-tidy=={version()}"
    if pip("download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", wheel_directory, wanted):
        sys.exit(
            f"{wanted} has no wheel for this machine where pip looks. Built from source it needs LLVM 22: tools/setup "
            "installs that on Debian 12, and tools/wheel makes a wheel, for pip install or PIP_FIND_LINKS"
        )
    return next(pathlib.Path(wheel_directory).glob(f"device_tidy-{version()}-*.whl")).name


def get_requires_for_build_sdist(config_settings=None) -> list[str]:
    return [BUILDER]


def build_sdist(sdist_directory, config_settings=None) -> str:
    from scikit_build_core import build

    return build.build_sdist(sdist_directory, config_settings)
