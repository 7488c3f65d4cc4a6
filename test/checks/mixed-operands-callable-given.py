# What a function gives that somebody hands in may be None: the code behind the question is alive.
# RUN: not %device_tidy check --isolated --level 1 %s --ignore device-unguarded-accelerator | FileCheck %s --implicit-check-not='warning:'
import torch


def first(graph):
    best = None
    for node in graph:
        best = node
    return best


# Returns once nothing is left.
def eliminate(graph, heuristic=first):
    node = heuristic(graph)
    while node is not None:
        graph.remove(node)
        node = heuristic(graph)
    return 1


def behind_bad(graph):
    eliminate(graph)
    # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
    return torch.ones(2, device="cuda") + torch.ones(2)


def behind_ok(graph):
    eliminate(graph)
    return torch.ones(2, device="cuda") + torch.ones(2, device="cuda")


def asked_bad(make, x):
    made = make(x)
    if made is None:
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
        return torch.ones(2, device="cuda") + torch.ones(2)
    raise ValueError(made)


def asked_ok(make, x):
    made = make(x)
    if made is None:
        return torch.ones(2, device="cuda") + torch.ones(2, device="cuda")
    raise ValueError(made)


# What the helper is told holds for its callers, too.
def checked(value):
    if value is None:
        return 1
    raise ValueError(value)


def through_bad(make, x):
    checked(make(x))
    # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
    return torch.ones(2, device="cuda") + torch.ones(2)


def through_ok(make, x):
    checked(make(x))
    return torch.ones(2, device="cuda") + torch.ones(2, device="cuda")
