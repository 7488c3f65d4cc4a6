# Accelerators in the workers of a data loader.
# RUN: not %device_tidy check --isolated --select device-forked-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch.utils.data import DataLoader, Dataset


class MovedBad(Dataset):
    def __init__(self, data):
        self.data = data

    def __getitem__(self, index):
        return torch.tensor(self.data[index]).cuda()
        # CHECK: :[[@LINE-1]]:47: warning: 'cuda' puts a tensor on cuda in a forked worker of the data loader [device-forked-accelerator]
        # CHECK: :[[@LINE+4]]:12: note: the data loader defined here


def moved_bad(data):
    return DataLoader(MovedBad(data), batch_size=8, num_workers=4)


class MovedOk(Dataset):
    def __init__(self, data):
        self.data = data

    def __getitem__(self, index):
        return torch.tensor(self.data[index])


def moved_ok(data):
    return DataLoader(MovedOk(data), batch_size=8, num_workers=4)


def collate_bad(samples):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.stack(samples).to(device)
    # CHECK: :[[@LINE-1]]:33: warning: 'to' puts a tensor on 'device' in a forked worker of the data loader [device-forked-accelerator]
    # CHECK: :[[@LINE+4]]:12: note: the data loader defined here


def collated_bad(data):
    return DataLoader(data, num_workers=2, collate_fn=collate_bad)


def collate_ok(samples):
    return torch.stack(samples)


def collated_ok(data):
    return DataLoader(data, num_workers=2, collate_fn=collate_ok)


class PinnedBad(Dataset):
    def __getitem__(self, index):
        return torch.zeros(4, device="cuda"), index
        # CHECK: :[[@LINE-1]]:16: warning: 'zeros' puts a tensor on cuda that the data loader pins [device-forked-accelerator]
        # CHECK: :[[@LINE+4]]:12: note: the data loader defined here


def pinned_bad():
    return DataLoader(PinnedBad(), pin_memory=True)


class NoWorkersOk(Dataset):
    def __getitem__(self, index):
        return torch.zeros(4, device="cuda"), index


# Without workers the samples are made where the accelerator is.
def no_workers_ok():
    return DataLoader(NoWorkersOk(), batch_size=8), DataLoader(NoWorkersOk(), num_workers=0)


class SpawnedOk(Dataset):
    def __getitem__(self, index):
        return torch.zeros(4, device="cuda"), index


def spawned_ok():
    return DataLoader(SpawnedOk(), num_workers=2, multiprocessing_context="spawn")
