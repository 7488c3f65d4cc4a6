# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands,device-index-mismatch,device-host-access %s | FileCheck %s --implicit-check-not=warning:
# An option that says where to compute, of a variable of the file.
import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--device", type=str, default="cuda:1")
parser.add_argument("--mode", type=str, default="fast")
args = parser.parse_args()


def operands_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.zeros(3)' on cpu, 'x.to(args.device)' on 'args.device' [device-mixed-operands]
    return torch.zeros(3) + x.to(args.device)


def operands_good(x):
    return torch.zeros(3, device=args.device) + x.to(args.device)


def index_bad(ids):
    device = torch.device(args.device)
    rows = torch.zeros(3, 3, 3)
    chosen = torch.tensor(ids).to(device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: 'rows' on cpu, 'chosen' on 'args.device' [device-index-mismatch]
    return rows[:, :, chosen]


def index_good(ids):
    device = torch.device(args.device)
    rows = torch.zeros(3, 3, 3).to(device)
    chosen = torch.tensor(ids).to(device)
    return rows[:, :, chosen]


def read_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x.to(args.device)' on the host, but 'x.to(args.device)' may be on 'args.device' [device-host-access]
    return x.to(args.device).numpy()


def read_good(x):
    return x.to(args.device).cpu().numpy()
