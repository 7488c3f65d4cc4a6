# Guide 0, a loss that is not moved: silent.
# RUN: %check %s | count 0
from torch import nn

# 正确示例
criterion = nn.CrossEntropyLoss() # 不指定设备
loss = criterion(outputs.to(device), labels.to(device)) # 输入已同步
