# What a layer is made of is a number, and fits any tensor.
# RUN: not %device_tidy check --isolated --output-format concise --select device-index-mismatch %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def Embedding(n, dim, padding_idx):
    m = nn.Embedding(n, dim, padding_idx=padding_idx)
    nn.init.constant_(m.weight[padding_idx], 0)
    return m


def Picked(n, dim, picked):
    m = nn.Embedding(n, dim)
    nn.init.constant_(m.weight[picked], 0)
    return m


class Model(nn.Module):
    @classmethod
    def build_model(cls, args, task):
        e = Embedding(len(task.source), args.dim, padding_idx=task.source.pad())
        if torch.cuda.is_available():
            e = e.cuda()
        return e

    @classmethod
    def build_other(cls, args, task):
        e = Picked(len(task.source), args.dim, task.source.pad())
        # CHECK: :[[@LINE-1]]:13: warning: index may be on another device than the tensor that it indexes: 'm.weight' on cpu
        if torch.cuda.is_available():
            e = e.cuda()
        return e
