# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A variable that a function writes which others are given: they call it, or do not.
import torch

COUNT = 0


def given_ok(run):
    count = 0

    def hook():
        nonlocal count
        count += 1

    run(hook)
    assert count == 1
    return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")


def given_bad(run):
    count = 0

    def hook():
        nonlocal count
        count += 1

    run(hook)
    assert count == 1
    return torch.ones(2, device="cuda:0") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


def written_again_ok(run):
    seen = None

    def hook():
        nonlocal seen
        seen = "here"

    later = run(hook)
    seen = None
    later()
    if seen is None:
        raise ValueError
    return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")


def written_again_bad(run):
    seen = None

    def hook():
        nonlocal seen
        seen = "here"

    later = run(hook)
    seen = None
    later()
    if seen is None:
        raise ValueError
    return torch.ones(2, device="cuda:0") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


class Holds:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        return self.function(x)


def kept_ok():
    count = 0

    def add(x):
        nonlocal count
        count += x

    Holds(add)(2)
    assert count == 2
    return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")


def kept_bad():
    count = 0

    def add(x):
        nonlocal count
        count += x

    Holds(add)(2)
    assert count == 2
    return torch.ones(2, device="cuda:0") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


def nested_ok(run):
    seen = False

    def mark():
        nonlocal seen
        seen = True

    run(lambda: mark())
    assert seen
    return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")


def nested_bad(run):
    seen = False

    def mark():
        nonlocal seen
        seen = True

    run(lambda: mark())
    assert seen
    return torch.ones(2, device="cuda:0") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


def by_a_method_ok():
    seen = False

    class Marks:
        def mark(self):
            nonlocal seen
            seen = True

    Marks().mark()
    assert seen
    return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")


def by_a_method_bad():
    seen = False

    class Marks:
        def mark(self):
            nonlocal seen
            seen = True

    Marks().mark()
    assert seen
    return torch.ones(2, device="cuda:0") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


def bump():
    global COUNT
    COUNT += 1


def of_the_module_ok(run):
    global COUNT
    COUNT = 0
    run(bump)
    assert COUNT == 1
    return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")


def of_the_module_bad(run):
    global COUNT
    COUNT = 0
    run(bump)
    assert COUNT == 1
    return torch.ones(2, device="cuda:0") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


# What is called here alone, and what only reads, leaves it as it is.
def called_here_dead_ok():
    seen = False

    def mark():
        nonlocal seen
        seen = False

    mark()
    assert seen
    return torch.ones(2, device="cuda:0") + torch.ones(2)


def only_read_dead_ok(run):
    seen = False
    run(lambda: seen)
    assert seen
    seen = True
    return torch.ones(2, device="cuda:0") + torch.ones(2)
