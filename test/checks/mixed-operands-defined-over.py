# A function that takes the place of a variable in a branch: behind it, either may be called.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(3, device=device)


def keep(v):
    return v


put = keep
kept = keep
if torch.cuda.is_available():

    def put(v):
        return v.cuda()


put(torch.ones(3)) + x
# CHECK: :[[#@LINE+1]]:21: warning: operands of '+' may be on different devices
kept(torch.ones(3)) + x
