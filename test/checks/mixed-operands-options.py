# Switches in objects whose class nobody knows: what a program reads there twice, and what it stores there.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import argparse

import torch


def parse_args():
    parser = argparse.ArgumentParser()
    return parser.parse_args()


def read_ok():
    args = parse_args()
    x = torch.ones(2)
    y = torch.ones(2)
    if args.cuda:
        x = x.cuda()
    print(args)
    if args.cuda:
        y = y.cuda()
    return x + y


def read_bad():
    args = parse_args()
    others = parse_args()
    x = torch.ones(2)
    y = torch.ones(2)
    if args.cuda:
        x = x.cuda()
    if others.cuda:
        y = y.cuda()
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


def both():
    return parse_args(), argparse.ArgumentParser().parse_args()


def both_ok():
    args, others = both()
    x = torch.ones(2)
    if args.cuda and others.cuda:
        x = x.cuda()
    if not args.cuda or not others.cuda:
        return x + torch.ones(2)
    return x


def both_bad():
    args, others = both()
    x = torch.ones(2)
    if args.cuda:
        x = x.cuda()
    if not others.cuda:
        return x + torch.ones(2)
        # CHECK: :[[@LINE-1]]:18: warning: operands of '+' may be on different devices
    return x


def rest_ok():
    args, rest = argparse.ArgumentParser().parse_known_args()
    x = torch.ones(2)
    if args.cuda:
        x = x.cuda()
    if not args.cuda:
        return x + torch.ones(2)
    return x


# What was stored is what is read.
def stored_ok():
    args = parse_args()
    args.device = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.ones(2).to(args.device) + torch.ones(2, device=args.device)


def stored_bad():
    args = parse_args()
    args.device = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.ones(2).to(args.device) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:42: warning: operands of '+' may be on different devices


def narrowed_ok(args):
    if args.cuda and not torch.cuda.is_available():
        args.cuda = False
    x = torch.ones(2)
    y = torch.ones(2)
    if args.cuda:
        x = x.cuda()
    print(x)
    if args.cuda:
        y = y.cuda()
    return x + y


def narrowed_bad(args):
    x = torch.ones(2)
    y = torch.ones(2)
    if args.meta:
        x = x.to("meta")
    if torch.cuda.is_available():
        args.meta = False
    if args.meta:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


# Nobody knows which answer a handler leaves, but it is one.
def handled_ok(args):
    try:
        args.meta = True
        print(args)
    except RuntimeError:
        args.meta = args.other
    x = torch.ones(2)
    y = torch.ones(2)
    if args.meta:
        x = x.to("meta")
    print(x)
    if args.meta:
        y = y.to("meta")
    return x + y


def keyed_ok(config):
    config["cuda"] = config["cuda"] and torch.cuda.is_available()
    x = torch.ones(2)
    y = torch.ones(2)
    if config["cuda"]:
        x = x.cuda()
    print(x)
    if config["cuda"]:
        y = y.cuda()
    return x + y


# A function sets the option, and its caller reads it.
def setup(args):
    args.cuda = not args.no_cuda and torch.cuda.is_available()


def set_ok():
    args = parse_args()
    setup(args)
    x = torch.ones(2)
    y = torch.ones(2)
    if args.cuda:
        x = x.cuda()
    print(x)
    if not args.no_cuda and torch.cuda.is_available():
        y = y.cuda()
    return x + y


def set_bad():
    args = parse_args()
    setup(args)
    x = torch.ones(2)
    y = torch.ones(2)
    if args.cuda:
        x = x.cuda()
    print(x)
    if args.no_cuda and torch.cuda.is_available():
        y = y.cuda()
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices
