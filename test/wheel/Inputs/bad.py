import torch

a = torch.ones(2, device="cuda:0")
b = torch.ones(2)
print(a + b)
