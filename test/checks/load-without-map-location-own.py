# Files that the program has written itself: of the best of several rounds, and those that it keeps for the next run.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import os

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def best_ok(net, train, epochs):
    best, best_epoch = 100.0, 0
    for epoch in range(epochs):
        loss = train(net, epoch)
        torch.save(net.state_dict(), "{}.pkl".format(epoch))
        if loss < best:
            best, best_epoch = loss, epoch
    net.load_state_dict(torch.load("{}.pkl".format(best_epoch)))


def best_of_text_ok(net, train, folder, epochs):
    best, best_epoch = 100.0, 0
    for epoch in range(epochs):
        loss = train(net, epoch)
        torch.save(net.state_dict(), f"{folder}/{epoch}.pkl")
        if loss < best:
            best, best_epoch = loss, epoch
    net.load_state_dict(torch.load(f"{folder}/{best_epoch}.pkl"))


# Another number, which somebody gives.
def given_bad(net, train, epochs, wanted):
    for epoch in range(epochs):
        train(net, epoch)
        torch.save(net.state_dict(), "{}.pkl".format(epoch))
    net.load_state_dict(torch.load("{}.pkl".format(wanted)))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device


def kept_ok(vocabulary, path):
    if os.path.isfile(path):
        vocabulary.vectors = torch.load(path)
    else:
        vocabulary.load_vectors()
        torch.save(vocabulary.vectors, path)


def kept_by_path_ok(vocabulary, path):
    if not path.exists():
        vocabulary.load_vectors()
        torch.save(vocabulary.vectors, path)
        return
    vocabulary.vectors = torch.load(path)


# What goes on from where it stopped may have stopped elsewhere.
def resumed_bad(net, train, path, epochs):
    if os.path.isfile(path):
        net.load_state_dict(torch.load(path))
        # CHECK: :[[@LINE-1]]:29: warning: 'torch.load' without a device
    for epoch in range(epochs):
        train(net, epoch)
    torch.save(net.state_dict(), path)


def fit(net, train, path):
    train(net)
    torch.save(net.state_dict(), path)


def trained_ok(net, train):
    path = "data/net.pt"
    if not os.path.exists(path):
        fit(net, train, path)
    else:
        net.load_state_dict(torch.load(path))


def trained_bad(net, train):
    path = "data/net.pt"
    if not os.path.exists(path):
        fit(net, train, "data/other.pt")
    else:
        net.load_state_dict(torch.load(path))
        # CHECK: :[[@LINE-1]]:29: warning: 'torch.load' without a device


# What another program of the run has taken to the CPU and saved under that name.
def embedded_ok(x):
    return torch.cat([x, torch.load("embedding.pt")], dim=-1).to(device)


def save_embedding(net):
    torch.save(net.weight.data.cpu(), "embedding.pt")


def weighted_bad(x):
    return torch.cat([x, torch.load("weights.pt")], dim=-1).to(device)
    # CHECK: :[[@LINE-1]]:26: warning: 'torch.load' without a device


def save_weights(net):
    torch.save(net.weight.data, "weights.pt")


# One of those that the loop has written, however its name is put together.
def best_of_names_ok(net, train, args, epochs):
    losses = []
    for epoch in range(epochs):
        losses.append(train(net, epoch))
        torch.save(net.state_dict(), args.out + "_epoch_" + str(epoch) + ".pkl")
    best = losses.index(min(losses))
    net.load_state_dict(torch.load(args.out + "_epoch_" + str(best) + ".pkl"))


def other_names_bad(net, train, args, epochs):
    for epoch in range(epochs):
        train(net, epoch)
        torch.save(net.state_dict(), args.out + "_epoch_" + str(epoch) + ".pkl")
    net.load_state_dict(torch.load(args.start + "_epoch_" + str(epochs) + ".pkl"))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device


# What gives the path has written to it.
def train_and_save(net, step, name):
    path = None
    for epoch in range(10):
        if step(net) > 0.5:
            path = f"state/{name}_{epoch}"
            torch.save(net.state_dict(), path)
    return path


def path_of_callee_ok(net, step, name):
    best = train_and_save(net, step, name)
    net.load_state_dict(torch.load(best))


def train_only(net, step, name):
    path = None
    for epoch in range(10):
        if step(net) > 0.5:
            path = f"state/{name}_{epoch}"
    return path


def other_path_of_callee_bad(net, step, name):
    best = train_only(net, step, name)
    net.load_state_dict(torch.load(best))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device


# Another folder.
def other_folder_bad(net, args, yours):
    torch.save(net.state_dict(), "%s/net_%d.pt" % (args.out, 1))
    net.load_state_dict(torch.load("%s/net_%d.pt" % (args.pretrained, 2)))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device
    torch.save(net.state_dict(), f"{args.out}/best_{args.kind}.pt")
    net.load_state_dict(torch.load(f"{yours}/best_{args.kind}.pt"))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device


def same_folder_ok(net, args, best):
    for epoch in range(3):
        torch.save(net.state_dict(), "%s/net_%d.pt" % (args.out, epoch))
    net.load_state_dict(torch.load("%s/net_%d.pt" % (args.out, best)))


# The path is a member.
class Trainer:
    def __init__(self, folder, net):
        self.path = folder + "/best_net.pt"
        self.net = net

    def fit_ok(self, step, other):
        other.path = "another.pt"
        for _ in range(3):
            step(self.net)
            torch.save(self.net.state_dict(), self.path)
        self.net.load_state_dict(torch.load(self.path))

    def start_bad(self, teacher):
        self.net.load_state_dict(torch.load(teacher + "/best_net.pt"))
        # CHECK: :[[@LINE-1]]:34: warning: 'torch.load' without a device


# A function of a class without parameters.
class Tools:
    @staticmethod
    def best_model_bad():
        tools = Tools()
        tools.path = "tools/best_model.pt"
        torch.save(tools.rows, "tools/rows.pt")
        tools.reload()
        return torch.load(tools.path)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device


# One call saves, or it loads; which one nobody knows, and a run may do both.
class Buffer:
    def __init__(self, n, gpu=0):
        self.device = torch.device(f"cuda:{gpu}" if torch.cuda.is_available() else "cpu")
        self.states = torch.empty((n,), device=self.device)

    def FN_save_or_load_bad(self, folder, if_save):
        if if_save:
            torch.save(self.states, f"{folder}/states.pth")
        else:
            self.states = torch.load(f"{folder}/states.pth")

    def stop_ok(self, folder, last=False):
        if not last:
            torch.save(self.states, f"{folder}/states.pth")
        else:
            self.states = torch.load(f"{folder}/states.pth")


# A variable that the module computes is of this run; one that is written down may be of another.
RUN_FILE = os.path.join("runs", str(os.getpid()), "net.pt")
NET_FILE = "net.pt"


def fit_and_save(net, step):
    for _ in range(3):
        step(net)
        torch.save(net.state_dict(), RUN_FILE)
        torch.save(net.state_dict(), NET_FILE)


def test_ok(net: torch.nn.Module, device: torch.device):
    net.load_state_dict(torch.load(RUN_FILE))
    return net.to(device)


def test_bad(net: torch.nn.Module, device: torch.device):
    net.load_state_dict(torch.load(NET_FILE))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device
    return net.to(device)
