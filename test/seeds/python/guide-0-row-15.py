# Guide 0, a checkpoint is loaded onto the CPU, filled in, then moved: silent.
# RUN: %check %s | count 0
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(10, 2)

# 安全加载检查点
checkpoint = torch.load('model.pth', map_location='cpu') # 先加载到CPU
model.load_state_dict(checkpoint)
model = model.to(device) # 再移动到目标设备
