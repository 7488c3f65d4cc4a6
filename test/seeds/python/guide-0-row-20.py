# Guide 0, a model that is moved after it was made: silent.
# RUN: %check %s | count 0
import torch
from torch import nn


class MyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(10, 5) # 不在此处指定设备
    def forward(self, x):
        return self.layer(x)

# 正确实例化方式
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = MyModel().to(device) # 一次性移动全部参数
