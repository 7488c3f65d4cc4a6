"""A model of torch.masked: functions whose mask has to be where the input is.

Read by the analyzer in place of what it defines, never run. What the functions that are not here demand stands in the
table, in the row of the operator of the same name (torch/masked/_ops.py, _combine_input_and_mask).
"""

import torch


def _chosen(mask, input):
    return input if mask is None else torch.where(mask, input, 0.0)


def cumprod(input, dim, dtype=None, mask=None):
    return torch.cumprod(_chosen(mask, input), dim)


def cumsum(input, dim, dtype=None, mask=None):
    return torch.cumsum(_chosen(mask, input), dim)


def log_softmax(input, dim, dtype=None, mask=None):
    return torch.log_softmax(_chosen(mask, input), dim)


def logsumexp(input, dim, keepdim=False, dtype=None, mask=None):
    return torch.logsumexp(_chosen(mask, input), dim)


def median(input, dim=-1, keepdim=False, dtype=None, mask=None):
    return torch.nanmedian(_chosen(mask, input), dim)[0]


def softmax(input, dim, dtype=None, mask=None):
    return torch.softmax(_chosen(mask, input), dim)


def softmin(input, dim, dtype=None, mask=None):
    return torch.softmax(_chosen(mask, input), dim)


def std(input, dim=None, unbiased=None, correction=None, keepdim=False, dtype=None, mask=None):
    return torch.std(_chosen(mask, input))


def var(input, dim=None, unbiased=None, correction=None, keepdim=False, dtype=None, mask=None):
    return torch.var(_chosen(mask, input))
