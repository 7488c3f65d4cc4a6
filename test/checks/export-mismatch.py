# Tracing and exporting call the module with the example inputs.
# RUN: not %device_tidy check --isolated --select device-export-mismatch %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
import torch.nn as nn


def traced_bad():
    model = nn.Linear(4, 2).to("cuda")
    return torch.jit.trace(model, torch.randn(1, 4))
    # CHECK: :[[@LINE-1]]:12: warning: 'trace' runs a module with example inputs on another device: 'model' on cuda, 'torch.randn(1, 4)' on cpu [device-export-mismatch]
    # CHECK: :[[@LINE-3]]:29: note: 'model' moved to cuda here
    # CHECK: :[[@LINE-3]]:35: note: 'torch.randn(1, 4)' created on cpu here, the default device


def traced_ok():
    model = nn.Linear(4, 2).to("cuda")
    return torch.jit.trace(model, torch.randn(1, 4, device="cuda"))


def onnx_bad():
    model = nn.Linear(4, 2).cuda()
    torch.onnx.export(model, (torch.randn(1, 4),), "model.onnx")
    # CHECK: :[[@LINE-1]]:5: warning: 'export' runs a module with example inputs on another device: 'model' on cuda, 'torch.randn(1, 4)' on cpu [device-export-mismatch]
    # CHECK: :[[@LINE-3]]:29: note: 'model' moved to cuda here
    # CHECK: :[[@LINE-3]]:31: note: 'torch.randn(1, 4)' created on cpu here, the default device


def onnx_ok():
    model = nn.Linear(4, 2).cuda()
    torch.onnx.export(model.cpu(), (torch.randn(1, 4),), "model.onnx")


def exported_bad():
    model = nn.Linear(4, 2)
    example = torch.randn(1, 4).cuda()
    return torch.export.export(model, args=(example,))
    # CHECK: :[[@LINE-1]]:12: warning: 'export' runs a module with example inputs on another device: 'model' on cpu, 'example' on cuda [device-export-mismatch]
    # CHECK: :[[@LINE-4]]:13: note: 'model' created on cpu here, the default device
    # CHECK: :[[@LINE-4]]:33: note: 'example' moved to cuda here


def exported_ok():
    model = nn.Linear(4, 2)
    example = torch.randn(1, 4)
    return torch.export.export(model, args=(example,))


# Whoever hands the model in knows where it is.
def parameter_ok(model):
    return torch.jit.trace(model, torch.randn(1, 4))
