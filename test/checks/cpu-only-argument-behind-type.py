# What is done for tensors of some types alone is not held against one of which nobody knows the type.
# RUN: not %device_tidy check --isolated --select device-cpu-only-argument %s | FileCheck %s --implicit-check-not=warning:
import torch


def standard_ok(edges):
    if isinstance(edges, torch.Tensor) and edges.dtype != torch.long:
        edges = torch.LongTensor(edges)
    return edges


def standard(edges):
    if isinstance(edges, torch.Tensor):
        edges = torch.LongTensor(edges)
    return edges


standard_ok(torch.ones(3, 3).cuda().argmax(dim=-1))
# CHECK: :[[@LINE+1]]:1: warning: 'LongTensor' takes this argument on the CPU only: 'edges' on cuda
standard(torch.ones(3, 3).cuda().argmax(dim=-1))
