# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-index-mismatch %s | FileCheck %s --implicit-check-not=warning:
# A class that makes tensors where those are that it is given expects all of them anywhere.
import torch


class Sampler:
    def __init__(self, n):
        self.probs = torch.ones(n)

    def bad(self, heads, relations):
        device = heads.device
        size = heads.shape[0]
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: 'self.probs' on cpu, 'relations.long()' on its caller's device
        mask = torch.bernoulli(self.probs[relations.long()])
        return mask.sum(), torch.randint(1, 9, (size,), device=device)

    def good(self, heads, relations):
        device = heads.device
        size = heads.shape[0]
        mask = torch.bernoulli(self.probs[relations.long().cpu()])
        return mask.sum(), torch.randint(1, 9, (size,), device=device)


# Nobody says that anything is elsewhere.
class Plain:
    def __init__(self, n):
        self.probs = torch.ones(n)

    def good(self, heads, relations):
        size = heads.shape[0]
        return self.probs[relations.long()], torch.randint(1, 9, (size,))


class NotYetImplementedError(Exception):
    pass


# What a class leaves to those that derive from it, they do, whatever the exception is called.
class Base:
    def corrupt(self, x, relations):
        raise NotYetImplementedError("an interface")

    def all(self, loader, use_cuda):
        for heads, relations in torch.utils.data.DataLoader(loader):
            if use_cuda:
                heads, relations = heads.cuda(), relations.cuda()
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: 'self.table' on cpu, 'relations' on cuda
            self.corrupt(heads, relations)


class Bad(Base):
    def __init__(self):
        self.table = torch.ones(3)

    def corrupt(self, x, relations):
        return self.table[relations]


class Good(Base):
    def __init__(self):
        self.table = torch.ones(3)

    def corrupt(self, x, relations):
        return self.table[relations.cpu()]
