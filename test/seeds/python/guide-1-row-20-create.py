# Guide 1, a tensor on a device: silent.
# RUN: %check %s | count 0
import torch

# Define the device (assuming GPU is available)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# Create a tensor on the specified device
tensor = torch.randn(3, 3, device=device)

print(tensor)
print(tensor.device)

# Create a tensor on the CPU
tensor_cpu = torch.randn(3, 3)

# Move the tensor to the GPU (if available)
tensor_gpu = tensor_cpu.to(device)

print(tensor_cpu.device)
print(tensor_gpu.device)
