# A loader pins memory of the host: what it loads from has to be there.
# RUN: not %device_tidy check --isolated --output-format concise --select device-cpu-only-argument,device-forked-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Rows(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


class Pairs(Dataset):
    def __init__(self, x, y, device):
        self.x = x.to(device)
        self.y = y.to(device)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Moving(Dataset):
    def __getitem__(self, i):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'cuda' puts a tensor on cuda that the data loader pins
        return torch.ones(3).cuda()


def make(x, y):
    return DataLoader(TensorDataset(x, y), pin_memory=True)


def bad(x, y):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'DataLoader' takes this argument on the CPU only: 'Rows([x.cuda()])' on cuda
    DataLoader(Rows([x.cuda()]), pin_memory=True)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'DataLoader' takes this argument on the CPU only: 'TensorDataset(x.cuda())' on cuda
    DataLoader(TensorDataset(x.cuda()), pin_memory=True)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'DataLoader' takes this argument on the CPU only: 'Pairs(x, y, "cuda")' on cuda
    DataLoader(Pairs(x, y, "cuda"), pin_memory=True)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'DataLoader' takes this argument on the CPU only: 'TensorDataset(x, y)' on cuda
    make(x.cuda(), y.cuda())
    DataLoader(Moving(), pin_memory=True)


def good(x, y):
    DataLoader(Rows([x.cuda()]))
    DataLoader(Rows([x.cpu()]), pin_memory=True)
    DataLoader(TensorDataset(x.cpu()), pin_memory=True)
    DataLoader(TensorDataset(x.cuda()), pin_memory=False)
    DataLoader(Pairs(x, y, "cpu"), pin_memory=True)
    make(x.cpu(), y.cpu())


def unknown(x, y):
    make(x, y)
