# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pytest --simulate-devices=2: a test suite on simulated CUDA devices.

    @pytest.mark.needs_devices(2)
    def test_moves(simulated_devices):
        first, second = simulated_devices
        assert torch.ones(2, device=second).to(first).device == first

A test that asks for what simulated devices do not have is skipped, with that reason. A test that fails with an error
about devices is explained in a section of its report, with or without simulated devices. To be loaded as an
installed plugin or with -p device_tidy.pytest_plugin, since conftest files may import torch.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from device_tidy import explain, simulation

if TYPE_CHECKING:
    import torch

NOT_SIMULATED = "device-tidy: simulated devices"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("device-tidy").addoption(
        "--simulate-devices",
        type=int,
        metavar="N",
        help="run the tests with N simulated CUDA devices",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    devices = early_config.known_args_namespace.simulate_devices
    if devices is None:
        return
    try:
        simulation.start(devices)
        simulation.check()
    except simulation.SimulationError as error:
        raise pytest.UsageError(f"--simulate-devices: {error}") from None


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs_devices(n=1): skip the test where there are fewer than n CUDA devices")


def pytest_report_header(config: pytest.Config) -> str | None:
    devices = config.getoption("simulate_devices")
    return None if devices is None else f"device-tidy: {devices} simulated CUDA devices"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        marker = item.get_closest_marker("needs_devices")
        if marker is not None:
            wanted = marker.args[0] if marker.args else marker.kwargs.get("n", 1)
            present = _count_devices()
            if present < wanted:
                item.add_marker(pytest.mark.skip(reason=f"needs {wanted} CUDA devices, there are {present}"))


def _count_devices() -> int:
    import torch

    return torch.cuda.device_count()


@pytest.fixture
def simulated_devices() -> list[torch.device]:
    """The simulated devices; the test is skipped if there are none."""
    if not simulation.is_active():
        pytest.skip("needs simulated devices: pytest --simulate-devices=2")
    import torch

    return [torch.device("cuda", index) for index in range(torch.cuda.device_count())]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    outcome = yield
    report = outcome.get_result()
    if call.excinfo is None or not report.failed:
        return
    explanation = explain(call.excinfo.value)
    if explanation is not None:
        report.sections.append(("device-tidy", str(explanation)))
    text = str(call.excinfo.value)
    if call.excinfo.errisinstance(NotImplementedError) and text.startswith(NOT_SIMULATED):
        path, line, _ = item.location
        report.outcome = "skipped"
        report.longrepr = (path, (line or 0) + 1, f"Skipped: {text.splitlines()[0]}")
