# Flags and types of tensors that objects keep.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


# A flag that an object keeps is the one that its constructor was given, or computed.
class Keeper:
    def __init__(self, args, use_meta):
        self.args = args
        self.use_meta = use_meta
        self.has_gpu = torch.cuda.is_available()
        self.kind = torch.cuda.FloatTensor
        self.kinds = torch.cuda.FloatTensor if self.has_gpu else torch.FloatTensor
        self.given = torch.ones(2)
        if use_meta:
            self.given = self.given.to("meta")
        self.optional = torch.ones(2)
        if args.meta > 2:
            self.optional = self.optional.to("meta")
        self.computed = torch.ones(2)
        if self.has_gpu:
            self.computed = self.computed.cuda()

    def given_ok(self):
        y = torch.ones(2)
        if self.use_meta:
            y = y.to("meta")
        return self.given + y

    def given_bad(self):
        y = torch.ones(2)
        if not self.use_meta:
            y = y.to("meta")
        return self.given + y
        # CHECK: :[[@LINE-1]]:27: warning: operands of '+' are on different devices

    def optional_ok(self):
        y = torch.ones(2)
        if self.args.meta > 2:
            y = y.to("meta")
        return self.optional + y

    def optional_bad(self):
        y = torch.ones(2)
        if self.args.meta > 1:
            y = y.to("meta")
        return self.optional + y
        # CHECK: :[[@LINE-1]]:30: warning: operands of '+' may be on different devices

    def computed_ok(self):
        y = torch.ones(2)
        if self.has_gpu:
            y = y.cuda()
        return self.computed + y

    def computed_bad(self):
        return self.computed + torch.ones(2)
        # CHECK: :[[@LINE-1]]:30: warning: operands of '+' may be on different devices

    def kind_ok(self):
        return self.kind(2) + self.computed.cuda()

    def kind_bad(self):
        return self.kind(2) + torch.ones(2)
        # CHECK: :[[@LINE-1]]:29: warning: operands of '+' are on different devices

    def kinds_ok(self):
        return self.kinds(2) + self.computed

    def kinds_bad(self):
        return self.kinds(2) + torch.ones(2)
        # CHECK: :[[@LINE-1]]:30: warning: operands of '+' may be on different devices


# What a method changes is no longer what the constructor was given.
class Changer:
    def __init__(self, use_meta):
        self.use_meta = use_meta
        self.given = torch.ones(2)
        if use_meta:
            self.given = self.given.to("meta")

    def change(self):
        self.use_meta = False

    def given_bad(self):
        y = torch.ones(2)
        if not self.use_meta:
            y = y.to("meta")
        return self.given + y
        # CHECK: :[[@LINE-1]]:27: warning: operands of '+' may be on different devices
