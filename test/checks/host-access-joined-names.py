# The name of a device may be put together, of a kind that falls back to the CPU and a number, or stand beside what a
# caller may give under a name.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
import os

import torch

kind = "cuda" if torch.cuda.is_available() else "cpu"


def of(ids=[0]):
    return torch.device("cuda:{}".format(ids[0])) if ids else torch.device("cpu")


def chosen(**options):
    return options.pop("device", "cuda" if torch.cuda.is_available() else "cpu")


def read(**options):
    return options.get("device", kind)


def given(**options):
    return options["device"] if "device" in options else kind


device = f"{kind}:0"
# CHECK: :[[@LINE+1]]:27: warning: 'numpy' reads memory
torch.zeros(3).to(device).numpy()
device = kind + ":" + str(1)
# CHECK: :[[@LINE+1]]:27: warning: 'numpy' reads memory
torch.zeros(3).to(device).numpy()
device = "%s:%d" % (kind, 0)
# CHECK: :[[@LINE+1]]:27: warning: 'numpy' reads memory
torch.zeros(3).to(device).numpy()
device = "{}:{}".format(kind, 0)
# CHECK: :[[@LINE+1]]:27: warning: 'numpy' reads memory
torch.zeros(3).to(device).numpy()
# Whether a list has elements is not followed.
FN_filled = torch.zeros(3).to(of()).numpy()
# CHECK: :[[@LINE+1]]:29: warning: 'numpy' reads memory
torch.zeros(3).to(chosen()).numpy()
# CHECK: :[[@LINE+1]]:27: warning: 'numpy' reads memory
torch.zeros(3).to(read()).numpy()
# CHECK: :[[@LINE+1]]:28: warning: 'numpy' reads memory
torch.zeros(3).to(given()).numpy()
# CHECK: :[[@LINE+1]]:51: warning: 'numpy' reads memory
torch.zeros(3).to(os.environ.get("DEVICE", kind)).numpy()

# Who gives the CPU has it, and a name that starts so may name something else.
torch.zeros(3).to(of([])).numpy()
torch.zeros(3).to(chosen(device="cpu")).numpy()
torch.zeros(3).to(read(device="cpu")).numpy()
torch.zeros(3).to(given(device="cpu")).numpy()
torch.zeros(3).to(f"{'cpu'}:0").numpy()
torch.load(f"{kind}_model.pt", map_location="cpu").numpy()
