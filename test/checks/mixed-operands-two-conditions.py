# A module goes to a device that two questions choose together. Where they say no, it is on the CPU, and nowhere else.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import argparse

import torch
from torch import nn

args = argparse.ArgumentParser().parse_args()


def both_bad():
    if torch.cuda.is_available() and args.gpu:
        device = torch.device("cuda")
    else:
        device = torch.device("cpu")
    model = nn.Linear(4, 4).to(device)
    model(torch.zeros(4))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'torch.zeros(4)' on cpu


def both_ok():
    if torch.cuda.is_available() and args.gpu:
        device = torch.device("cuda")
    else:
        device = torch.device("cpu")
    model = nn.Linear(4, 4).to(device)
    model(torch.zeros(4, device=device))


def either_bad():
    if not args.gpu or not torch.cuda.is_available():
        device = torch.device("cpu")
    else:
        device = torch.device("cuda", args.gpu)
    model = nn.Linear(4, 4)
    model.to(device)
    model(torch.zeros(4))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'torch.zeros(4)' on cpu


def expression_bad():
    device = torch.device(f"cuda:{args.gpu}") if args.gpu and torch.cuda.is_available() else torch.device("cpu")
    model = nn.Linear(4, 4).to(device)
    model(torch.zeros(4))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'torch.zeros(4)' on cpu


def third_bad():
    if torch.cuda.is_available() and args.gpu:
        device = torch.device("cuda:0")
    elif torch.backends.mps.is_available():
        device = torch.device("mps")
    else:
        device = torch.device("cpu")
    model = nn.Linear(4, 4).to(device)
    model(torch.zeros(4))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda:0, 'torch.zeros(4)' on cpu


def same_questions_ok():
    x = torch.zeros(4)
    if torch.cuda.is_available() and args.gpu:
        device = torch.device("cuda")
    else:
        device = torch.device("cpu")
    model = nn.Linear(4, 4).to(device)
    if torch.cuda.is_available() and args.gpu:
        x = x.cuda()
    model(x)


def one_question_bad():
    x = torch.zeros(4)
    if torch.cuda.is_available() and args.gpu:
        device = torch.device("cuda")
    else:
        device = torch.device("cpu")
    model = nn.Linear(4, 4).to(device)
    if args.gpu and args.fast:
        x = x.to(device)
    model(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'x' on cpu
