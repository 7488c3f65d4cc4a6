# RUN: not %device_tidy check --isolated --worlds gpu --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A function that both ways of a condition define: which one is called hangs on the condition.
import torch


def both_bad(flag):
    if flag:

        def f(a):
            return a + torch.ones(2)

    else:

        def f(a):
            return a + torch.zeros(2)

    # CHECK: :[[#@LINE+1]]:12: warning: operands of '+' are on different devices: 'a' on cuda
    return f(torch.ones(2, device="cuda"))


def both_ok(flag):
    if flag:

        def f(a):
            return a + torch.ones_like(a)

    else:

        def f(a):
            return a + torch.zeros_like(a)

    return f(torch.ones(2, device="cuda"))


def follows_ok(flag):
    if flag:

        def make():
            return torch.ones(2, device="cuda")

    else:

        def make():
            return torch.ones(2)

    other = torch.ones(2, device="cuda") if flag else torch.ones(2)
    return make() + other


def lambdas_ok(flag):
    f = (lambda: torch.ones(2, device="cuda")) if flag else (lambda: torch.ones(2))
    return f() + torch.ones(2, device="cuda" if flag else "cpu")


def lambdas_bad(flag):
    f = (lambda: torch.ones(2, device="cuda")) if flag else (lambda: torch.ones(2))
    # CHECK: :[[#@LINE+1]]:16: warning: operands of '+' may be on different devices: 'f()' on cuda
    return f() + torch.ones(2)
