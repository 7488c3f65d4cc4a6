# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bases of torch.cuda.Stream and torch.cuda.Event: PyTorch's own streams and events of any device."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from device_tidy.simulation.errors import NotSimulated
from device_tidy.simulation.library import Library

CUDA = 1  # c10::DeviceType


def functions(c: ModuleType, library: Library) -> dict[str, Any]:
    class _CudaStreamBase(c.Stream):  # type: ignore[name-defined,misc]
        def __new__(
            cls,
            priority: int = 0,
            stream_id: int | None = None,
            device_index: int | None = None,
            device_type: int = CUDA,
            stream_ptr: int = 0,
        ) -> Any:
            if stream_ptr:
                raise NotSimulated("streams of other libraries")
            if stream_id is None or device_index is None:
                return super().__new__(cls, device=f"cuda:{library.current_device()}", priority=priority)
            return super().__new__(cls, stream_id=stream_id, device_index=device_index, device_type=CUDA)

        @property
        def cuda_stream(self) -> int:
            return int(self.stream_id)

        @property
        def priority(self) -> int:
            return 0

        @staticmethod
        def priority_range() -> tuple[int, int]:
            return 0, -5

    class _CudaEventBase(c.Event):  # type: ignore[name-defined,misc]
        def __new__(
            cls, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False
        ) -> Any:
            device = f"cuda:{library.current_device()}"
            event = super().__new__(cls, device=device, enable_timing=enable_timing, blocking=blocking)
            event._is_timed = enable_timing
            return event

        def elapsed_time(self, other: Any) -> float:
            # PyTorch's own takes a torch.Event and nothing that is derived from it. c10/core/impl/InlineEvent.h
            if not (self.event_id and other.event_id):
                raise RuntimeError("Both events must be recorded before calculating elapsed time.")
            if not (self._is_timed and getattr(other, "_is_timed", True)):
                raise RuntimeError("Both events must be created with argument 'enable_timing=True'.")
            return library.elapsed(self.event_id, other.event_id)

        @property
        def cuda_event(self) -> int:
            return int(self.event_id)

        @classmethod
        def from_ipc_handle(cls, device: object, ipc_handle: bytes) -> Any:
            raise NotSimulated("events of other processes")

        def ipc_handle(self) -> bytes:
            raise NotSimulated("events for other processes")

    def set_stream(stream_id: int, device_index: int, device_type: int) -> None:
        library.exchange_device(device_index)
        library.set_stream(device_index, stream_id)

    def current_stream(device: int) -> tuple[int, int, int]:
        return library.current_stream(device), device if device >= 0 else library.current_device(), CUDA

    def from_external(pointer: int, device: int) -> Any:
        raise NotSimulated("streams of other libraries")

    return {
        "_CudaStreamBase": _CudaStreamBase,
        "_CudaEventBase": _CudaEventBase,
        "_cuda_setStream": set_stream,
        "_cuda_getCurrentStream": current_stream,
        "_cuda_getDefaultStream": lambda device: (0, device if device >= 0 else library.current_device(), CUDA),
        "_cuda_getCurrentRawStream": library.current_stream,
        "_cuda_getStreamFromExternal": from_external,
    }
