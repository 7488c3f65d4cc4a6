# Guide 0, a scope that measures time. Its synchronize is a function that PyTorch does not have; that is no bug of devices.
# It asks for an accelerator's own services again and again, and for nothing else: it is for machines that have one.
# RUN: %check %s | count 0
# RUN: not %check --level 3 --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch


class DeviceDebugger:
    def __enter__(self):
        torch.backends.cuda.synchronize()
        self.start = torch.cuda.Event(enable_timing=True)
        # CHECK: :[[@LINE-1]]:22: warning: 'Event' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
        self.end = torch.cuda.Event(enable_timing=True)
        self.start.record()
    def __exit__(self, exc_type, exc_val, exc_tb):
        self.end.record()
        torch.backends.cuda.synchronize()
        print(f"设备操作耗时: {self.start.elapsed_time(self.end):.2f}ms")
        if exc_type is RuntimeError and 'device' in str(exc_val):
            print("检测到设备相关错误,建议检查:")
            print("1. 所有模型参数设备一致性")
            print("2. 输入数据设备匹配")
            print("3. 自定义操作中的设备处理")
# 使用示例
with DeviceDebugger():
    outputs = model(inputs) # 在此范围内监控设备操作
