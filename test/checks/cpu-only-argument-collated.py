# A function that collates batches says where they are: what it takes from the data set is where that puts it.
# RUN: not %device_tidy check --isolated --worlds multi --select device-cpu-only-argument,device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset


class Texts(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, i):
        return torch.randint(1, 9, (i + 1,))


def collate_moved(batch):
    lengths = torch.tensor([len(x) for x in batch])
    return pad_sequence(batch, batch_first=True).cuda(), lengths.cuda()


def collate(batch):
    return torch.stack([x for x in batch]), torch.tensor([len(x) for x in batch])


# Nobody says where all of it is.
def collate_mixed(batch):
    return torch.stack([x for x in batch]).cuda(), torch.tensor([len(x) for x in batch])


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)

    def forward(self, x, lengths):
        return pack_padded_sequence(self.embed(x), lengths, batch_first=True, enforce_sorted=False)


def moved_bad():
    net = Tagger().cuda()
    for x, lengths in DataLoader(Texts(), batch_size=2, collate_fn=collate_moved):
        net(x, lengths)
        # CHECK: :[[@LINE-1]]:9: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths' on cuda


def moved_ok():
    net = Tagger().cuda()
    for x, lengths in DataLoader(Texts(), batch_size=2, collate_fn=collate_moved):
        net(x, lengths.cpu())


def left_bad():
    net = nn.Linear(3, 3).cuda()
    for x, _ in DataLoader(Texts(), batch_size=2, collate_fn=collate):
        net(x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'x' on cpu


def left_ok():
    net = nn.Linear(3, 3).cuda()
    for x, _ in DataLoader(Texts(), batch_size=2, collate_fn=collate):
        net(x.cuda())


def mixed_ok():
    net = nn.Linear(3, 3).cuda()
    for x, lengths in DataLoader(Texts(), batch_size=2, collate_fn=collate_mixed):
        net(x)


def make_collate(device):
    def collate(batch):
        lengths = torch.tensor([len(x) for x in batch], device=device)
        return pad_sequence(batch, batch_first=True).to(device), lengths

    return collate


def made_bad():
    net = Tagger().cuda()
    for x, lengths in DataLoader(Texts(), batch_size=3, collate_fn=make_collate("cuda")):
        net(x, lengths)
        # CHECK: :[[@LINE-1]]:9: warning: 'pack_padded_sequence' takes this argument on the CPU only


def made_ok():
    net = Tagger()
    for x, lengths in DataLoader(Texts(), batch_size=3, collate_fn=make_collate("cpu")):
        net(x, lengths)
