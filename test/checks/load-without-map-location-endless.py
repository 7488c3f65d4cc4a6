# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
# A program that goes on without an end does not need an accelerator for that.
import torch


def bad(args):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'torch.load' without a device
    policy = torch.load(args.file)
    if args.gpu:
        policy.cuda()
    while True:
        print(policy)


def good(args):
    policy = torch.load(args.file, map_location="cpu")
    if args.gpu:
        policy.cuda()
    while True:
        print(policy)

