# Flags of tests are chosen by their framework: what hangs on them is of level 2.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from hypothesis import given, strategies


@given(use_cpu=strategies.just(True))
def test_lengths_ok(use_cpu: bool):
    lengths = torch.zeros(4, dtype=torch.long, device="cpu" if use_cpu else "cuda")
    sums = torch.cumsum(torch.randint(2, (5,)) > 0, 0)
    assert sums[torch.cumsum(lengths, 0)].shape


def lengths_bad(use_cpu: bool):
    lengths = torch.zeros(4, dtype=torch.long, device="cpu" if use_cpu else "cuda")
    sums = torch.cumsum(torch.randint(2, (5,)) > 0, 0)
    return sums[torch.cumsum(lengths, 0)]
    # CHECK: :[[@LINE-1]]:12: warning: index may be on another device than the tensor that it indexes
