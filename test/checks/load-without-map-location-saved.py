# A program that takes to the CPU all that it saves finds it there.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --level 1 %t/ok.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/bad.py | FileCheck %t/bad.py --implicit-check-not='warning:'

#--- ok.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(args, step):
    net = torch.nn.Linear(2, 2).to(device)
    if args.restore:
        net.load_state_dict(torch.load(args.model))
    for epoch in range(args.epochs):
        step(net)
        net.eval().cpu()
        torch.save({"net": net.state_dict(), "epoch": epoch}, args.folder + f"/{epoch}.pt")
        net.to(device)

#--- bad.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(args, step):
    net = torch.nn.Linear(2, 2).to(device)
    if args.restore:
        net.load_state_dict(torch.load(args.model))
        # CHECK: :[[@LINE-1]]:29: warning: 'torch.load' without a device
    for epoch in range(args.epochs):
        step(net)
        net.eval()
        torch.save({"net": net.state_dict(), "epoch": epoch}, args.folder + f"/{epoch}.pt")
        net.to(device)
