# Row 14: a model is saved whole. A script.
# RUN: not %check --select device-whole-module-saved %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
points = torch.rand(64, 2, device=device)
for step in range(50):
    loss = (model(points) - points.sum(1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

torch.save(model, "model.pth")  # GOOD: torch.save(model.state_dict(), "model.pth")
# CHECK: :[[@LINE-1]]:1: warning: 'save' writes 'model' as a whole, with its class and devices, instead of its state_dict [device-whole-module-saved]
print("saved", loss.item())
