# A function that goes over what it is given takes elements of it, which are where the whole is.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def save(preds):
    for p in preds:
        print(p.numpy())


def save_from_anywhere(preds):
    for p in preds:
        print(p.cpu().numpy())


def zipped(preds, names):
    for p, name in zip(preds, names):
        print(name, p.numpy())


# CHECK: :[[@LINE+1]]:1: warning: 'numpy' reads memory of 'p' on the host, but 'p' may be on cuda
save(torch.zeros(3, 3, device=device))
save(torch.zeros(3, 3, device=device).cpu())
save_from_anywhere(torch.zeros(3, 3, device=device))
# CHECK: :[[@LINE+1]]:1: warning: 'numpy' reads memory of 'p' on the host, but 'p' may be on cuda
save([torch.zeros(3, device=device), torch.ones(3, device=device)])
save([torch.zeros(3), torch.ones(3)])
# CHECK: :[[@LINE+1]]:1: warning: 'numpy' reads memory of 'p' on the host, but 'p' may be on cuda
zipped(torch.zeros(3, 3, device=device), ["a", "b", "c"])
zipped(torch.zeros(3, 3), ["a", "b", "c"])
