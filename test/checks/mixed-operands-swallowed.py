# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What is behind code that raises, where somebody swallows what was raised.
import asyncio
import contextlib

import torch


def caught_bad(x: torch.Tensor):
    try:
        raise ValueError
    except ValueError:
        pass
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def FN_suppressed_bad():
    # That a context manager swallows exceptions is not modelled.
    with contextlib.suppress(ValueError):
        raise ValueError
    return torch.ones(3, device="cuda:0") + torch.ones(3)


class Swallows:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return True


def FN_own_exit_bad():
    with Swallows():
        raise ValueError
    return torch.ones(3, device="cuda:0") + torch.ones(3)


async def forever():
    while True:
        await asyncio.sleep(1)


def FN_coroutine_bad():
    # A coroutine that is not awaited has not begun.
    task = forever()
    return torch.ones(3, device="cuda:0") + torch.ones(3), task
