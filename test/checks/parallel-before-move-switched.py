# What an option keeps on the CPU is rather not trained on several accelerators: of level 2.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --check-prefix=ONE --implicit-check-not=warning:
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Trainer:
    def __init__(self, options):
        self.options = options
        self.device = torch.device("cuda" if options["num_gpu"] != 0 else "cpu")

    def placed_ok(self):
        net = nn.Linear(2, 2).to(self.device)
        if self.options["dist"]:
            net = DistributedDataParallel(net, device_ids=[torch.cuda.current_device()])
            # CHECK: :[[@LINE-1]]:19: warning: 'DistributedDataParallel' may meet a module that is not in its place
        return net

    def placed_bad(self):
        net = nn.Linear(2, 2)
        if self.options["dist"]:
            net = DistributedDataParallel(net, device_ids=[torch.cuda.current_device()])
            # CHECK: :[[@LINE-1]]:19: warning: 'DistributedDataParallel' meets a module that is not in its place
            # ONE: :[[@LINE-2]]:19: warning: 'DistributedDataParallel' meets a module that is not in its place
        return net
