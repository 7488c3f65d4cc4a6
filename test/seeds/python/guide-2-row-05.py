# Guide 2, example 1, the data are moved in the loader's loop: silent.
# RUN: %check %s | count 0
import torch
import torchvision
import torchvision.transforms as transforms

# Define the device (GPU if available, otherwise CPU)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# Data transformations
transform = transforms.Compose(
    [transforms.ToTensor(),
     transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))])

# Download and load the CIFAR-10 dataset
trainset = torchvision.datasets.CIFAR10(root='./data', train=True,
                                        download=True, transform=transform)
trainloader = torch.utils.data.DataLoader(trainset, batch_size=64,
                                          shuffle=True)

# Explicitly move data to the chosen device during iteration
for images, labels in trainloader:
    images = images.to(device)
    labels = labels.to(device)  # Labels are often integers, also need to be on the device for loss calculation.
    # ... your training logic ...
