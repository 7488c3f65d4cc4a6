# Row 13: DistributedDataParallel before the move. A script that torchrun starts.
# RUN: not %check --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("nccl")
local_rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local_rank)

model = nn.Linear(10, 10)  # GOOD: model = nn.Linear(10, 10).to(local_rank)
ddp_model = DDP(model, device_ids=[local_rank])
# CHECK: :[[@LINE-1]]:13: warning: 'DistributedDataParallel' meets a module that is not in its place: 'model' on cpu, the first device on cuda [device-parallel-before-move]
optimizer = torch.optim.SGD(ddp_model.parameters(), lr=0.001)

outputs = ddp_model(torch.randn(20, 10, device=local_rank))
labels = torch.randn(20, 10).to(local_rank)
nn.functional.mse_loss(outputs, labels).backward()
optimizer.step()
dist.destroy_process_group()
