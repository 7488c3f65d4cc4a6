# Guide 1, a context that makes a GPU current. It claims that the tensor is made there; it is made on the CPU, and meets
# one that is on the GPU in the lines that are added here.
# RUN: %check --ignore device-unguarded-accelerator %s | count 0
# RUN: cat %s > %t.py
# RUN: echo '    print(tensor + torch.ones(3, 3, device="cuda"))' >> %t.py
# RUN: not %check --select device-mixed-operands %t.py | FileCheck %s --implicit-check-not=warning:
import torch

with torch.cuda.device(0): # Set device 0 (first GPU)
    # Perform operations here, e.g., tensor creation, model computations
    # CHECK: :14:18: warning: operands of '+' are on different devices: 'tensor' on cpu, 'torch.ones(3, 3, device="cuda")' on cuda:0 [device-mixed-operands]
    tensor = torch.randn(3, 3)
    print(tensor.device)
