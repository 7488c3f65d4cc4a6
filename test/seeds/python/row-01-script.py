# Row 1: the model is on the GPU, the input on the CPU. A script.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")

model = nn.Sequential(
    nn.Conv2d(3, 16, kernel_size=3, padding=1),
    nn.BatchNorm2d(16),
    nn.ReLU(inplace=True),
    nn.AdaptiveAvgPool2d(1),
    nn.Flatten(),
    nn.Linear(16, 10),
)
model.to(device)
model.eval()

input_data = torch.randn(1, 3, 224, 224)
with torch.no_grad():
    output = model(input_data)  # GOOD: output = model(input_data.to(device))
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'Sequential' may be on different devices: 'model' on cuda:0, 'input_data' on cpu [device-mixed-operands]
print(output.argmax(dim=1).item())
