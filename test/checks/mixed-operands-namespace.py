# Devices among the options of a program.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import argparse
from types import SimpleNamespace

import torch
from torch import nn


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--dtype", default="float32")
    return parser.parse_args()


def parsed_bad():
    args = options()
    model = nn.Linear(2, 2).to(args.device)
    return model(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'model' on 'args.device', 'torch.ones(2, 2)' on cpu


def parsed_ok():
    args = options()
    model = nn.Linear(2, 2).to(args.device)
    return model(torch.ones(2, 2).to(args.device))


def dtype_ok():
    args = options()
    model = nn.Linear(2, 2).to(args.dtype)
    return model(torch.ones(2, 2))


config = SimpleNamespace(train=SimpleNamespace(device="cuda" if torch.cuda.is_available() else "cpu", lr=0.1))


def namespace_bad():
    model = nn.Linear(2, 2).to(config.train.device)
    return model(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'model' on cuda


def namespace_ok():
    model = nn.Linear(2, 2).to(config.train.device)
    return model(torch.ones(2, 2, device=config.train.device))
