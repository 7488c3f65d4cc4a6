# Row 19: a model that was trained on a GPU is exported to ONNX with an input on the CPU. A script.
# RUN: not %check --select device-export-mismatch %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 2))
model = model.to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(2):
    images = torch.rand(4, 3, 16, 16, device=device)
    loss = model(images).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

model.eval()
dummy_input = torch.randn(1, 3, 224, 224)
names = {"input_names": ["input"], "output_names": ["scores"]}
torch.onnx.export(model, dummy_input, "model.onnx", dynamo=False, **names)  # GOOD: torch.onnx.export(model, dummy_input.to(device), "model.onnx", dynamo=False, **names)
# CHECK: :[[@LINE-1]]:1: warning: 'export' may run a module with example inputs on another device: 'model' on cuda, 'dummy_input' on cpu [device-export-mismatch]
