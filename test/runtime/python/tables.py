# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""placements."""

# REQUIRES: torch
# RUN: %device_tidy run -q --devices 2 -- %python %s | FileCheck %s
import torch
from device_tidy import placements
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.register_buffer("mean", torch.zeros(()))
        self.mask = torch.ones(3)
        self.heads = [nn.Linear(1, 1, bias=False)]


net = Net().to("cuda:1")
print(placements(net))
# CHECK: Net
# CHECK-NEXT: {{^}}name             kind            device  dtype    shape  bytes{{$}}
# CHECK-NEXT: {{^}}fc.weight        parameter       cuda:1  float32  2x2    16{{$}}
# CHECK-NEXT: {{^}}fc.bias          parameter       cuda:1  float32  2      8{{$}}
# CHECK-NEXT: {{^}}mean             buffer          cuda:1  float32  -      4{{$}}
# CHECK-NEXT: {{^}}mask             not registered  cpu     float32  3      12{{$}}
# CHECK-NEXT: {{^}}heads[0].weight  not registered  cpu     float32  1x1    4{{$}}
# CHECK-NEXT: cuda:1: 28 bytes, cpu: 16 bytes

table = placements({"x": [torch.ones(2)], "n": 3}, "batch")
assert [(row.name, row.device, row.bytes) for row in table] == [("batch['x'][0]", "cpu", 8)]
assert table.devices == {"cpu": 8} and len(table) == 1
assert "<td>batch[&#x27;x&#x27;][0]</td>" in table._repr_html_()
assert repr(table) == str(table)
table.show()
# CHECK: batch['x'][0]  tensor  cpu

optimizer = torch.optim.Adam(net.parameters())
net.fc(torch.ones(2, device="cuda:1")).sum().backward()
optimizer.step()
kinds = {row.kind for row in placements(optimizer)}
assert kinds == {"parameter", "optimizer state"}, kinds
assert str(placements(3)).endswith("no tensors") and placements(torch.ones(2)).rows[0].name == "tensor"
