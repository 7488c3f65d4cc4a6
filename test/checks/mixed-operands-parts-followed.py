# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Parts of a module that nobody moves by their names: by loops over what lists them, by callbacks, through the data of its
# parameters.
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


def place_each(parts, device):
    for part in parts:
        part.to(device)


def move_data(p, device):
    p.data = p.data.to(device)


def place(part):
    for p in part.parameters(recurse=False):
        p.data = p.data.to("cuda:0")


def named_children_ok():
    m = Pair()
    for name, child in m.named_children():
        child.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def named_children_bad():
    m = Pair()
    for name, child in m.named_children():
        child.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def named_modules_ok():
    m = Pair()
    for name, part in m.named_modules():
        part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def named_modules_bad():
    m = Pair()
    for name, part in m.named_modules():
        part.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def table_of_modules_ok():
    m = Pair()
    for part in m._modules.values():
        part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def table_of_modules_bad():
    m = Pair()
    for part in m._modules.values():
        part.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def items_of_table_ok():
    m = Pair()
    for name, part in m._modules.items():
        part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def items_of_table_bad():
    m = Pair()
    for name, part in m._modules.items():
        part.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def entries_of_table_ok():
    m = Pair()
    for name in m._modules:
        m._modules[name] = m._modules[name].to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def entries_of_table_bad():
    m = Pair()
    for name in m._modules:
        m._modules[name] = m._modules[name].to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def entry_of_table_ok():
    m = Pair()
    m._modules["a"] = nn.Linear(4, 4).to("cuda:0")
    m._modules["b"].to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def entry_of_table_bad():
    m = Pair()
    m._modules["a"] = nn.Linear(4, 4).to("cuda:0")
    m._modules["b"].to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def dictionary_of_children_ok():
    m = Pair()
    parts = dict(m.named_children())
    for part in parts.values():
        part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def dictionary_of_children_bad():
    m = Pair()
    parts = dict(m.named_children())
    for part in parts.values():
        part.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def submodule_ok():
    m = Pair()
    m.get_submodule("a").to("cuda:0")
    m.get_submodule("b").to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def submodule_bad():
    m = Pair()
    m.get_submodule("a").to("cuda:0")
    m.get_submodule("b").to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def part_by_name_ok():
    m = Pair()
    getattr(m, "a").to("cuda:0")
    getattr(m, "b").to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def part_by_name_bad():
    m = Pair()
    getattr(m, "a").to("cuda:0")
    getattr(m, "b").to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def bound_method_ok():
    m = Pair()
    move = m.a.to
    move("cuda:0")
    m.b.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def bound_method_bad():
    m = Pair()
    move = m.a.to
    move("cuda:0")
    m.b.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def members_set_by_name_ok():
    m = Pair()
    setattr(m, "a", m.a.to("cuda:0"))
    setattr(m, "b", nn.Linear(4, 4).to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))


def members_set_by_name_bad():
    m = Pair()
    setattr(m, "a", m.a.to("cuda:0"))
    setattr(m, "b", nn.Linear(4, 4).to("cuda:0"))
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def applied_lambda_ok():
    m = Pair()
    m.apply(lambda part: part.to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))


def applied_lambda_bad():
    m = Pair()
    m.apply(lambda part: part.to("cuda:0"))
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def applied_function_ok():
    m = Pair()
    m.apply(place)
    return m(torch.ones(2, 4, device="cuda:0"))


def applied_function_bad():
    m = Pair()
    m.apply(place)
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def applied_to_tensors_ok():
    m = Pair()
    m._apply(lambda t: t.to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))


def applied_to_tensors_bad():
    m = Pair()
    m._apply(lambda t: t.to("cuda:0"))
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def data_of_parameters_ok():
    m = Pair()
    for p in m.parameters():
        p.data = p.data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def data_of_parameters_bad():
    m = Pair()
    for p in m.parameters():
        p.data = p.data.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def data_of_named_parameters_ok():
    m = Pair()
    for name, p in m.named_parameters():
        p.data = p.data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def data_of_named_parameters_bad():
    m = Pair()
    for name, p in m.named_parameters():
        p.data = p.data.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def data_of_weights_ok():
    m = Pair()
    for part in (m.a, m.b):
        part.to("cuda:0")
    m.a.weight.data = m.a.weight.data * 2
    return m(torch.ones(2, 4, device="cuda:0"))


def data_of_weights_bad():
    m = Pair()
    for part in (m.a, m.b):
        part.to("cuda:0")
    m.a.weight.data = m.a.weight.data * 2
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def data_of_layers_ok():
    m = Pair()
    for part in (m.a, m.b):
        part.weight.data = part.weight.data.to("cuda:0")
        part.bias.data = part.bias.data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def data_of_layers_bad():
    m = Pair()
    for part in (m.a, m.b):
        part.weight.data = part.weight.data.to("cuda:0")
        part.bias.data = part.bias.data.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def data_in_helper_ok():
    m = Pair()
    for p in m.parameters():
        move_data(p, "cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def data_in_helper_bad():
    m = Pair()
    for p in m.parameters():
        move_data(p, "cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def data_of_one_layer_ok():
    m = nn.Linear(4, 4)
    m.weight.data = m.weight.data.to("cuda:0")
    m.bias.data = m.bias.data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def data_of_one_layer_bad():
    m = nn.Linear(4, 4)
    m.weight.data = m.weight.data.to("cuda:0")
    m.bias.data = m.bias.data.to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def parameters_of_one_layer_ok():
    m = nn.Linear(4, 4)
    m.weight = nn.Parameter(m.weight.to("cuda:0"))
    m.bias = nn.Parameter(m.bias.to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))


def parameters_of_one_layer_bad():
    m = nn.Linear(4, 4)
    m.weight = nn.Parameter(m.weight.to("cuda:0"))
    m.bias = nn.Parameter(m.bias.to("cuda:0"))
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def state_assigned_ok():
    m = Pair()
    state = {k: v.to("cuda:0") for k, v in m.state_dict().items()}
    m.load_state_dict(state, assign=True)
    return m(torch.ones(2, 4, device="cuda:0"))


def state_assigned_bad():
    m = Pair()
    state = {k: v.to("cuda:0") for k, v in m.state_dict().items()}
    m.load_state_dict(state, assign=True)
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def list_to_helper_ok():
    m = Pair()
    place_each([m.a, m.b], "cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def list_to_helper_bad():
    m = Pair()
    place_each([m.a, m.b], "cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def layers_replaced_ok():
    m = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    m[0] = nn.Linear(4, 4, device="cuda:0")
    m[1] = nn.Linear(4, 4, device="cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def layers_replaced_bad():
    m = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    m[0] = nn.Linear(4, 4, device="cuda:0")
    m[1] = nn.Linear(4, 4, device="cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def layers_counted_ok():
    m = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    for i in range(len(m)):
        m[i] = m[i].to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))


def layers_counted_bad():
    m = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    for i in range(len(m)):
        m[i] = m[i].to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '{{Linear|Sequential}}' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu


def data_of_tensor_ok():
    x = torch.ones(4)
    x.data = x.data.to("cuda:0")
    return x + torch.ones(4, device="cuda:0")


def data_of_tensor_bad():
    x = torch.ones(4)
    x.data = x.data.to("cuda:0")
    return x + torch.ones(4)
    # CHECK: :[[#@LINE-1]]:14: warning: operands of '+' are on different devices: 'x' on cuda:0, 'torch.ones(4)' on cpu


def trained_by_hand_bad():
    m = Pair().to("cuda:0")
    m(torch.ones(2, 4, device="cuda:0")).sum().backward()
    for p in m.parameters():
        p.data = p.data - 0.1 * p.grad.data
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.a' on cuda:0, 'x' on cpu


def data_replaced_bad(first: torch.Tensor):
    # Whatever a tensor was, it has the dimensions of its new data.
    first = first.cuda()
    first.data = torch.zeros(1)
    return first * torch.ones(1, device="cuda")
    # CHECK: :[[#@LINE-1]]:{{.*}} warning: operands of '*' are on different devices: 'first' on cpu, {{.*}} on cuda


def data_replaced_good(first: torch.Tensor):
    first = first.cuda()
    first.data = torch.zeros(1, device=first.device)
    return first * torch.ones(1, device="cuda")


def number_replaced_good(first: torch.Tensor):
    first = first.cuda()
    first.data = torch.tensor(1.0)
    return first * torch.ones(1, device="cuda")
