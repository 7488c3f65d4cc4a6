# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Who operates on what it hands over does not hand over None, whatever the callee would do then.
import torch


class Diffusion:
    def __init__(self, betas):
        self.betas = betas

    @staticmethod
    def extract(rows, t, x, device=torch.device("cpu")):
        if x is not None:
            device = x.device
        return torch.as_tensor(rows, device=device).gather(0, t)

    def computed_good(self, x, eps, t):
        return self.extract(self.betas, t, x) * x - eps

    def asked_good(self, x, t):
        b, c, h, w = x.shape
        return self.extract(self.betas, t, x).reshape(b, c)

    def called_good(self, x, t):
        y = x.flatten()
        return self.extract(self.betas, t, x).reshape(y.size())

    def none_bad(self, t):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'gather' may be on different devices: {{.*}} on cpu, 't' on its caller's device
        return self.extract(self.betas, t, None)

    def maybe_bad(self, x, t):
        # Nothing says that there is one.
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'gather' may be on different devices: {{.*}} on cpu, 't' on its caller's device
        row = self.extract(self.betas, t, x)
        return row if x is None else row * x

    def loss(self, kl, nll, t):
        return torch.where(t.to(kl.device) > 0, kl, nll)
