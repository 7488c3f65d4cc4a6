# apex.amp gives back the models and the optimizers that it is given, where they are.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from apex import amp
from torch import nn

model = nn.Linear(3, 3).to("cuda")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'Linear' are on different devices
model(torch.zeros(3))
model(torch.zeros(3, device="cuda"))

alone = amp.initialize(nn.Linear(3, 3).to("cuda"), opt_level="O1")
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'Linear' are on different devices
alone(torch.zeros(3))
alone(torch.zeros(3, device="cuda"))
