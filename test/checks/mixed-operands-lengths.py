# Lengths that a module of which nobody knows the class is given may well be wanted on the CPU: of level 2.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
import torch
from other import Net

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = Net().to(device)
for x, lengths in torch.utils.data.DataLoader(rows()):
    x = x.to(device)
    model(x, lengths)
for x, mask in torch.utils.data.DataLoader(rows()):
    x = x.to(device)
    model(x, mask)
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'forward' may be on different devices: 'model' on cuda, 'mask' on cpu
