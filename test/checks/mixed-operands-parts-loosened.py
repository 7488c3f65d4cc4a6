# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Something of a module moves, and nobody can say which part: nothing is certain about where they are. All of these
# programs run, but for the bad ones.
import placement
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


def place_linear(part):
    if isinstance(part, nn.Linear):
        part.weight.data = part.weight.data.to("cuda:0")
        part.bias.data = part.bias.data.to("cuda:0")


def some_modules_ok():
    m = Pair()
    for name, part in m.named_modules():
        if name:
            part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def listed_children_ok():
    m = Pair()
    parts = list(m.children())
    parts[0].to("cuda:0")
    parts[1].to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def taken_children_ok():
    m = Pair()
    parts = m.children()
    next(parts).to("cuda:0")
    next(parts).to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def names_ok():
    m = Pair()
    for name in ("a", "b"):
        getattr(m, name).to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def names_of_submodules_ok():
    m = Pair()
    for name in ("a", "b"):
        m.get_submodule(name).to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def members_set_ok():
    m = Pair()
    for name, child in m.named_children():
        setattr(m, name, child.to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))


def dictionary_of_members_ok():
    m = Pair()
    for part in vars(m)["_modules"].values():
        part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def own_dictionary_ok():
    m = Pair()
    for part in m.__dict__["_modules"].values():
        part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def stack_ok():
    m = Pair()
    stack = [m]
    while stack:
        part = stack.pop()
        children = list(part.children())
        if not children:
            part.to("cuda:0")
        stack.extend(children)
    return m(torch.ones(2, 4, device="cuda:0"))


def parameters_by_name_ok():
    m = Pair()
    parameters = dict(m.named_parameters())
    for name in parameters:
        parameters[name].data = parameters[name].data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def listed_parameters_ok():
    m = Pair()
    parameters = [p for p in m.parameters() if p.requires_grad]
    for p in parameters:
        p.data = p.data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def table_of_parameters_ok():
    m = Pair()
    for part in m.modules():
        for name, p in part._parameters.items():
            part._parameters[name] = nn.Parameter(p.to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))


def parameters_set_ok():
    m = Pair()
    for name, p in list(m.named_parameters()):
        owner, _, last = name.rpartition(".")
        setattr(m.get_submodule(owner), last, nn.Parameter(p.to("cuda:0")))
    return m(torch.ones(2, 4, device="cuda:0"))


def applied_if_ok():
    m = Pair()
    m.apply(place_linear)
    return m(torch.ones(2, 4, device="cuda:0"))


def applied_unknown_ok():
    m = Pair()
    m.apply(placement.to_gpu)
    return m(torch.ones(2, 4, device="cuda:0"))


def weights_only_ok():
    m = nn.Linear(4, 4, bias=False)
    m.weight = nn.Parameter(m.weight.to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))


def counted_ok():
    m = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    for i in range(2):
        m[i] = m[i].to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def given_away_ok():
    m = Pair()
    placement.to_gpu(m)
    return m(torch.ones(2, 4, device="cuda:0"))


def part_given_away_ok():
    m = Pair()
    for part in m.children():
        placement.to_gpu(part)
    return m(torch.ones(2, 4, device="cuda:0"))


# Who is given the parameters leaves them where they are.
def parameters_given_away_bad():
    m = Pair()
    placement.clip(m.parameters())
    return m(torch.ones(2, 4, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.a' on cpu, 'x' on cuda:0


def groups_of_optimizer_ok():
    m = Pair()
    optimizer = torch.optim.SGD(m.parameters(), 0.1)
    for group in optimizer.param_groups:
        for p in group["params"]:
            p.data = p.data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def listed_tensor_ok():
    x = torch.ones(4)
    for p in [x]:
        p.data = p.data.to("cuda:0")
    return x + torch.ones(4, device="cuda:0")


def listed_tensor_bad():
    x = torch.ones(4)
    for p in [x]:
        print(p.data.to("cuda:0"))
    return x + torch.ones(4, device="cuda:0")
    # CHECK: :[[#@LINE-1]]:14: warning: operands of '+' are on different devices
