# What fails without an accelerator in a scope that ends that is tried, as in `try`.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import contextlib
import threading
from contextlib import suppress

import torch

available = torch.cuda.is_available()


def suppressed_ok(x):
    with contextlib.suppress(RuntimeError):
        x = x.cuda()
    return x


def suppressed_bad(x):
    with contextlib.suppress(ValueError):
        # CHECK: :[[#@LINE+1]]:15: warning: 'cuda' needs an accelerator and fails on a machine without one
        x = x.cuda()
    return x


def several_ok(x):
    with suppress(ValueError, AssertionError):
        x = x.cuda()
    return x


def behind_bad(x):
    with suppress(Exception):
        print(x)
    # CHECK: :[[#@LINE+1]]:14: warning: 'cuda' needs an accelerator
    return x.cuda()


def stacked_ok(x):
    with contextlib.ExitStack() as stack:
        stack.enter_context(suppress(Exception))
        x = x.cuda()
    return x


def stacked_bad(x):
    with contextlib.ExitStack() as stack:
        stack.enter_context(suppress(KeyError))
        # CHECK: :[[#@LINE+1]]:15: warning: 'cuda' needs an accelerator
        x = x.cuda()
    return x


@contextlib.contextmanager
def attempt():
    try:
        yield
    except RuntimeError:
        pass


@contextlib.contextmanager
def attempt_lookup():
    try:
        yield
    except KeyError:
        pass


def attempted_ok(x):
    with attempt():
        x = x.cuda()
    return x


def attempted_bad(x):
    with attempt_lookup():
        # CHECK: :[[#@LINE+1]]:15: warning: 'cuda' needs an accelerator
        x = x.cuda()
    return x


class Attempt:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return kind is RuntimeError


class Timer:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False


def own_ok(x):
    with Attempt():
        x = x.cuda()
    return x


def own_bad(x):
    with Timer(), threading.Lock():
        # CHECK: :[[#@LINE+1]]:15: warning: 'cuda' needs an accelerator
        x = x.cuda()
    return x
