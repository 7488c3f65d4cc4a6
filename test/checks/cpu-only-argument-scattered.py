# What a module in DataParallel is given is scattered to accelerators, lengths, too, which are wanted on the CPU.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-cpu-only-argument %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Packs(nn.Module):
    def forward(self, x, lengths):
        return pack_padded_sequence(x, lengths, batch_first=True).data


class PacksFromHost(nn.Module):
    def forward(self, x, lengths):
        return pack_padded_sequence(x, lengths.cpu(), batch_first=True).data


def scattered_bad():
    net = nn.DataParallel(Packs().cuda(), device_ids=[0])
    net(torch.ones(2, 3, 1).cuda(), torch.tensor([3, 3]))
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'torch.tensor([3, 3])' {{.*}}on cuda:0


def scattered_good():
    net = nn.DataParallel(PacksFromHost().cuda(), device_ids=[0])
    net(torch.ones(2, 3, 1).cuda(), torch.tensor([3, 3]))


def alone_good():
    net = Packs().cuda()
    net(torch.ones(2, 3, 1).cuda(), torch.tensor([3, 3]))


# A list of numbers stays one.
def list_good():
    net = nn.DataParallel(Packs().cuda(), device_ids=[0])
    net(torch.ones(2, 3, 1).cuda(), [3, 3])
