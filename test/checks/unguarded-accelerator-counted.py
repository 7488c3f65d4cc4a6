# Loops over as many accelerators as there are run on machines that have one.
# RUN: not %device_tidy check --isolated --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch


def up_to_ok():
    i = 0
    while i < torch.cuda.device_count():
        torch.ones(4, device=f"cuda:{i}")
        torch.ones(4, device="cuda")
        i += 1


def up_to_bad(n):
    i = 0
    while i < n:
        torch.ones(4, device="cuda")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
        i += 1


def down_ok():
    i = torch.cuda.device_count() - 1
    while i >= 0:
        torch.ones(4, device="cuda:0")
        i -= 1


def down_past_the_first_bad():
    i = torch.cuda.device_count() - 1
    while i >= -1:
        torch.ones(4, device="cuda:0")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator
        i -= 1


def down_to_nothing_ok():
    left = torch.cuda.device_count()
    while left > 0:
        left -= 1
        torch.ones(4, device="cuda")


def as_many_as_ok():
    if torch.cuda.device_count() == 2:
        torch.ones(4, device="cuda")


def not_as_many_as_bad():
    if torch.cuda.device_count() != 2:
        torch.ones(4, device="cuda")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator


# What was made in such rounds is there with an accelerator only.
def listed_ok(net):
    devices = [torch.device("cuda", i) for i in range(torch.cuda.device_count())]
    for device in devices:
        torch.ones(4, device=device)
    for i, device in enumerate(devices):
        torch.ones(i, device=device)
    for x, device in zip(net.inputs, devices):
        x + torch.ones(4, device=device)
    return [net.to(device) for device in reversed(list(devices))]


def listed_bad(net, n):
    devices = [torch.device("cuda", i) for i in range(n)]
    for device in devices:
        torch.ones(4, device=device)
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator
        # CHECK: note: cuda named here


def listed_and_more_bad():
    devices = []
    for i in range(torch.cuda.device_count()):
        devices.append(torch.device("cuda"))
    devices.append(torch.device("cuda"))
    for device in devices:
        torch.ones(4, device=device)
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator
        # CHECK: note: cuda named here


def first_ok():
    devices = [torch.device("cuda", i) for i in range(torch.cuda.device_count())]
    if devices:
        torch.ones(4, device=devices[0])
    if len(devices) > 0:
        torch.ones(4, device=devices[0])
    if not devices:
        return
    torch.ones(4, device=devices[0])


def first_bad():
    devices = [torch.device("cuda", i) for i in range(torch.cuda.device_count())]
    if len(devices) >= 0:
        torch.ones(4, device=devices[0])
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator
        # CHECK: note: cuda named here


def mapped_ok():
    devices = {i: torch.device("cuda", i) for i in range(torch.cuda.device_count())}
    for i, device in devices.items():
        torch.ones(i, device=device)
    for device in devices.values():
        torch.ones(4, device=device)
    for i in devices:
        torch.ones(4, device=devices[i])


def spelled_ok(n):
    devices = tuple(f"cuda:{i}" for i in range(min(n, torch.cuda.device_count())))
    for device in devices:
        torch.ones(4, device=device)


def numbers_ok():
    numbers = list(range(torch.cuda.device_count()))
    for number in numbers:
        torch.ones(4).cuda(number).sum()
    if len(numbers) > 1:
        torch.ones(4).cuda(numbers[0]).sum()


def all_but_one_ok():
    for i in range(1, torch.cuda.device_count()):
        torch.ones(4).cuda(i).sum()
    for i in range(torch.cuda.device_count() - 1, -1, -1):
        torch.ones(4).cuda(i).sum()


def at_most_ok(n):
    count = min(n, torch.cuda.device_count())
    i = 0
    while i < count:
        torch.ones(4).cuda(i).sum()
        i += 1
    if count:
        torch.ones(4, device="cuda")


def at_most_half_ok():
    for i in range(int(torch.cuda.device_count() / 2)):
        torch.ones(4).cuda(i).sum()


def if_available_ok():
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    for i in range(count):
        torch.ones(4).cuda(i).sum()


def made():
    return [torch.device("cuda", i) for i in range(torch.cuda.device_count())]


def made_ok():
    for device in made():
        torch.ones(4, device=device)


# A round runs in any case.
def at_least_one_bad():
    for i in range(max(1, torch.cuda.device_count())):
        torch.ones(4).cuda(i).sum()
        # CHECK: :[[@LINE-1]]:23: warning: 'cuda' needs an accelerator


def or_one_bad():
    for i in range(torch.cuda.device_count() or 1):
        torch.ones(4).cuda(i).sum()
        # CHECK: :[[@LINE-1]]:23: warning: 'cuda' needs an accelerator


def or_one_spelled_bad():
    devices = [f"cuda:{i}" for i in range(torch.cuda.device_count() or 1)]
    for device in devices:
        torch.ones(4, device=device)
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator
        # CHECK: note: cuda named here


def one_if_none_bad():
    count = torch.cuda.device_count()
    if count == 0:
        count = 1
    for i in range(count):
        torch.ones(4).cuda(i).sum()
        # CHECK: :[[@LINE-1]]:23: warning: 'cuda' needs an accelerator


def one_more_bad():
    for i in range(torch.cuda.device_count() + 1):
        torch.ones(4).cuda(i).sum()
        # CHECK: :[[@LINE-1]]:23: warning: 'cuda' needs an accelerator


# Both ways of a question for several accelerators are there with none.
def behind_the_question_bad(x):
    if torch.cuda.device_count() > 1:
        x = x + 1
    return torch.ones(4).to("cuda") + x
    # CHECK: :[[@LINE-1]]:26: warning: 'to' needs an accelerator


def inside_the_question_ok(x):
    if torch.cuda.device_count() > 1:
        x = torch.ones(4).to("cuda") + x
    return x


# Behind a loop of no rounds, what is appended is the first.
def appended_if_none_ok():
    devices = [torch.device("cuda", i) for i in range(torch.cuda.device_count())]
    if not devices:
        devices.append(torch.device("cpu"))
    return torch.ones(4, device=devices[0])


def appended_if_none_bad():
    devices = [torch.device("cuda", i) for i in range(torch.cuda.device_count() or 1)]
    devices[0:1]
    return torch.ones(4, device=devices[0])
    # CHECK: :[[@LINE-1]]:12: warning: 'ones' needs an accelerator
    # CHECK: note: cuda named here
