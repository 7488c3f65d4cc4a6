# RUN: not %device_tidy check --isolated --select device-string-comparison --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 %s
# The first accelerator has the index 0, which is as false as none.
import torch


def chosen_bad(batches, args):
    torch.cuda.set_device(args.gpu)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'args.gpu' is always false for cuda:0: its index is 0 [device-string-comparison]
    return batches.on(args.gpu if args.gpu else -1)


def chosen_good(batches, args):
    torch.cuda.set_device(args.gpu)
    return batches.on(args.gpu if args.gpu is not None else -1)


def asked_bad(batches, x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'x.device.index' is always false for cuda:0: its index is 0 [device-string-comparison]
    return batches.on(x.device.index or -1)


def asked_good(batches, x):
    return batches.on(-1 if x.device.index is None else x.device.index)


# What is no index of an accelerator, and what stays where it is.
def counted_good(batches, args):
    return batches.on(args.workers or -1)


def current_good(batches, args):
    torch.cuda.set_device(args.gpu)
    return batches.on(args.gpu or 0)
