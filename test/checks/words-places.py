# A line names the operation where operands meet, and stands where that is; a note names what was made there.
# RUN: not %device_tidy check --isolated --level 2 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x) + 1


# The operands meet in what is called.
def layer_bad(x: torch.Tensor):
    lay = Layer()
    return lay(x)
# CHECK: :[[#@LINE-2]]:11: warning: 'lay' is created without a device, so on the default one [device-implicit-creation]
# CHECK: :[[#@LINE-8]]:16: note: operands of 'Linear' meet here


def layer_ok(x: torch.Tensor):
    lay = Layer().to(x.device)
    return lay(x)


# A method of a model has a name of its own.
def generate_bad(text):
    model = AutoModelForCausalLM.from_pretrained("gpt2").cuda()
    ids = AutoTokenizer.from_pretrained("gpt2")(text, return_tensors="pt").input_ids
    return model.generate(ids)
# CHECK: :[[#@LINE-1]]:18: warning: operands of 'generate' are on different devices: 'model' on cuda, 'ids' on cpu [device-mixed-operands]
# CHECK: :[[#@LINE-4]]:{{[0-9]+}}: note: 'model' moved to cuda here
# CHECK: :[[#@LINE-4]]:{{[0-9]+}}: note: 'ids' created on cpu here, the default device
# CHECK: :[[#@LINE-4]]:{{[0-9]+}}: note: possible fix: move 'ids' to 'cuda'


def generate_ok(text):
    model = AutoModelForCausalLM.from_pretrained("gpt2").cuda()
    ids = AutoTokenizer.from_pretrained("gpt2")(text, return_tensors="pt").input_ids
    return model.generate(ids.cuda())


# Lengths do not meet what they are of.
def pack(x, lengths):
    return pack_padded_sequence(x, lengths)


def packed_bad(x):
    return pack(x.cuda(), torch.tensor([3, 2], device="cuda"))
# CHECK: :[[#@LINE-1]]:12: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths' on cuda [device-cpu-only-argument]
# CHECK: :[[#@LINE-6]]:12: note: 'pack_padded_sequence' called here
# CHECK: :[[#@LINE-3]]:27: note: 'lengths' created on cuda here


def packed_ok(x):
    return pack(x.cuda(), torch.tensor([3, 2]))


# What is computed of a tensor was not made where that was.
class Average:
    def __init__(self):
        self.mean = torch.zeros(4)

    def scaled(self, x):
        return self.mean * 0.9 + x

    def plain(self, x):
        return self.mean + x


def average_bad():
    Average().scaled(torch.ones(4, device="cuda"))
    # CHECK: :[[#@LINE-1]]:15: warning: operands of '+' are on different devices: 'self.mean * 0.9' on cpu, 'x' on cuda [device-mixed-operands]
    # CHECK: :[[#@LINE-9]]:32: note: operands of '+' meet here
    # CHECK: :[[#@LINE-13]]:21: note: 'torch.zeros(4)' created on cpu here, the default device
    # CHECK: :[[#@LINE-4]]:22: note: 'x' created on cuda here
    Average().plain(torch.ones(4, device="cuda"))
    # CHECK: :[[#@LINE-1]]:15: warning: operands of '+' are on different devices: 'self.mean' on cpu, 'x' on cuda [device-mixed-operands]
    # CHECK: :[[#@LINE-11]]:26: note: operands of '+' meet here
    # CHECK: :[[#@LINE-18]]:21: note: 'self.mean' created on cpu here, the default device
    # CHECK: :[[#@LINE-4]]:21: note: 'x' created on cuda here


def average_ok():
    Average().scaled(torch.ones(4))
    Average().plain(torch.ones(4))


# A part that comes later is not the whole, and a weight is not the loss that it is given to.
def part_bad():
    net = nn.Sequential(nn.Linear(4, 4)).cuda()
    net.append(nn.Linear(4, 2))
    return net(torch.ones(1, 4, device="cuda"))
# CHECK: :[[#@LINE-1]]:12: warning: operands of 'Sequential' may be on different devices: a part of 'net' on cpu, {{.*}} on cuda [device-mixed-operands]
# CHECK: :[[#@LINE-3]]:16: note: 'nn.Linear(4, 2)' created on cpu here, the default device
# CHECK: :[[#@LINE-3]]:16: note: {{.*}} created on cuda here


# One of several is no part of itself.
def turn_bad():
    layers = nn.ModuleList([nn.Linear(4, 4)]).cuda()
    layers.append(nn.Linear(4, 4))
    x = torch.ones(1, 4, device="cuda")
    for layer in layers:
        x = layer(x)
# CHECK: :[[#@LINE-1]]:13: warning: operands of 'Linear' may be on different devices: 'layer' on cpu, 'x' on cuda [device-mixed-operands]
# CHECK: :[[#@LINE-5]]:19: note: 'nn.Linear(4, 4)' created on cpu here, the default device
# CHECK: :[[#@LINE-7]]:{{[0-9]+}}: note: 'layers' moved to cuda here
    return x


def whole_bad():
    net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
    return net(torch.ones(1, 4, device="cuda"))
# CHECK: :[[#@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'net' on cpu, {{.*}} on cuda [device-mixed-operands]
# CHECK: :[[#@LINE-3]]:25: note: 'net' created on cpu here, the default device
# CHECK: :[[#@LINE-3]]:16: note: {{.*}} created on cuda here


def weight_bad(y):
    loss = nn.CrossEntropyLoss(weight=torch.ones(4))
    return loss(torch.ones(1, 4, device="cuda"), y)
# CHECK: :[[#@LINE-1]]:12: warning: operands of 'CrossEntropyLoss' are on different devices: 'loss' on cpu, {{.*}} on cuda [device-mixed-operands]
# CHECK: :[[#@LINE-3]]:39: note: 'torch.ones(4)' created on cpu here, the default device
# CHECK: :[[#@LINE-3]]:17: note: {{.*}} created on cuda here


def parts_ok(y):
    net = nn.Sequential(nn.Linear(4, 4))
    net.append(nn.Linear(4, 2))
    net.cuda()
    loss = nn.CrossEntropyLoss(weight=torch.ones(2)).cuda()
    return loss(net(torch.ones(1, 4, device="cuda")), y)


# A loader puts a batch together where somebody takes it.
def epoch(net, loader):
    for x in loader:
        net(x)


def epoch_ok(net, loader):
    for x in loader:
        net(x.cuda())


def loader_bad(data):
    loader = DataLoader(torch.ones(8, 4), batch_size=2)
    epoch(nn.Linear(4, 4).cuda(), loader)
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'x' on cpu [device-mixed-operands]
    # CHECK: :[[#@LINE-12]]:9: note: operands of 'Linear' meet here
    # CHECK: :[[#@LINE-3]]:27: note: 'nn.Linear(4, 4)' moved to cuda here
    # CHECK: :[[#@LINE-15]]:{{[0-9]+}}: note: 'x' collated on cpu here by the data loader
    epoch_ok(nn.Linear(4, 4).cuda(), loader)
