# Row 7: the validation data are tensors that nobody moved. A script without loaders.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import numpy as np
import torch
import torch.nn.functional as F

dev = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
x_all = torch.from_numpy(np.random.default_rng(0).random((500, 7), dtype=np.float32))
y_all = x_all[:, :1] * 2 - 1
x_train, y_train = x_all[:400].to(dev), y_all[:400].to(dev)
x_valid, y_valid = x_all[400:], y_all[400:]  # GOOD: x_valid, y_valid = x_all[400:].to(dev), y_all[400:].to(dev)

regressor = torch.nn.Linear(7, 1, device=dev)
opt = torch.optim.LBFGS(regressor.parameters())


def closure():
    opt.zero_grad()
    loss = F.mse_loss(regressor(x_train), y_train)
    loss.backward()
    return loss


for _ in range(3):
    opt.step(closure)
    with torch.no_grad():
        print(F.mse_loss(regressor(x_valid), y_valid))
        # CHECK: :[[@LINE-1]]:26: warning: operands of 'Linear' may be on different devices: 'regressor' on cuda, 'x_valid' on cpu [device-mixed-operands]
