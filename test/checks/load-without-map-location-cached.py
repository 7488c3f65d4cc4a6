# What is read if the file is there is what the other way has written, though somebody may want it anew.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import os

import torch


def cached_good(path, anew, convert, net):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if os.path.exists(path) and not anew:
        features = torch.load(path)
    else:
        features = convert()
        if device != "cpu":
            torch.save(features, path)
    net.to(device).load_state_dict(features)
    return net


def other_bad(path, anew, convert, net):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if os.path.exists(path) and not anew:
        # CHECK: :[[@LINE+1]]:20: warning: 'torch.load' without a device
        features = torch.load(path)
    else:
        features = convert()
        if device != "cpu":
            torch.save(features, path + ".new")
    net.to(device).load_state_dict(features)
    return net
