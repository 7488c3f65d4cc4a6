# Guide 2, example 3, a trained model is moved before it is used: silent.
# RUN: %check %s | count 0
import torch
import torchvision.models as models

# Assume model is loaded from a checkpoint or downloaded
model = models.resnet18(pretrained=True)

# Define the device
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# Move the model to the specified device.
model.to(device)

# Example input tensor (replace with your actual input)
input_tensor = torch.randn(1, 3, 224, 224)
input_tensor = input_tensor.to(device)

# ... perform inference ...
output = model(input_tensor)
