"""A model of torch_scatter: values and their index meet, and the result is there.

Read by the analyzer in place of what it defines, never run (torch_scatter/scatter.py: zeros on the device of src, and its
scatter_add_; csrc/cuda/scatter_cuda.cu and segment_csr_cuda.cu test that all are there).
"""

import torch


def scatter(src, index, dim=-1, out=None, dim_size=None, reduce="sum"):
    return torch.cat((src, index))


def scatter_sum(src, index, dim=-1, out=None, dim_size=None):
    return torch.cat((src, index))


def scatter_add(src, index, dim=-1, out=None, dim_size=None):
    return torch.cat((src, index))


def scatter_mul(src, index, dim=-1, out=None, dim_size=None):
    return torch.cat((src, index))


def scatter_mean(src, index, dim=-1, out=None, dim_size=None):
    return torch.cat((src, index))


def scatter_std(src, index, dim=-1, out=None, dim_size=None, unbiased=True):
    return torch.cat((src, index))


def scatter_min(src, index, dim=-1, out=None, dim_size=None):
    return torch.cat((src, index)), torch.cat((src, index)).long()


def scatter_max(src, index, dim=-1, out=None, dim_size=None):
    return torch.cat((src, index)), torch.cat((src, index)).long()


def scatter_softmax(src, index, dim=-1, dim_size=None):
    return torch.cat((src, index))


def scatter_log_softmax(src, index, dim=-1, eps=1e-12, dim_size=None):
    return torch.cat((src, index))


def scatter_logsumexp(src, index, dim=-1, out=None, dim_size=None, eps=1e-12):
    return torch.cat((src, index))


def segment_coo(src, index, out=None, dim_size=None, reduce="sum"):
    return torch.cat((src, index))


def segment_csr(src, indptr, out=None, reduce="sum"):
    return torch.cat((src, indptr))


def gather_coo(src, index, out=None):
    return torch.cat((src, index))


def gather_csr(src, indptr, out=None):
    return torch.cat((src, indptr))
