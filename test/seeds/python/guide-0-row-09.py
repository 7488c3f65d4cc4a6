# Guide 0, a decorator that compares devices: silent.
# RUN: %check %s | count 0
import torch


def device_safe(func):
    def wrapper(*args, **kwargs):
        devices = {arg.device for arg in args if torch.is_tensor(arg)}
        devices.update({kwarg.device for kwarg in kwargs.values()
                        if torch.is_tensor(kwarg)})
        if len(devices) > 1:
            raise RuntimeError(f"设备冲突: 检测到多个设备 {devices}")
        return func(*args, **kwargs)
    return wrapper

@device_safe
def forward_pass(model, input):
    return model(input)
