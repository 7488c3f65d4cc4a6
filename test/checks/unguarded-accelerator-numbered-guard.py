# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# Who makes an accelerator the current one by its number needs it.
import torch


def bad():
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(1)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'device' needs an accelerator and fails on a machine without one
    with torch.cuda.device(0):
        torch.cuda.empty_cache()


def good():
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(1)
        with torch.cuda.device(0):
            torch.cuda.empty_cache()


def good_none(index):
    with torch.cuda.device(-1):
        pass
    with torch.cuda.device(index):
        pass
