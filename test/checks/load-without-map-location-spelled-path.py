# A path that is spelled in another way where the program reads what it has saved: it is the same file.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import os
from pathlib import Path

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
KEPT = Path("models") / os.environ["NAME"]


def posix_ok(net, name):
    path = Path("models") / name
    torch.save(net.state_dict(), path)
    net.load_state_dict(torch.load(path.as_posix()))


def posix_bad(net, name, other):
    path = Path("models") / name
    torch.save(net.state_dict(), path)
    net.load_state_dict(torch.load((Path("models") / other).as_posix()))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device


def twice_ok(net, name):
    path = Path("models") / name
    torch.save(net.state_dict(), str(path.resolve()))
    net.load_state_dict(torch.load(f"{path.expanduser()}"))


def in_folder_ok(net, folder, name):
    torch.save(net.state_dict(), folder.absolute() / name)
    net.load_state_dict(torch.load(os.path.abspath(folder / name)))


def in_folder_bad(net, folder, name):
    torch.save(net.state_dict(), folder.absolute() / name)
    net.load_state_dict(torch.load(os.path.abspath(folder / "first" / name)))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device


def ended_bad(net, path):
    torch.save(net.state_dict(), path)
    net.load_state_dict(torch.load(f"{path}.old"))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device


def opened_ok(net, path):
    with path.open("wb") as file:
        torch.save(net.state_dict(), file)
    with open(path.as_posix(), "rb") as file:
        net.load_state_dict(torch.load(file))


def opened_bad(net, path, other):
    with path.open("wb") as file:
        torch.save(net.state_dict(), file)
    with other.open("rb") as file:
        net.load_state_dict(torch.load(file))
        # CHECK: :[[@LINE-1]]:29: warning: 'torch.load' without a device


def save(net):
    torch.save(net.state_dict(), KEPT.as_posix())


def load_ok(net):
    net.load_state_dict(torch.load(str(KEPT)))
