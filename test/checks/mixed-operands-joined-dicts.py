# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# One of two dictionaries has what the other one does not: who reads it by its name has the one that has it.
import torch


class Graph:
    def __init__(self, edges, feats=None):
        self.edges = edges
        self.edata = {} if feats is None else {"feat": feats}


def held_bad(device):
    graph = Graph(torch.ones(2), torch.ones(3).to(device))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'graph.edata["feat"]' on 'device', 'torch.ones(3)' on cpu
    return graph.edata["feat"] + torch.ones(3)


def held_good(device):
    graph = Graph(torch.ones(2), torch.ones(3).to(device))
    return graph.edata["feat"] + torch.ones(3, device=device)


def chosen_bad(x, flag):
    options = {"mask": x.cuda()} if flag else {}
    mask = options.get("mask")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' {{.*}} 'mask' on cuda
    return mask + torch.ones(3) if mask is not None else torch.ones(3)


def chosen_good(x, flag):
    options = {"mask": x.cuda()} if flag else {}
    mask = options.get("mask")
    return mask.cpu() + torch.ones(3) if mask is not None else torch.ones(3)


def merged_good(x, flag, others):
    # The other one may have any name.
    options = {"mask": x.cuda()} if flag else {**others}
    return options["mask"] + torch.ones(3)


# What a batch holds beside what is moved is where the caller made it, if it is an object.
def objects(loader, device):
    for feats, graph in loader:
        feats = feats.to(device)
        return feats + graph.edata["feat"]


def objects_bad():
    loader = [(torch.ones(3), Graph(torch.ones(2), torch.ones(3)))]
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'feats' on cuda, 'graph.edata["feat"]' on cpu
    return objects(loader, torch.device("cuda"))


def objects_good():
    loader = [(torch.ones(3), Graph(torch.ones(2), torch.ones(3).cuda()))]
    return objects(loader, torch.device("cuda"))
