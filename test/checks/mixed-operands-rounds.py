# What a loop over modules or tensors does, it does to each of them.
#
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s -- | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torchmetrics.classification import MulticlassConfusionMatrix, MulticlassF1Score


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(2, 2)

    def forward(self, x):
        return self.out(x)


# Modules of several classes, moved one after the other.


def bad_moved_in_turn(device):
    generator, critic = Generator(), Critic()
    for net in (generator, critic):
        net.to(device)
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' may be on different devices: 'self.fc' on 'device', 'x' on cpu
    return generator(torch.ones(2)), critic(torch.ones(2).to(device))


def good_moved_in_turn(device):
    generator, critic = Generator(), Critic()
    for net in (generator, critic):
        net.to(device)
    return generator(torch.ones(2).to(device)), critic(torch.ones(2).to(device))


def bad_moved_by_name():
    nets = {"generator": Generator(), "critic": Critic()}
    for name, net in nets.items():
        nets[name] = net.cuda()
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'self.out' on cuda, 'x' on cpu
    return nets["critic"](torch.ones(2))


def good_moved_by_name():
    nets = {"generator": Generator(), "critic": Critic()}
    for name, net in nets.items():
        nets[name] = net.cuda()
    return nets["critic"](torch.ones(2).cuda())


def bad_moved_alike():
    layers = [nn.Linear(2, 2), nn.Linear(2, 2)]
    for layer in layers:
        layer.cuda()
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'layers[1]' on cuda, 'torch.ones(2)' on cpu
    return layers[1](torch.ones(2))


def good_moved_alike():
    layers = [nn.Linear(2, 2), nn.Linear(2, 2)]
    for layer in layers:
        layer.cuda()
    return layers[1](torch.ones(2).cuda())


# Modules of several classes, called one after the other.


def bad_called_in_turn():
    for net in {"first": nn.Linear(2, 2), "second": nn.Conv2d(2, 2, 1)}.values():
        # CHECK: :[[#@LINE+1]]:9: warning: operands of 'forward' are on different devices: 'net' on cpu, 'torch.ones(2, device="cuda")' on cuda
        net(torch.ones(2, device="cuda"))


def good_called_in_turn():
    for net in {"first": nn.Linear(2, 2).cuda(), "second": nn.Conv2d(2, 2, 1).cuda()}.values():
        net(torch.ones(2, device="cuda"))


def bad_one_is_elsewhere():
    answer = torch.zeros(3, dtype=torch.long, device="cuda")
    for metric in [MulticlassF1Score(3), MulticlassConfusionMatrix(3).to("cuda")]:
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'MulticlassF1Score' are on different devices: 'metric' on cpu, 'answer' on cuda
        metric.update(answer, answer)


def good_one_is_elsewhere():
    answer = torch.zeros(3, dtype=torch.long, device="cuda")
    for metric in [MulticlassF1Score(3).to("cuda"), MulticlassConfusionMatrix(3).to("cuda")]:
        metric.update(answer, answer)


def bad_bodies_in_turn():
    for net in (Generator(), Critic()):
        # CHECK: :[[#@LINE+1]]:9: warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda
        net(torch.ones(2, device="cuda"))


def good_bodies_in_turn():
    for net in (Generator().cuda(), Critic().cuda()):
        net(torch.ones(2, device="cuda"))


# Tensors that are replaced one after the other.


def bad_replaced_by_key():
    batch = {"x": torch.ones(2), "y": torch.ones(3)}
    for key, value in batch.items():
        batch[key] = value.cuda()
    # CHECK: :[[#@LINE+1]]:23: warning: operands of '+' are on different devices: 'batch["x"]' on cuda, 'torch.ones(2)' on cpu
    return batch["x"] + torch.ones(2)


def good_replaced_by_key():
    batch = {"x": torch.ones(2), "y": torch.ones(3)}
    for key, value in batch.items():
        batch[key] = value.cuda()
    return batch["x"] + torch.ones(2).cuda()


def good_replaced_in_itself():
    batch = {"x": torch.ones(2), "y": torch.ones(3)}
    for key in batch:
        batch[key] = batch[key].cuda()
    return batch["x"] + torch.ones(2).cuda()


def bad_replaced_by_position():
    parts = [torch.ones(2), torch.ones(3)]
    for i in range(len(parts)):
        parts[i] = parts[i].cuda()
    # CHECK: :[[#@LINE+1]]:21: warning: operands of '+' are on different devices: 'parts[0]' on cuda, 'torch.ones(2)' on cpu
    return parts[0] + torch.ones(2)


def good_replaced_by_position():
    parts = [torch.ones(2), torch.ones(3)]
    for i in range(len(parts)):
        parts[i] = parts[i].cuda()
    for i, part in enumerate(parts):
        parts[i] = part * 2
    return parts[0] + torch.ones(2).cuda()


# What was moved is a module, if it has a method of modules.


def bad_moved_then_asked(library):
    net = library.Net().cuda().eval()
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'forward' are on different devices: 'net' on cuda, 'torch.ones(2)' on cpu
    return net(torch.ones(2)) * 2


def good_moved_then_asked(library):
    net = library.Net().cuda().eval()
    return net(torch.ones(2).cuda()) * 2


# Every round leaves a new list behind: the first one has the list from before the loop.


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.key = nn.Linear(2, 2)

    def forward(self, x, cache=None):
        k = self.key(x)
        if cache is not None:
            k = torch.cat([cache[0], k], dim=1)
        return k, (k, k)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Attention() for _ in range(2)])

    def forward(self, x, caches=None):
        new = []
        for i, layer in enumerate(self.layers):
            y, cache = layer(x, None if caches is None else caches[i])
            new.append(cache)
        return y, new


def bad_caches():
    model = Decoder().cuda()
    x = torch.ones(1, 1, 2).cuda()
    caches = [(torch.ones(1, 0, 2), torch.ones(1, 0, 2)) for _ in range(2)]
    for _ in range(3):
        # CHECK: :[[#@LINE+1]]:21: warning: operands of 'cat' may be on different devices: 'cache[0]' on cpu, 'k' on cuda
        y, caches = model(x, caches)
    return y


def good_caches():
    model = Decoder().cuda()
    x = torch.ones(1, 1, 2).cuda()
    caches = [(torch.ones(1, 0, 2).cuda(), torch.ones(1, 0, 2).cuda()) for _ in range(2)]
    for _ in range(3):
        y, caches = model(x, caches)
    return y


def good_no_caches():
    model = Decoder().cuda()
    x = torch.ones(1, 1, 2).cuda()
    caches = None
    for _ in range(3):
        y, caches = model(x, caches)
    return y


# One of two containers: of each, what it holds.


def bad_chosen(flag):
    d = dict(a=torch.ones(2)) if flag else dict(a=torch.zeros(2))
    # CHECK: :[[#@LINE+1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cpu
    return d["a"] + torch.ones(2).cuda()


def good_chosen(flag):
    d = dict(a=torch.ones(2)) if flag else dict(a=torch.zeros(2).cuda())
    if flag:
        return d["a"] + torch.ones(2)
    return d["a"] + torch.ones(2).cuda()


# The state of a recurrent layer begins before the loop, and is where the layer is after the first round.


def bad_first_state(batches, device):
    lstm = nn.LSTM(2, 2).to(device)
    state = (torch.zeros(1, 1, 2), torch.zeros(1, 1, 2))
    for batch in batches:
        # CHECK: :[[#@LINE+1]]:25: warning: operands of 'LSTM' may be on different devices: 'lstm' on 'device', 'state' on cpu
        output, state = lstm(batch.to(device), state)
    return output


def good_first_state(batches, device):
    lstm = nn.LSTM(2, 2).to(device)
    state = (torch.zeros(1, 1, 2, device=device), torch.zeros(1, 1, 2, device=device))
    for batch in batches:
        output, state = lstm(batch.to(device), state)
    return output


def good_state_taken_apart(batch, device):
    lstm, gru = nn.LSTM(2, 2).to(device), nn.GRU(2, 2).to(device)
    output, (hidden, cell) = lstm(batch.to(device))
    _, last = gru(output, hidden)
    return last + cell + lstm(output)[0] + lstm(output)[1][0]


# What a method is given, its caller knows.


class Scaler:
    def __init__(self, device):
        self.device = device
        self.table = torch.ones(3)
        self.there = torch.ones(3, device=device)

    def scale(self, x):
        return x * self.table

    def shift(self, x):
        return x + self.there

    def bad_run(self, x):
        # CHECK: :[[#@LINE+1]]:21: warning: operands of '*' may be on different devices: 'x' on 'device', 'self.table' on cpu
        return self.scale(x.to(self.device))

    def good_run(self, x):
        return self.shift(x.to(self.device))
