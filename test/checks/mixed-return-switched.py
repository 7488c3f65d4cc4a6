# A switch of the function that moves what it returns, or leaves it, is for the caller to turn.
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch


class Camera:
    def __init__(self, device):
        self.device = device

    def rotation_ok(self, n, to_device=True):
        r = torch.eye(3).repeat(n, 1, 1)
        if to_device:
            r = r.to(self.device)
        return r

    def pair_ok(self, n, to_device=True):
        r, t = torch.eye(3).repeat(n, 1, 1), torch.zeros(n, 3)
        if to_device:
            r = r.to(self.device)
            t = t.to(self.device)
        return r, t

    def rotation_bad(self, n, given=None):
        if given is None:
            return torch.eye(3).repeat(n, 1, 1)
            # CHECK: :[[@LINE-1]]:13: warning: 'rotation_bad' may return {{.*}} on cpu, but elsewhere a tensor on 'device'
        return given.to(self.device)
