# Names of devices that are put into a container behind a question are there on machines with an accelerator only.
# RUN: not %device_tidy check --isolated --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch


def chosen_ok(x: torch.Tensor):
    for device in ["cuda"] if torch.cuda.is_available() else []:
        x = x.to(device)
    return x


def chosen(x: torch.Tensor):
    for device in ["cuda"] if x.is_floating_point() else []:
        # CHECK: :[[@LINE+1]]:15: warning: 'to' needs an accelerator
        x = x.to(device)
    return x


def appended_ok(x: torch.Tensor):
    devices = ["cpu"]
    if torch.cuda.is_available():
        devices.append("cuda")
    for device in devices:
        x = x.to(device)
    return x


def appended(x: torch.Tensor):
    devices = []
    devices.append("cuda")
    for device in devices:
        # CHECK: :[[@LINE+1]]:15: warning: 'to' needs an accelerator
        x = x.to(device)
    return x


def filled_ok(x: torch.Tensor):
    devices = []
    if torch.cuda.is_available():
        devices += ["cuda"]
    if devices:
        x = x.to("cuda")
    return x


def filled(x: torch.Tensor):
    devices = []
    if torch.cuda.is_available():
        devices += ["cuda"]
    if not devices:
        # CHECK: :[[@LINE+1]]:15: warning: 'to' needs an accelerator
        x = x.to("cuda")
    return x
