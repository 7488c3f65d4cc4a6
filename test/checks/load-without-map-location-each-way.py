# Each way to the load puts the model on an accelerator: nobody gets there without one, whatever the file holds.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import other
import torch
from torch import nn

print(torch.cuda.is_available())


def each_good(args):
    model = other.make(args.arch)
    if args.distributed:
        if args.gpu is not None:
            torch.cuda.set_device(args.gpu)
            model.cuda(args.gpu)
        else:
            model.cuda()
    elif args.gpu is not None:
        model = model.cuda(args.gpu)
    else:
        model = nn.DataParallel(model).cuda()
    model.load_state_dict(torch.load(args.resume))
    return model


def some_bad(args):
    model = other.make(args.arch)
    if args.distributed:
        if args.gpu is not None:
            torch.cuda.set_device(args.gpu)
            model.cuda(args.gpu)
        else:
            model.cuda()
    elif args.gpu is not None:
        model = model.cuda(args.gpu)
    model.load_state_dict(torch.load(args.resume))
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.load' without a device
    return model
