# What functions do with arguments that nobody says are tensors: callers know.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch


def shaped(x):
    return x.view(2, 2)


def widened(x):
    return x.float().clone().mul(2)


def method_bad():
    on_gpu = torch.ones(2, 2).cuda()
    return shaped(on_gpu) + torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:27: warning: operands of '+' are on different devices: 'shaped(on_gpu)' on cuda, 'torch.ones(2, 2)' on cpu


def method_ok():
    on_gpu = torch.ones(2, 2).cuda()
    return shaped(on_gpu) + torch.ones(2, 2).cuda()


def chain_bad():
    on_gpu = torch.ones(2, 2).cuda()
    return widened(on_gpu) + torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:28: warning: operands of '+' are on different devices: 'widened(on_gpu)' on cuda, 'torch.ones(2, 2)' on cpu


# A product with what was moved: modules have none, so it is a tensor, and stays where it was.
def with_copy(x):
    host = x.cpu()
    return x * host


def copy_bad():
    return with_copy(torch.ones(2, 2).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'host' on cpu


def copied(x):
    host = x.cpu()
    return x.cpu() * host


def copy_ok():
    return copied(torch.ones(2, 2).cuda())


# One of two arguments, depending on which is there.
def either(x, mask=None):
    if mask is None:
        mask = x
    return mask


def either_bad():
    on_gpu = torch.ones(2, 2).cuda()
    return either(torch.ones(2, 2), on_gpu) + torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:45: warning: operands of '+' are on different devices: {{.*}} on cuda, 'torch.ones(2, 2)' on cpu


def either_ok():
    on_gpu = torch.ones(2, 2).cuda()
    return either(torch.ones(2, 2), on_gpu) + torch.ones(2, 2).cuda()


def left_out_ok():
    return either(torch.ones(2, 2)) + torch.ones(2, 2)


# What every return has behind it says nothing about what comes back.
def after_loop(xs, x=None):
    if x is None:
        x = torch.ones(2, 2).cuda()
    for _ in xs:
        pass
    return x


def after_loop_bad():
    return after_loop([1]) + torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:28: warning: operands of '+' are on different devices


def after_loop_ok():
    return after_loop([1]) + torch.ones(2, 2).cuda()


# Two conditions decide where things are, and the test of their devices rules one pair out.
def tested_ok(a, b):
    x = torch.ones(2, 2, device="cuda:1" if a else "cuda:0")
    y = torch.ones(2, 2, device="cpu" if b else "cuda:1")
    if x.device == y.device:
        return x + y
    return x


def tested_bad(a, b):
    x = torch.ones(2, 2, device="cuda:1" if a else "cuda:0")
    y = torch.ones(2, 2, device="cpu" if b else "cuda:1")
    if x.device != y.device:
        return x + y
        # CHECK: :[[@LINE-1]]:18: warning: operands of '+' are on different devices: 'x' on cuda:{{[01]}}, 'y' on cpu
    return x


# What is reduced may be one number, which the CPU lends to any device.
def reduced(x):
    return x.mean()


def reduced_ok():
    return reduced(torch.ones(2, 2)) * torch.ones(2, 2).cuda()


def reduced_bad():
    return reduced(torch.ones(2, 2).cuda()) * torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:45: warning: operands of '*' are on different devices: {{.*}} on cuda, 'torch.ones(2, 2)' on cpu


# What a function has tested itself is so in its callers, whatever else they may give.
def on_gpu_only(x):
    if not x.is_cuda:
        return x
    return torch.ones(2, 2, device="cuda:0") * x


def on_gpu_only_ok(n):
    x = torch.ones(2, 2)
    for _ in range(n):
        x = x.to("cuda:0")
    return on_gpu_only(x)


def anywhere(x):
    return torch.ones(2, 2, device="cuda:0") * x


def anywhere_bad(n):
    x = torch.ones(2, 2)
    if n:
        x = x.to("cuda:0")
    return anywhere(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' may be on different devices


# Modules move in place, but are no operands.
def chosen_ok(x, mask, other):
    copy = x.to("cuda:1")
    return torch.where(mask.to(x.device), x, other), copy


def calls_chosen_ok():
    chosen_ok(torch.ones(2, 2), torch.ones(2, 2) > 0, torch.ones(2, 2))


# A test that says where an argument is says where its number is: on the CPU, which lends it to any device.
def scaled_ok(x):
    torch.neg(x)
    if x.is_cuda:
        return x
    return torch.ones(2, 2, device="cuda") * torch.zeros((), device=x.device)


def scaled_bad(x):
    torch.neg(x)
    if x.is_cuda:
        return x
    return torch.ones(2, 2, device="cuda") * torch.zeros(2, device=x.device)
    # CHECK: :[[@LINE-1]]:44: warning: operands of '*' are on different devices


# A move to None leaves a tensor where it is.
def placed(x, device=None):
    return x.to(device)


def left_ok():
    return placed(torch.ones(2, 2).cuda()) + torch.ones(2, 2).cuda()


def left_bad():
    return placed(torch.ones(2, 2).cuda()) + torch.ones(2, 2)
    # CHECK: :[[@LINE-1]]:44: warning: operands of '+' are on different devices: {{.*}} on cuda, 'torch.ones(2, 2)' on cpu


def placed_ok():
    return placed(torch.ones(2, 2).cuda(), "cpu") + torch.ones(2, 2)


# Others than tensors have operators: modules are printed, and added to lists.
def kept_ok(net, nets):
    print("%s" % net)
    nets += net
    net.cuda()
    return nets


# So they have methods with the names of operators.
class Topic:
    def sub(self, other):
        return other


def taken(topic, x):
    return topic.sub(x)


def topic_ok():
    topic = Topic()
    topic.sink = torch.ones(2, 2)
    return taken(topic, torch.ones(2, 2).cuda())


def topic_bad():
    return taken(torch.ones(2, 2), torch.ones(2, 2).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'sub' are on different devices


# That an argument is on the CPU is what was tested, and what its caller knows; nobody says where the other one is.
def both_ok(x, y):
    if y.is_cuda:
        y = torch.neg(y)
    torch.neg(x)
    if x.is_cuda:
        return x
    return x + y


# What is compared gives a tensor where tensors are compared, and a bool where they are none.
def kept(scores, least):
    keep = scores > least
    return torch.ones(2, 2) * keep


def kept_bad():
    return kept(torch.rand(2, 2, device="cuda"), 0.5)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'torch.ones(2, 2)' on cpu, 'keep' on cuda


def kept_ok(count):
    return kept(torch.rand(2, 2), 0.5) + kept(count, 3) + kept(1.0, torch.rand(2, 2))


def chosen(a, b):
    same = a == b
    if same is None:
        return a
    return torch.where(same, torch.zeros(2, 2), torch.ones(2, 2))


def chosen_bad():
    x = torch.rand(2, 2, device="cuda")
    return chosen(x, x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'where' are on different devices


def chosen_ok():
    return chosen(torch.rand(2, 2), torch.rand(2, 2))


def counted(n):
    more = n > 1
    x = torch.ones(2, 2, device="cuda")
    if more:
        x = x * n
    return x * more


def counted_ok():
    return counted(3), counted(0)


# What an operator gives of an operand that was moved to the device of another one is there.
def contracted(x, y):
    return torch.einsum("ij,jk->ik", x, y.to(x.device))


def contracted_bad():
    z = torch.ones(2, 2, device="cuda")
    return contracted(torch.ones(2, 2), z) @ z
    # CHECK: :[[@LINE-1]]:44: warning: operands of '@' are on different devices: 'contracted(torch.ones(2, 2), z)' on cpu, 'z' on cuda


def contracted_ok():
    z = torch.ones(2, 2, device="cuda")
    return contracted(z, torch.ones(2, 2)) @ z
