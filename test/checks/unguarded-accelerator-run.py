# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Whether a file is run or imported is no option of the program.
import torch
from torch import nn

if __name__ == "__main__":
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
    net = nn.Linear(4, 8).cuda()
