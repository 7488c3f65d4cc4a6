# What a parameter is, if nobody declares it: what all callers in the run give it.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands,device-host-access %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, state):
        return self.fc(state)


class Agent:
    def __init__(self, q):
        self.q = q

    def act(self, state):
        return self.q(state).argmax(-1)


# The agent of a loop is the one that main makes.
def play(agent, state):
    for _ in range(3):
        action = agent.act(torch.from_numpy(state))
        state = state + action.item()


def play_ok(agent, state):
    for _ in range(3):
        action = agent.act(torch.from_numpy(state).to("cuda"))
        state = state + action.item()


def main(state):
    agent = Agent(Net())
    agent.q.to("cuda")
    play(agent, state)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.fc' on cuda, 'state' on cpu
    play_ok(agent, state)


# A strategy that a constructor takes.
class Selector:
    def pick(self, labels):
        return labels.numpy()


class Selector_ok:
    def pick_ok(self, labels):
        return labels.cpu().numpy()


class Loss(nn.Module):
    def __init__(self, selector):
        super().__init__()
        self.selector = selector

    def forward(self, labels):
        return self.selector.pick(labels)


class Loss_ok(nn.Module):
    def __init__(self, selector):
        super().__init__()
        self.selector = selector

    def forward(self, labels):
        return self.selector.pick_ok(labels)


def strategy_bad():
    loss = Loss(Selector())
    return loss(torch.ones(3, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: 'numpy' reads memory of 'labels' on the host, but 'labels' is on cuda


def strategy_ok():
    loss = Loss_ok(Selector_ok())
    return loss(torch.ones(3, device="cuda"))


# Two classes, or one that is not known: nobody says which it is.
class Moving:
    def act(self, x):
        return x.cuda()


class Staying:
    def act(self, x):
        return x.cpu()


def either(agent, x):
    return agent.act(x) + torch.ones(3, device="cuda")


def FN_either(x):
    either(Staying(), x)
    either(Moving(), x)


def handed_on(agent, x):
    return agent.act(x) + torch.ones(3, device="cuda")


def handed_on_ok(x, apply):
    handed_on(Staying(), x)
    apply(handed_on, x)


# A variable of the module, and what is given by name.
NET = Net().to("cuda")


def run(*, net):
    return net(torch.ones(3))


def run_bad():
    return run(net=NET)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.fc' on cuda


def run_ok(net=None):
    return NET(torch.ones(3, device="cuda"))


# A device is no object of a class: it may be a string as well.
def moved(x, device):
    return x.to(device) + torch.ones(3, device=device)


def moved_ok(x):
    device = torch.device("cuda")
    return moved(x, device)


# What a function inside captures is an object of the class that is captured: what its forward demands is asked.
class Ignoring(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc.weight.sum()


class Dividing(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.ones(2, 2))

    def forward(self, x):
        return x.div_(self.scale)


def captured_ok(x):
    net = Ignoring().to("cuda")

    def closure():
        return net(torch.ones(2, 2))

    return closure()


def captured_bad():
    net = Dividing().to("cuda")
    x = torch.ones(2, 2)

    def closure(y):
        return net(y)

    return closure(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'div_' are on different devices: 'x' on cpu, 'self.scale' on cuda


# The optimizer calls the closure.
def fit(net, target):
    optimizer = torch.optim.LBFGS(net.parameters())

    def closure():
        optimizer.zero_grad()
        loss = (net(torch.ones(3, device="cuda")) - target).pow(2).mean()
        loss.backward()
        return loss

    optimizer.step(closure)


def fit_bad():
    fit(nn.Linear(3, 3).to("cuda"), torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of '-' are on different devices: 'net(torch.ones(3, device="cuda"))' on cuda, 'target' on cpu


def fit_ok():
    fit(nn.Linear(3, 3).to("cuda"), torch.ones(3, device="cuda"))
