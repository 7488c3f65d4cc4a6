# A switch of a table in another module, `GPU = cfg["gpu"]`, is what that module has written down, unless somebody stores
# under such a key, or changes the table in another way.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/constant | count 0
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/stored | FileCheck %t/stored/loss.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/updated | FileCheck %t/updated/loss.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/handed | FileCheck %t/handed/loss.py --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/function | count 0
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/renamed | FileCheck %t/renamed/loss.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/FP_get | FileCheck %t/FP_get/loss.py --implicit-check-not=warning:

#--- constant/config.py
cfg = {"name": "mobilenet0.25", "gpu": True, "batch_size": 32}

#--- constant/loss.py
import torch
from config import cfg

GPU = cfg["gpu"]


class Loss(torch.nn.Module):
    def forward(self, n):
        conf = torch.LongTensor(n, n)
        if GPU:
            conf = conf.cuda()
        return conf > torch.tensor(0).cuda()

#--- stored/config.py
cfg = {"name": "mobilenet0.25", "gpu": True, "batch_size": 32}

#--- stored/main.py
from config import cfg

cfg["gpu"] = False

#--- stored/loss.py
import torch
from config import cfg

GPU = cfg["gpu"]


class Loss(torch.nn.Module):
    def forward(self, n):
        conf = torch.LongTensor(n, n)
        if GPU:
            conf = conf.cuda()
        return conf > torch.tensor(0).cuda()
        # CHECK: :[[@LINE-1]]:21: warning: operands of '>' may be on different devices: 'conf' on cpu, {{.*}} on cuda

#--- updated/config.py
cfg = {"name": "mobilenet0.25", "gpu": True, "batch_size": 32}

#--- updated/main.py
import argparse

from config import cfg

cfg.update(vars(argparse.ArgumentParser().parse_args()))

#--- updated/loss.py
import torch
from config import cfg

GPU = cfg["gpu"]


class Loss(torch.nn.Module):
    def forward(self, n):
        conf = torch.LongTensor(n, n)
        if GPU:
            conf = conf.cuda()
        return conf > torch.tensor(0).cuda()
        # CHECK: :[[@LINE-1]]:21: warning: operands of '>' may be on different devices: 'conf' on cpu, {{.*}} on cuda

#--- handed/config.py
import json


def merge(table, path):
    for key, value in json.load(open(path)).items():
        table[key] = value


cfg = {"name": "mobilenet0.25", "gpu": True, "batch_size": 32}
merge(cfg, "other.json")

#--- handed/loss.py
import torch
from config import cfg

GPU = cfg["gpu"]


class Loss(torch.nn.Module):
    def forward(self, n):
        conf = torch.LongTensor(n, n)
        if GPU:
            conf = conf.cuda()
        return conf > torch.tensor(0).cuda()
        # CHECK: :[[@LINE-1]]:21: warning: operands of '>' may be on different devices: 'conf' on cpu, {{.*}} on cuda

#--- function/config.py
cfg = {"name": "mobilenet0.25", "gpu": True, "batch_size": 32}

#--- function/loss.py
import torch
from config import cfg

own = {"gpu": True}


class Loss(torch.nn.Module):
    def forward(self, n):
        conf = torch.LongTensor(n, n)
        if cfg["gpu"]:
            conf = conf.cuda()
        return conf > torch.tensor(0).cuda()


def loss(n):
    conf = torch.LongTensor(n, n)
    if own["gpu"]:
        conf = conf.cuda()
    return conf > torch.tensor(0).cuda()

#--- renamed/config.py
_C = {"name": "mobilenet0.25", "gpu": True, "batch_size": 32}
cfg = _C

#--- renamed/main.py
import config


def merge(pairs):
    for key, value in pairs:
        config._C[key] = value

#--- renamed/loss.py
import torch
from config import cfg


def loss(n):
    conf = torch.LongTensor(n, n)
    if cfg["gpu"]:
        conf = conf.cuda()
    return conf > torch.tensor(0).cuda()
    # CHECK: :[[@LINE-1]]:17: warning: operands of '>' may be on different devices: 'conf' on cpu, {{.*}} on cuda

# A method of another module's table may be any.
#--- FP_get/config.py
cfg = {"name": "mobilenet0.25", "gpu": True, "batch_size": 32}

#--- FP_get/loss.py
import torch
from config import cfg


def loss(n):
    conf = torch.LongTensor(n, n)
    if cfg.get("gpu"):
        conf = conf.cuda()
    return conf > torch.tensor(0).cuda()
    # CHECK: :[[@LINE-1]]:17: warning: operands of '>' may be on different devices: 'conf' on cpu, {{.*}} on cuda
