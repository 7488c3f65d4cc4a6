# Row 5: the cells of a notebook, one after the other; the inputs are not moved.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
# %%
import torch
from torch.utils import data

# %%
X = torch.rand(100, 5)
y = X.sum(dim=1, keepdim=True)
loader = data.DataLoader(data.TensorDataset(X, y), batch_size=10, pin_memory=True)

# %%
device = "cuda" if torch.cuda.is_available() else "cpu"
net = torch.nn.Linear(5, 1).to(device)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net

# %%
losses = []
for xb, yb in loader:
    yb = yb.to(device)  # GOOD: xb, yb = xb.to(device), yb.to(device)
    loss = torch.nn.functional.mse_loss(net(xb), yb)
    # CHECK: :[[@LINE-1]]:41: warning: operands of 'Linear' may be on different devices: 'net' on cuda, 'xb' on cpu [device-mixed-operands]
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss.item())

# %%
print(sum(losses) / len(losses))
