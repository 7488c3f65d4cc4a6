# What was moved, and is then used as only tensors are, is no module.
# RUN: not %device_tidy check --isolated --output-format concise --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:


def tensor_bad(registry, name):
    t = registry[name].cpu()
    t.cuda()
    return t + 1
    # CHECK: :[[@LINE-2]]:7: warning: result of 'cuda' is discarded


def tensor_ok(registry, name):
    t = registry[name].cpu()
    t = t.cuda()
    return t + 1


def module_ok(registry, name):
    t = registry[name].cpu()
    t.cuda()
    return t(1)
