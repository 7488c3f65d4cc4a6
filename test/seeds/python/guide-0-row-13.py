# Guide 0, DataParallel is wrapped around a model that is moved after: silent.
# RUN: %check %s | count 0
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(10, 2)

# 正确设置方式
if torch.cuda.device_count() > 1:
    print(f"使用 {torch.cuda.device_count()} 个GPU")
    model = nn.DataParallel(model) # 包装前先移动到device
model = model.to(device) # 必须的!
