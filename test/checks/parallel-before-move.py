# A module has to be in its place when DataParallel is called, and when DistributedDataParallel is made.
# RUN: not %device_tidy check --isolated --select device-parallel-before-move %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import os

import torch
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel


def called_bad(x):
    model = nn.DataParallel(nn.Linear(4, 2))
    return model(x)
    # CHECK: :[[@LINE-1]]:12: warning: 'DataParallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda:0 [device-parallel-before-move]
    # CHECK: :[[@LINE-3]]:29: note: 'model' created on cpu here, the default device


def called_ok(x):
    model = nn.DataParallel(nn.Linear(4, 2))
    model.to("cuda:0")
    return model(x)


# Whoever moves the module inside moves what runs.
def inside_ok(x):
    net = nn.Linear(4, 2)
    model = nn.DataParallel(net, device_ids=[0, 1])
    net.cuda()
    return model(x)


def other_first_bad(x):
    net = nn.Linear(4, 2).to("cuda:0")
    model = nn.DataParallel(net, device_ids=[1, 0])
    return model(x)
    # CHECK: :[[@LINE-1]]:12: warning: 'DataParallel' may meet a module that is not in its place: 'model' on cuda:0, the first device on cuda:1 [device-parallel-before-move]
    # CHECK: :[[@LINE-4]]:27: note: 'net' moved to cuda:0 here; it fails with two or more GPUs


def other_first_ok(x):
    net = nn.Linear(4, 2).to("cuda:1")
    model = nn.DataParallel(net, device_ids=[1, 0])
    return model(x)


def distributed_bad(rank):
    model = nn.Linear(4, 2)
    return DistributedDataParallel(model, device_ids=[rank])
    # CHECK: :[[@LINE-1]]:12: warning: 'DistributedDataParallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda [device-parallel-before-move]
    # CHECK: :[[@LINE-3]]:13: note: 'model' created on cpu here, the default device


def distributed_ok(rank):
    model = nn.Linear(4, 2).to(rank)
    return DistributedDataParallel(model, device_ids=[rank])


# On the CPU, with the gloo backend, there are no device_ids.
def host_ok():
    return DistributedDataParallel(nn.Linear(4, 2))


def moved_bad():
    model = DistributedDataParallel(nn.Linear(4, 2))
    model.to("cuda")
    # CHECK: :[[@LINE-1]]:11: warning: 'DistributedDataParallel' meets a module that is not in its place: 'model' on cpu, its next place on cuda [device-parallel-before-move]
    # CHECK: :[[@LINE-3]]:37: note: 'model' created on cpu here, the default device
    return model


def moved_ok():
    net = nn.Linear(4, 2)
    net.to("cuda")
    return DistributedDataParallel(net)


def function_bad(x):
    model = nn.Linear(4, 2)
    return nn.parallel.data_parallel(model, x)
    # CHECK: :[[@LINE-1]]:12: warning: 'data_parallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda:0 [device-parallel-before-move]
    # CHECK: :[[@LINE-3]]:13: note: 'model' created on cpu here, the default device


def function_ok(x):
    model = nn.Linear(4, 2).to("cuda:0")
    return nn.parallel.data_parallel(model, x)


def function_gpus_bad(x, gpus):
    model = nn.Linear(4, 2)
    return nn.parallel.data_parallel(model, x, gpus)
    # CHECK: :[[@LINE-1]]:12: warning: 'data_parallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda [device-parallel-before-move]
    # CHECK: :[[@LINE-3]]:13: note: 'model' created on cpu here, the default device


def function_gpus_ok(x, gpus):
    model = nn.Linear(4, 2).cuda(gpus[0])
    return nn.parallel.data_parallel(model, x, gpus)


# What is wrapped in one branch only may be either afterwards.
def FN_branch(x):
    model = nn.Linear(4, 2)
    if x.shape[0] > 1:
        model = nn.DataParallel(model)
    return model(x)


class Holder:
    def __init__(self):
        self.model = nn.DataParallel(nn.Linear(4, 2))

    # A member's first device is not kept.
    def FN_member(self, x):
        return self.model(x)


def holds(x):
    return Holder().FN_member(x)


def rank_ok(rank: int, x):
    model = DistributedDataParallel(nn.Linear(4, 2).to(rank), device_ids=[rank])
    return model(x)


def rank_bad(rank: int, x):
    model = DistributedDataParallel(nn.Linear(4, 2), device_ids=[rank])
    # CHECK: :[[@LINE-1]]:13: warning: 'DistributedDataParallel' meets a module that is not in its place
    # CHECK: :[[@LINE-2]]:37: note: 'nn.Linear(4, 2)' created on cpu here
    return model(x)


# An index or none of one: which it is, the same test says that chose the backend.
def chosen_ok(x):
    rank = int(os.environ["LOCAL_RANK"]) if torch.cuda.is_available() else -1
    return DistributedDataParallel(nn.Linear(4, 2).to(rank), device_ids=[rank])(x)


def chosen_bad(x):
    rank = int(os.environ["LOCAL_RANK"]) if torch.cuda.is_available() else -1
    # CHECK: :[[@LINE+1]]:12: warning: 'DistributedDataParallel' meets a module that is not in its place
    return DistributedDataParallel(nn.Linear(4, 2), device_ids=[rank])(x)
    # CHECK: :[[@LINE-1]]:36: note: 'nn.Linear(4, 2)' created on cpu here
