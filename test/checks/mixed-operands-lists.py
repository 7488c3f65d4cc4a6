# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Operators that take lists element by element: each element meets the one of its place in the other lists. PyTorch's
# fast kernels want one device, and its slow ones take over where there are several (ForeachUtils.h).
import torch


def pair():
    xs = [torch.ones(2, device="cuda"), torch.ones(2, device="cuda")]
    ys = [torch.ones(2, device="cuda"), torch.ones(2)]
    # CHECK: :[[@LINE+1]]:12: warning: operands of '_foreach_add' are on different devices: {{.*}} on cuda, {{.*}} on cpu [device-mixed-operands]
    return torch._foreach_add(xs, ys)


def pair_ok():
    xs = [torch.ones(2, device="cuda"), torch.ones(2)]
    ys = [torch.ones(2, device="cuda"), torch.ones(2)]
    return torch._foreach_add(xs, ys)


def crossed():
    xs = [torch.ones(2, device="cuda"), torch.ones(2)]
    ys = [torch.ones(2), torch.ones(2, device="cuda")]
    # CHECK: :[[@LINE+1]]:5: warning: operands of '_foreach_mul_' are on different devices: {{.*}} on cuda, {{.*}} on cpu [device-mixed-operands]
    torch._foreach_mul_(xs, ys)


def three():
    xs = [torch.ones(2, device="cuda"), torch.ones(2)]
    # CHECK: :[[@LINE+1]]:12: warning: operands of '_foreach_addcmul' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
    return torch._foreach_addcmul(xs, xs, [torch.ones(2, device="cuda"), torch.ones(2, device="cuda")])


def three_ok():
    xs = [torch.ones(2, device="cuda"), torch.ones(2)]
    return torch._foreach_addcmul(xs, xs, [torch.ones(2, device="cuda"), torch.ones(2)])


# A tensor beside the lists meets all elements; one of the CPU is a number if it has no dimension.
def beside():
    xs = [torch.ones(2), torch.ones(2)]
    # CHECK: :[[@LINE+1]]:12: warning: operands of '_foreach_mul' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
    return torch._foreach_mul(xs, torch.tensor(2.0, device="cuda"))


def beside_ok():
    xs = [torch.ones(2, device="cuda"), torch.ones(2)]
    torch._foreach_add_(xs, torch.tensor(2.0))
    torch._foreach_add_(xs, [1.0, 2.0])
    return torch._foreach_mul(xs, 2.0)


def target():
    xs = [torch.tensor(1.0)]
    # CHECK: :[[@LINE+1]]:5: warning: operands of '_foreach_add_' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
    torch._foreach_add_(xs, [torch.ones(2, device="cuda")])


def copies_ok():
    torch._foreach_copy_([torch.ones(2)], [torch.ones(2, device="cuda")])


# What comes out is a list, each element where those of its row met.
def results():
    out = torch._foreach_add([torch.ones(2), torch.ones(2, device="cuda")], 1.0)
    # CHECK: :[[@LINE+1]]:19: warning: operands of '+' are on different devices: 'out[0]' on cpu, 'out[1]' on cuda [device-mixed-operands]
    return out[0] + out[1]


def results_ok():
    out = torch._foreach_add([torch.ones(2), torch.ones(2, device="cuda")], 1.0)
    return out[0] + torch.ones(2), out[1] + torch.ones(2, device="cuda")


def numbers_ok():
    norms = torch._foreach_norm([torch.ones(2), torch.ones(2)])
    return norms[0] * torch.ones(2, device="cuda")


# What the rounds of a loop make.
def alike_bad(tensors):
    xs = [torch.ones(2, device="cuda") for _ in tensors]
    ys = [torch.ones(2) for _ in tensors]
    return torch._foreach_add(xs, ys)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '_foreach_add' are on different devices: an element of 'xs' on cuda, an element of 'ys' on cpu


def alike_ok(tensors):
    xs = [torch.ones(2, device="cuda") for _ in tensors]
    ys = [torch.ones(2, device="cuda") for _ in tensors]
    return torch._foreach_add(xs, ys)


def appended_ok():
    xs = [torch.ones(2, device="cuda")]
    xs.append(torch.ones(2))
    return torch._foreach_add(xs, [torch.ones(2, device="cuda"), torch.ones(2)])


def update(parameters, gradients):
    torch._foreach_add_(parameters, gradients, alpha=-0.1)


def calls_update():
    # CHECK: :[[@LINE+1]]:5: warning: {{.*}}'_foreach_add_'{{.*}} on different devices: {{.*}} on cuda, {{.*}} on cpu [device-mixed-operands]
    update([torch.ones(2), torch.ones(2, device="cuda")], [torch.ones(2), torch.ones(2)])


def calls_update_ok():
    update([torch.ones(2), torch.ones(2, device="cuda")], [torch.ones(2), torch.ones(2, device="cuda")])


# Numbers in tensors, which may stay on the CPU; rows may not.
def unbound_ok(places):
    weights = [torch.ones(2, device="meta"), torch.ones(3, device="meta")]
    return torch._foreach_mul(weights, list(torch.ones(2).unbind()))


def unbound_bad(places):
    weights = [torch.ones(2, device="meta"), torch.ones(3, device="meta")]
    return torch._foreach_mul(weights, list(torch.ones(2, 2).unbind()))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '_foreach_mul' are on different devices
