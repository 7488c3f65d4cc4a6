# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A function that calls what it is given does what that does: a parameter, a member, one that it hands on.
import torch


def read(x):
    return x.numpy()


def zeros(x):
    return torch.zeros(3)


def same(x):
    return x * 2


def apply(function, x):
    return function(x)


def apply_twice(function, x):
    return apply(function, apply(function, x))


def apply_either(function, x):
    if function is None:
        return x
    return function(x)


class Metric:
    def __init__(self, function):
        self.function = function

    def of(self, x):
        return self.function(x)


class Reader:
    def read(self, x):
        return x.sum()


def apply_method(reader, x):
    return reader.read(x)


def bad():
    if not torch.cuda.is_available():
        return
    there = torch.ones(3, device="cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
    apply(read, there)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
    apply(lambda x: x.numpy(), there)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'apply(zeros, there)' on cpu, 'there' on cuda [device-mixed-operands]
    apply(zeros, there) + there
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'apply_twice(same, there)' on cuda, 'torch.ones(3)' on cpu [device-mixed-operands]
    apply_twice(same, there) + torch.ones(3)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'apply(torch.relu, there)' on cuda, 'torch.ones(3)' on cpu [device-mixed-operands]
    apply(torch.relu, there) + torch.ones(3)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
    apply_either(read, there)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
    Metric(read).of(there)
    metric = Metric(read)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
    metric.function(there)


def good():
    if not torch.cuda.is_available():
        return
    there = torch.ones(3, device="cuda")
    apply(read, there.cpu())
    apply(lambda x: x.cpu().numpy(), there)
    apply(zeros, there).cuda() + there
    apply_twice(same, there) + there
    apply(torch.relu, there) + there
    apply_either(read, there.cpu())
    apply_either(None, there)
    Metric(same).of(there)
    Metric(read).of(there.cpu())
    metric = Metric(read)
    metric.function(there.cpu())
    apply_method(Reader(), there)
