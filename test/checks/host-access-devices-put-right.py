# A device that a program puts right: a parameter that is overwritten, and an option of the command line. Beside a device,
# what was given is one, however it is spelled.
# RUN: not %device_tidy check --isolated --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import argparse

import torch


def overwritten(device="auto"):
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(device)


def asked(device="auto"):
    if device == "auto":
        device = "cuda"
    device = torch.device(device)
    if device.type == torch.device("cuda").type and not torch.cuda.is_available():
        return torch.device("cpu")
    return device


def made(device):
    if device == "auto":
        device = "cuda"
    return torch.zeros(3, device=device)


def parameters_bad():
    torch.zeros(3, device=overwritten()).numpy()
    # CHECK: :[[@LINE-1]]:42: warning: 'numpy' reads memory of {{.*}} may be on cuda [device-host-access]
    torch.zeros(3, device=asked()).numpy()
    # CHECK: :[[@LINE-1]]:36: warning: 'numpy' reads memory of {{.*}} may be on cuda
    made("auto").numpy()
    # CHECK: :[[@LINE-1]]:18: warning: 'numpy' reads memory of {{.*}} is on cuda


def parameters_ok():
    torch.zeros(3, device=overwritten()).cpu().numpy()
    torch.zeros(3, device=overwritten("cpu")).numpy()
    torch.zeros(3, device=asked("cpu")).numpy()
    made("cpu").numpy()


def left_out_bad():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default=None)
    args = parser.parse_args()
    if args.device is None:
        args.device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.zeros(3, device=args.device).numpy()
    # CHECK: :[[@LINE-1]]:40: warning: 'numpy' reads memory of


def replaced_bad():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    if not torch.cuda.is_available():
        args.device = "cpu"
    x = torch.zeros(3).to(args.device)
    return x.numpy()
    # CHECK: :[[@LINE-1]]:14: warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on 'args.device'


def if_any_bad():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    device = args.device if torch.cuda.is_available() else "cpu"
    x = torch.zeros(3).to(device)
    return x.numpy()
    # CHECK: :[[@LINE-1]]:14: warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on 'args.device'


def if_any_ok():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    device = args.device if torch.cuda.is_available() else "cpu"
    x = torch.zeros(3).to(device)
    return x.cpu().numpy()


# Nobody is asked where it is here.
def never_ok():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    device = args.device if torch.cuda.is_available() else "cpu"
    if device == "cpu":
        return torch.zeros(3).numpy()
    return torch.zeros(3).to(device).cpu().numpy()
