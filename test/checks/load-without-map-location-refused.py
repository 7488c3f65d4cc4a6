# Who raises an error, or ends the program, before the load does nothing without an accelerator: what all else needs it
# for decides.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %t/needs.py %t/itself.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/chosen.py | FileCheck %t/chosen.py --implicit-check-not=warning:

#--- needs.py
import argparse

import torch


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--network", type=str)
    parser.add_argument("--other", action="store_true")
    args = parser.parse_args()
    if args.other and args.network is None:
        raise ValueError("--other needs --network")
    return args


if __name__ == "__main__":
    args = parse_args()
    net = torch.nn.Linear(2, 2)
    net.load_state_dict(torch.load(args.network))
    device = torch.device("cuda:0")
    for x in torch.utils.data.DataLoader(list(range(3))):
        print(net.compute(x.to(device)))

#--- itself.py
import sys

import torch


def main(path, size):
    if path is None or size is None:
        sys.exit("no path")
    net = torch.nn.Linear(2, 2)
    net.load_state_dict(torch.load(path))
    if torch.cuda.device_count() > 1:
        print("several")
    for x in torch.utils.data.DataLoader(list(range(size))):
        print(net.to("cuda")(x.to("cuda")))

#--- chosen.py
import argparse

import torch


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--network", type=str)
    parser.add_argument("--other", action="store_true")
    args = parser.parse_args()
    if args.other and args.network is None:
        raise ValueError("--other needs --network")
    return args


if __name__ == "__main__":
    args = parse_args()
    net = torch.nn.Linear(2, 2)
    net.load_state_dict(torch.load(args.network))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    net.to(device)
    for x in torch.utils.data.DataLoader(list(range(3))):
        print(net(x.to(device)))
