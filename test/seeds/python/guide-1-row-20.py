# Guide 1, setting a device, making and moving tensors and a model: silent.
# RUN: %check %s | count 0
import torch

print(torch.cuda.is_available()) # Check if CUDA (GPU) is available
print(torch.cuda.device_count()) # Number of available GPUs

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# Example: Create a tensor on the chosen device
tensor = torch.randn(3, 3, device=device)

# Move tensor to the device
tensor = tensor.to(device)

# Move model to the device
model = model.to(device)
