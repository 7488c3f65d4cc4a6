# Nobody says what an unknown call gives, but only a module moves in place; what a member was moved to is where its class
# says, however often that is read.
# RUN: not %device_tidy check --isolated --worlds multi --level 2 --ignore device-unguarded-accelerator,device-implicit-creation --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
import torch
from elsewhere import Net


def moved_ok(x, device):
    net = Net(3)
    net.to(device)
    net.eval()
    return net(torch.ones(3, device=device))


def moved_bad(x, device):
    net = Net(3)
    net.to(device)
    net.eval()
    return net(torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' may be on different devices: 'net' on 'device', 'torch.ones(3)' on cpu


def perhaps_ok(flag):
    net, x = Net(3), torch.ones(3)
    if flag:
        net.cuda()
        x = x.cuda()
    return net(x)


def back_ok(x):
    net = Net(3)
    net.cuda()
    net(x.cuda())
    net.cpu()
    return net(torch.ones(3))


def back_bad(x):
    net = Net(3)
    net.cpu()
    net(x.cpu())
    net.cuda()
    return net(torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' are on different devices: 'net' on cuda, 'torch.ones(3)' on cpu


class Agent:
    def __init__(self, device):
        self.device = device
        self.net = Net(3)
        self.net.to(self.device)

    def act_ok(self, state):
        return self.net(torch.from_numpy(state).to(self.device))

    def act_bad(self, state):
        return self.net(torch.from_numpy(state))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'forward' may be on different devices: 'self.net' on 'device', 'torch.from_numpy(state)' on cpu


class Numbered:
    def __init__(self, options):
        numbers = options.gpu.split(",")
        self.device = torch.device("cpu" if numbers[0] == "-1" else "cuda:" + numbers[0])
        self.net = Net(3)
        self.net.to(self.device)

    def act_ok(self, x):
        x = x.to(self.device)
        return self.net(x)


class Chosen:
    def __init__(self, options):
        self.number = options.number
        self.device = torch.device(f"cuda:{self.number}") if self.number is not None else torch.device("cpu")
        self.net = Net(3).to(self.device)

    def act_ok(self, x: torch.Tensor):
        return self.net(x.detach())


# Tokenizers encode and decode, too; who moves it is a module.
def decoded_ok(model, tokenizer, x, device):
    return tokenizer.decode(model.generate(x.to(device))[0].cpu())


def decoded_bad(autoencoder, device):
    autoencoder.eval()
    autoencoder.to(device)
    return autoencoder.decode(torch.ones(3))
    # CHECK: :[[@LINE-1]]:24: warning: operands of 'decode' may be on different devices: 'autoencoder' on 'device', 'torch.ones(3)' on cpu
