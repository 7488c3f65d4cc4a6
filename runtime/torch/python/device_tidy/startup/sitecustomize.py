# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `device-tidy run` has every Python of the program read at its start: this folder is first on PYTHONPATH.

Leaves no trace where torch is not imported, and hands on to a sitecustomize that the environment has itself.
"""

import importlib.machinery
import importlib.util
import os
import sys


def _import_package() -> None:
    """The package that this folder is in, whatever the path of the program's Python says, which is not touched: other
    packages may stand beside this one."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    spec = importlib.util.spec_from_file_location(
        "device_tidy", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["device_tidy"] = module
    spec.loader.exec_module(module)


def _start() -> None:
    devices = os.environ.get("DEVICE_TIDY_DEVICES", "")
    verify = os.environ.get("DEVICE_TIDY_VERIFY", "")
    if not devices and not verify:
        return
    _import_package()
    if devices:
        from device_tidy import simulation
        from device_tidy.simulation import importing

        # Devices that the program takes for granted: it does not run without.
        if not devices.isascii() or not devices.isdigit() or not 1 <= int(devices) <= simulation.MAX_DEVICES:
            sys.stderr.write(
                "device-tidy: error: DEVICE_TIDY_DEVICES is a number"
                f" from 1 to {simulation.MAX_DEVICES}, not {devices}\n"
            )
            sys.stderr.flush()
            os._exit(2)
        importing.is_required = True
        simulation.start(int(devices))
    if verify:
        from device_tidy import verification

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
