# The host reads what a non-blocking copy may still be writing.
# RUN: not %device_tidy check --isolated --select device-unsynchronized-read %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def numpy_bad(x: torch.Tensor):
    y = x.cuda().to("cpu", non_blocking=True)
    return y.numpy()
    # CHECK: :[[@LINE-1]]:14: warning: 'y' is read before the copy into it from cuda has finished [device-unsynchronized-read]
    # CHECK: :[[@LINE-3]]:18: note: 'y' copied to cpu here without waiting


def numpy_ok(x: torch.Tensor):
    y = x.cuda().to("cpu", non_blocking=True)
    torch.cuda.synchronize()
    return y.numpy()


def event_ok(x: torch.Tensor):
    y = x.cuda().to("cpu", non_blocking=True)
    done = torch.cuda.Event()
    done.record()
    done.synchronize()
    return y.numpy()


def condition_bad(x: torch.Tensor):
    found = (x.cuda() > 0).any().to("cpu", non_blocking=True)
    if found:
        # CHECK: :[[@LINE-1]]:8: warning: 'found' is read before the copy into it from cuda has finished [device-unsynchronized-read]
        # CHECK: :[[@LINE-3]]:34: note: 'found' copied to cpu here without waiting
        return 1
    return 0


def condition_ok(x: torch.Tensor):
    found = (x.cuda() > 0).any().to("cpu")
    if found:
        return 1
    return 0


def pinned_bad(x: torch.Tensor):
    host = torch.empty(4, pin_memory=True)
    host.copy_(x.cuda(), non_blocking=True)
    return host.tolist()
    # CHECK: :[[@LINE-1]]:17: warning: 'host' is read before the copy into it from cuda has finished [device-unsynchronized-read]
    # CHECK: :[[@LINE-3]]:10: note: 'host' copied to cpu here without waiting


def pinned_ok(x: torch.Tensor):
    host = torch.empty(4, pin_memory=True)
    host.copy_(x.cuda())
    return host.tolist()


def returned_ok(x: torch.Tensor):
    return x.cuda().to("cpu", non_blocking=True)
