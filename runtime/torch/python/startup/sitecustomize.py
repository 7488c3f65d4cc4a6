# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `device-tidy run` has every Python of the program read at its start: this folder is first on PYTHONPATH.

Leaves no trace where torch is not imported, and hands on to a sitecustomize that the environment has itself.
"""

import importlib.machinery
import importlib.util
import os
import sys


def _start() -> None:
    devices = os.environ.get("DEVICE_TIDY_DEVICES", "")
    verify = os.environ.get("DEVICE_TIDY_VERIFY", "")
    if not devices and not verify:
        return
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    try:
        if devices:
            from device_tidy import simulation
        if verify:
            from device_tidy import verification
    finally:
        del sys.path[0]
    if devices:
        simulation.start(int(devices))
    if verify:
        verification.start()


def _run_next() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    elsewhere = [folder for folder in sys.path if os.path.abspath(folder) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", elsewhere)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


_start()
_run_next()
