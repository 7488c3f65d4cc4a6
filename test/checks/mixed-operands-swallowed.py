# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What is behind code that raises, where somebody swallows what was raised.
import asyncio
import contextlib
import functools
import sys
import unittest
import warnings

import numpy
import pytest
import torch
from elsewhere import scope


def caught_bad(x: torch.Tensor):
    try:
        raise ValueError
    except ValueError:
        pass
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def fail():
    raise ValueError


def suppressed_bad():
    with contextlib.suppress(ValueError):
        raise ValueError
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def suppressed_call_bad():
    with open("log"), contextlib.suppress(ValueError):
        fail()
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def suppressed_exit_bad():
    with contextlib.suppress(SystemExit):
        sys.exit(1)
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


# What is looked up is returned only if it is there.
def suppressed_lookup_bad(cache):
    with contextlib.suppress(KeyError):
        return cache["x"]
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def suppressed_in_a_row_bad(files):
    for _ in files:
        with contextlib.suppress(ValueError):
            fail()
    with contextlib.suppress(ValueError):
        with torch.no_grad():
            fail()
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def not_suppressed_ok():
    with open("log"), torch.no_grad():
        raise ValueError
    return torch.ones(3, device="cuda:0") + torch.ones(3)


# What part of the body has run is not known, so it is taken to have run.
def suppressed_move_ok(x):
    y = torch.ones(3)
    with contextlib.suppress(ValueError):
        y = y.to("cuda:0")
        x.check(y)
    return y + torch.ones(3, device="cuda:0")


class Swallows:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return True


class MaySwallow(Swallows):
    def __exit__(self, kind, value, trace):
        return kind is ValueError


class Cleans(Swallows):
    def __exit__(self, kind, value, trace):
        print("left")


def own_exit_bad():
    with Swallows():
        raise ValueError
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def own_exit_of_variable_bad():
    scope = MaySwallow()
    with scope as entered:
        fail()
    return torch.ones(3, device="cuda:0") + torch.ones(3), entered
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def own_exit_ok():
    with Cleans():
        raise ValueError
    return torch.ones(3, device="cuda:0") + torch.ones(3)


@contextlib.contextmanager
def quiet(path):
    file = open(path)
    try:
        print(path)
        yield file
    except ValueError:
        print("nothing")
    finally:
        file.close()


@contextlib.contextmanager
def closing(path):
    file = open(path)
    try:
        yield file
    finally:
        file.close()


@contextlib.contextmanager
def translating():
    try:
        yield
    except ValueError as error:
        raise RuntimeError from error


def generator_bad():
    with quiet("log"):
        fail()
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def generator_closes_ok():
    with closing("log"):
        fail()
    return torch.ones(3, device="cuda:0") + torch.ones(3)


def generator_translates_ok():
    with translating():
        fail()
    return torch.ones(3, device="cuda:0") + torch.ones(3)


class Test(unittest.TestCase):
    def test_bad(self):
        with self.assertRaises(ValueError):
            fail()
        return torch.ones(3, device="cuda:0") + torch.ones(3)
        # CHECK: :[[#@LINE-1]]:47: warning: operands of '+' are on different devices


def test_raises_bad():
    with pytest.raises(ValueError):
        fail()
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


async def forever():
    while True:
        await asyncio.sleep(1)


# A coroutine that is not awaited has not begun.
def coroutine_bad():
    task = forever()
    return torch.ones(3, device="cuda:0") + torch.ones(3), task
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


async def task_bad():
    task = asyncio.create_task(forever())
    y = torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:40: warning: operands of '+' are on different devices
    await task
    return y


async def coroutine_ok():
    await forever()
    return torch.ones(3, device="cuda:0") + torch.ones(3)


def catching(function):
    def inner(*args):
        try:
            return function(*args)
        except ValueError:
            return None

    return inner


def logging(function):
    def inner(*args):
        print(args)
        return function(*args)

    return inner


@catching
def caught():
    raise ValueError


@logging
def logged():
    raise ValueError


@torch.no_grad()
def without_gradients():
    raise ValueError


def decorated_bad():
    caught()
    return torch.ones(3, device="cuda:0") + torch.ones(3)
    # CHECK: :[[#@LINE-1]]:43: warning: operands of '+' are on different devices


def decorated_ok():
    logged()
    return torch.ones(3, device="cuda:0") + torch.ones(3)


def decorated_by_library_ok():
    without_gradients()
    return torch.ones(3, device="cuda:0") + torch.ones(3)


class Stops:
    def run(self):
        raise ValueError

    def start_bad(self):
        self.run()
        return torch.ones(3, device="cuda:0") + torch.ones(3)
        # CHECK: :[[#@LINE-1]]:47: warning: operands of '+' are on different devices


class AlsoStops:
    def run(self):
        raise ValueError

    def start_ok(self):
        self.run()
        return torch.ones(3, device="cuda:0") + torch.ones(3)


class Runs:
    def run(self):
        return None


# The first base has the method, although the second knows nothing of it.
class First(Runs, Stops):
    pass


class Second(AlsoStops, Runs):
    pass


class Left(Stops):
    pass


class Both(Left, Runs):
    pass


# Left has it from Stops, which stands before Runs.
def inherited_ok():
    Both().run()
    return torch.ones(3, device="cuda:0") + torch.ones(3)


# Another function may be what is called.
@functools.singledispatch
def dispatched(x):
    raise NotImplementedError


@dispatched.register
def dispatched_number(x: int):
    return x


def after_dispatch_bad():
    dispatched(3)
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def replaces(f):
    return lambda *a: 1


@replaces
def replaced():
    raise NotImplementedError


def after_replaced_bad():
    replaced()
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def keeps(f):
    return f


@keeps
def kept():
    raise NotImplementedError


def after_kept_ok():
    kept()
    return torch.ones(2, device="cuda") + torch.ones(2)


def after_stack_bad():
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(ValueError))
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


# What another package made may swallow.
def unknown_bad():
    with scope():
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def raises_in_unknown():
    with scope() as entered, torch.no_grad():
        fail()


def after_unknown_bad():
    raises_in_unknown()
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


# A body that returns is left so.
def unknown_returns_ok(x):
    with scope():
        return x
    return torch.ones(2, device="cuda") + torch.ones(2)


def known_ok():
    with warnings.catch_warnings(), torch.device("cpu"):
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)


# The same of managers that are values: of a parameter, a member, a choice nobody knows what it does.
def given_bad(expectation):
    with expectation:
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def member_of_given_bad(lock):
    with lock.inner:
        fail()
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def given_maker_bad(maker):
    with maker(ValueError):
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def chosen_bad(context=None):
    context = context or pytest.raises(ValueError)
    with context:
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def chosen_ok(flag):
    context = torch.no_grad() if flag else warnings.catch_warnings()
    with context:
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)


class Keeps:
    def __init__(self):
        self.manager = scope()

    def raises(self):
        with self.manager:
            raise ValueError

    def after_member_bad(self):
        self.raises()
        return torch.ones(2, device="cuda") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:45: warning: operands of '+' are on different devices


def expected():
    return pytest.raises(ValueError)


def given_by_function_bad():
    with expected():
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def opened():
    return open("log")


def given_by_function_ok():
    with opened():
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)


class Unknown(scope):
    def __enter__(self):
        return self


def unknown_base_bad():
    with Unknown():
        raise ValueError
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def numpy_bad():
    with numpy.testing.assert_raises(ValueError):
        fail()
    return torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:41: warning: operands of '+' are on different devices


def numpy_ok():
    with numpy.errstate(all="raise"):
        fail()
    return torch.ones(2, device="cuda") + torch.ones(2)
