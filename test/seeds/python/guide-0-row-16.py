# Guide 0, mixed precision: silent.
# RUN: %check %s | count 0
from torch.cuda.amp import autocast
scaler = GradScaler()
with autocast():
    outputs = model(inputs) # 自动处理设备与精度
    loss = criterion(outputs, labels)
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()
