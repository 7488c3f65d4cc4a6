# Guide 0, the error of its opening: rows 1 and 2.
# RUN: not %check %s | FileCheck %s --implicit-check-not=warning:
import torch

# 典型错误场景示例
model = torch.load('model.pth').cuda() # 模型在GPU
# CHECK-DAG: :[[@LINE-1]]:9: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
# CHECK-DAG: :[[@LINE-2]]:33: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
input_data = torch.randn(1, 3, 224, 224) # 输入在CPU
output = model(input_data) # 爆炸!
# CHECK: :[[@LINE-1]]:10: warning: operands of 'forward' are on different devices: 'model' on cuda, 'input_data' on cpu [device-mixed-operands]
