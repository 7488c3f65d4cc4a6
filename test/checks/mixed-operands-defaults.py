# What a dictionary is asked for together with a default is one of the two, unless it is known which.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def bad_held():
    masks = {"a": torch.ones(2, device="cuda")}
    # CHECK: defaults.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices: 'masks.get("a", torch.zeros(2))' on cuda
    return masks.get("a", torch.zeros(2)) + torch.ones(2)


def good_held():
    masks = {"a": torch.ones(2, device="cuda")}
    return masks.get("a", torch.zeros(2)) + torch.ones(2, device="cuda")


def bad_missing():
    masks = {"a": torch.ones(2, device="cuda")}
    mask = masks.get("b", torch.zeros(2))
    # CHECK: defaults.py:[[#@LINE+1]]:{{.*}}operands of '+' may be on different devices: 'mask' on cpu
    return mask + torch.ones(2, device="cuda")


def good_missing():
    masks = {"a": torch.ones(2, device="cuda")}
    mask = masks.get("b", torch.zeros(2, device="cuda"))
    return mask + torch.ones(2, device="cuda")


def bad_pop():
    masks = {}
    masks["a"] = torch.ones(2, device="cuda")
    # CHECK: defaults.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices
    return masks.pop("a", None) + torch.ones(2)


def good_pop():
    masks = {}
    masks["a"] = torch.ones(2, device="cuda")
    return masks.pop("a", None) + torch.ones(2, device="cuda")


def bad_setdefault():
    masks = {}
    masks.setdefault("a", torch.ones(2, device="cuda"))
    # CHECK: defaults.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices: 'masks["a"]' on cuda
    return masks["a"] + torch.ones(2)


def good_setdefault():
    masks = {}
    masks.setdefault("a", torch.ones(2, device="cuda"))
    return masks["a"] + torch.ones(2, device="cuda")


def bad_set_at_once():
    masks = {}
    # CHECK: defaults.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices
    return masks.setdefault("a", torch.ones(2, device="cuda")) + torch.ones(2)


def bad_default_is_not_taken():
    masks = {"a": torch.ones(2)}
    # CHECK: defaults.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices
    return masks.setdefault("a", torch.ones(2, device="cuda")) + torch.ones(2, device="cuda")


def FN_unknown_dictionary(masks: dict):
    # Nobody knows whether it has the key; what it has there is somewhere.
    return masks.get("a", torch.zeros(2)) + torch.ones(2, device="cuda")

