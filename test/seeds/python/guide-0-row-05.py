# Guide 0, the loader's loop moves inputs and labels: silent.
# RUN: %check %s | count 0
import torch
from torchvision.transforms import CenterCrop, Compose, Normalize, Resize, ToTensor

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# 数据预处理流水线
transform = Compose([
    Resize(256),
    CenterCrop(224),
    ToTensor(),
    Normalize(mean=[0.485, 0.456, 0.406],
              std=[0.229, 0.224, 0.225])
])
# 数据加载后处理
for inputs, labels in dataloader:
    inputs = inputs.to(device) # 批量转移更高效
    labels = labels.to(device)
    ...
