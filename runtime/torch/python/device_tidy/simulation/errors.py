# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong."""


class SimulationError(RuntimeError):
    """Devices cannot be simulated here."""


class NotSimulated(NotImplementedError):
    """The program asked for something of CUDA that simulated devices do not have."""

    def __init__(self, what: str) -> None:
        super().__init__(f"device-tidy: simulated devices have no {what}")
