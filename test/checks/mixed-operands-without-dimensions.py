# Results without dimensions: reductions of all dimensions, and of the only one.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch.nn import functional as F

t = torch.ones(3, device="cuda" if torch.cuda.is_available() else "cpu")


def sums_ok():
    a = torch.ones(2, 3)
    return t * a.logsumexp((0, 1)), t * torch.logsumexp(a, dim=[0, 1]), t * torch.special.logsumexp(a, (0, 1))


def sums_bad():
    a = torch.ones(2, 3)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '*' may be on different devices
    return t * a.logsumexp((0,))


def kept_bad():
    a = torch.ones(2, 3)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '*' may be on different devices
    return t * a.logsumexp((0, 1), keepdim=True)


def quantile_ok():
    a = torch.ones(3)
    return t * a.nanquantile(0.5), t * torch.nanquantile(a, 0.5, 0)


def quantile_bad():
    a = torch.ones(3, 3)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '*' may be on different devices
    return t * a.nanquantile(0.5, 0)


def pairs_ok():
    a = torch.ones(3)
    return (
        t * F.cosine_similarity(a, a, dim=0),
        t * torch.cosine_similarity(a, a, 0),
        t * F.pairwise_distance(a, a),
        t * torch.linalg.vecdot(a, a),
        t * torch.nn.CosineSimilarity(dim=0)(a, a),
        t * torch.nn.PairwiseDistance()(a, a),
    )


def pairs_bad():
    a = torch.ones(3, 3)
    # CHECK: :[[#@LINE+1]]:11: warning: operands of '*' may be on different devices
    b = t * F.cosine_similarity(a, a, dim=0)
    # CHECK: :[[#@LINE+1]]:11: warning: operands of '*' may be on different devices
    c = t * F.pairwise_distance(a, a)
    return b, c


def kept_pairs_bad():
    a = torch.ones(3)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '*' may be on different devices
    return t * F.pairwise_distance(a, a, keepdim=True)


def found_ok():
    a = torch.ones(3)
    return t * torch.searchsorted(a, 0.5)
