# What the maker of one of several plain objects does with it is done to each: callers do not find it as the constructors
# left it. What nobody follows leaves nothing known.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch


class Replay:
    def __init__(self, n):
        self.states = torch.zeros(n, 4)
        self.net = torch.nn.Linear(4, 4)

    def cuda(self):
        self.states = self.states.cuda()
        return self

    def sample(self, i):
        return self.states[i]


class NStep(Replay):
    pass


def make_moved(n):
    if n > 1:
        memory = NStep(100)
    else:
        memory = Replay(100)
    memory.cuda()
    return memory


def make_still(n):
    if n > 1:
        memory = NStep(100)
    else:
        memory = Replay(100)
    return memory


def make_beside(n, d):
    memory = NStep(100) if n > 1 else Replay(100)
    memory.cuda()
    return memory, d


def place(memory):
    memory.states = memory.states.cuda()
    memory.net.cuda()


def make_placed(n):
    memory = NStep(100) if n > 1 else Replay(100)
    place(memory)
    return memory


def make_part_moved(n):
    memory = NStep(100) if n > 1 else Replay(100)
    memory.net.cuda()
    return memory


def moved_good():
    return make_moved(3).sample(0) + torch.zeros(4, device="cuda")


def beside_good():
    memory, d = make_beside(3, "cuda")
    return memory.sample(0) + torch.zeros(4, device=d)


def placed_good():
    memory = make_placed(3)
    memory.net(torch.zeros(4, device="cuda"))
    return memory.states[0] + torch.zeros(4, device="cuda")


def part_good():
    return make_part_moved(3).net(torch.zeros(4, device="cuda"))


def still_bad():
    return make_still(3).states + torch.zeros(4, device="cuda")
    # CHECK: :[[@LINE-1]]:33: warning: operands of '+' are on different devices: 'make_still(3).states' on cpu


moved_good()
beside_good()
placed_good()
part_good()
still_bad()
