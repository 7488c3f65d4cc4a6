# A handler of exceptions that no missing accelerator raises is no question for one; and what only a handler does is not
# what the program always does.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not='warning:'
import torch

if torch.cuda.is_available():
    print("with a GPU")


def train_bad(net):
    try:
        net.cuda()
        # CHECK: :[[@LINE-1]]:13: warning: 'cuda' needs an accelerator and fails on a machine without one
    except (KeyboardInterrupt, EOFError):
        print("stopped")


def train_ok(net):
    try:
        net.cuda()
    except (KeyboardInterrupt, RuntimeError):
        print("on the CPU")


def load_ok(opt):
    try:
        model = torch.load("model.pt")
        model.cuda()
        # CHECK: :[[@LINE-1]]:15: warning: 'cuda' needs an accelerator and fails on a machine without one
        opt.load_state_dict(torch.load("opt.pt"))
    except KeyboardInterrupt:
        print("stopped")


def load_bad(train, net):
    net.load_state_dict(torch.load("net.pt"))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device
    try:
        train(net)
    except:
        net.load_state_dict(torch.load("best.pt"))
        net.cuda()
        # CHECK: :[[@LINE-1]]:13: warning: 'cuda' needs an accelerator and fails on a machine without one


def chosen_ok(args):
    if args.cuda:
        torch.cuda.set_device(args.gpu)
    model = torch.load("model.pt")
    model.cuda()
    # CHECK: :[[@LINE-1]]:11: warning: 'cuda' needs an accelerator and fails on a machine without one
    return model
