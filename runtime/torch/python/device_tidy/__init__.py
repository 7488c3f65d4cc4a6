# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device-tidy beside a running program: helpers for programs that place tensors on devices.

    device_safe      decorator: all tensors of a call are on one device
    DeviceAutoPilot  moves what it is given, however nested, to one device; ensure_device does it once
    DeviceDebugger   scope: how long device work takes, what is moved, and what a device error in it means
    safe_load        torch.load onto a device that this machine has
    explain          what an exception says of devices: operands, where each was placed, the repair
    placements       table of what lives where in a module or any other object
    On, Host         what annotations say of where a tensor is, for device-tidy check

device_tidy.simulation makes CUDA devices exist on a machine that has none; device_tidy.verification is what
`device-tidy run` starts. Importing this package imports no torch: names are looked up when they are used.
"""

TYPE_CHECKING = False  # as typing has it; importing that takes longer than all the rest

if TYPE_CHECKING:
    from device_tidy.annotations import Host as Host
    from device_tidy.annotations import On as On
    from device_tidy.debugger import DeviceDebugger as DeviceDebugger
    from device_tidy.explanation import Explanation as Explanation
    from device_tidy.explanation import explain as explain
    from device_tidy.loading import safe_load as safe_load
    from device_tidy.safety import DeviceMismatchError as DeviceMismatchError
    from device_tidy.safety import device_safe as device_safe
    from device_tidy.table import PlacementTable as PlacementTable
    from device_tidy.table import placements as placements
    from device_tidy.transfer import DeviceAutoPilot as DeviceAutoPilot
    from device_tidy.transfer import ensure_device as ensure_device

__version__ = "0.1.0"

_HOME = {
    "DeviceAutoPilot": "transfer",
    "DeviceDebugger": "debugger",
    "DeviceMismatchError": "safety",
    "Explanation": "explanation",
    "Host": "annotations",
    "On": "annotations",
    "PlacementTable": "table",
    "device_safe": "safety",
    "ensure_device": "transfer",
    "explain": "explanation",
    "placements": "table",
    "safe_load": "loading",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    value: object = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
