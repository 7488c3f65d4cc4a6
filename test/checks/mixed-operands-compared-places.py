# Questions whether two are in one place, however they are spelled.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(3, device=device)


def flag_ok():
    v = torch.ones(3)
    v = v if v.is_cuda == x.is_cuda else v.to(x.device)
    return v + x


def flag_bad():
    v = torch.ones(3)
    v = v if v.is_cuda != x.is_cuda else v.to(x.device)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return v + x


def other_flag_ok():
    v = torch.ones(3)
    if v.is_cpu is not x.is_cpu:
        v = v.to(x.device)
    return v + x


def other_flag_bad():
    v = torch.ones(3)
    if v.is_cpu is x.is_cpu:
        v = v.to(x.device)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return v + x


def text_ok():
    v = torch.ones(3)
    if str(v.device) != str(x.device):
        v = v.to(x.device)
    return v + x


def text_bad():
    v = torch.ones(3)
    if str(v.device) == str(x.device):
        v = v.to(x.device)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return v + x


def type_ok():
    v = torch.ones(3)
    if v.type() != x.type():
        v = v.type_as(x)
    return v + x


def type_bad():
    v = torch.ones(3)
    if v.type() == x.type():
        v = v.type_as(x)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return v + x


def index_ok():
    v = torch.ones(3)
    if v.get_device() != x.get_device():
        v = v.to(x.device)
    return v + x


def asserted_ok(v, w):
    assert v.is_cuda == w.is_cuda
    return v + w


def asserted_bad(v, w):
    assert v.is_cuda != w.is_cuda
    return v + w


def good():
    asserted_ok(torch.ones(3), x)


def bad():
    # CHECK: :[[#@LINE+1]]:5: warning: operands of '+' are on different devices
    asserted_bad(torch.ones(3), x)
