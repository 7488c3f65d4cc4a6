# An option that nobody can put off is no question, nor is what stands behind one.
# RUN: not %device_tidy check --isolated --level 2 --select device-unguarded-accelerator --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import argparse

import torch
from torch import nn


def always_bad():
    parser = argparse.ArgumentParser()
    parser.add_argument("--always", action="store_true", default=True)
    args = parser.parse_args()
    if args.always:
        nn.Linear(3, 3).cuda()
        # CHECK: :[[@LINE-1]]:25: warning: 'cuda' needs an accelerator and fails on a machine without one


def any_text_bad():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=bool, default=True)
    args = parser.parse_args()
    if args.texts:
        nn.Linear(3, 3).cuda()
        # CHECK: :[[@LINE-1]]:25: warning: 'cuda' needs an accelerator


def sometimes_ok():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sometimes", action="store_true")
    args = parser.parse_args()
    if args.sometimes:
        nn.Linear(3, 3).cuda()


def set_ok():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mine", action="store_true", default=True)
    args = parser.parse_args()
    args.mine = args.mine and torch.cuda.is_available()
    if args.mine:
        nn.Linear(3, 3).cuda()


def behind_bad():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    model = nn.Linear(3, 3)
    if args.cuda:
        model = model.cuda()
    return model, torch.randn(3).cuda()
    # CHECK: :[[@LINE-1]]:34: warning: 'cuda' needs an accelerator


def behind_ok():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    model = nn.Linear(3, 3)
    if args.cuda:
        model = model.cuda()
    x = torch.randn(3)
    return model, x.cuda() if args.cuda else x
