# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A variable of a class, or a property, is that of the object's class.
import torch


class Maker:
    device = "cpu"
    shift = torch.ones(3)

    def make(self):
        return torch.zeros(3, device=self.device)

    def moved(self, x):
        return x + self.shift


class OnGpu(Maker):
    device = "cuda"
    shift = torch.ones(3).cuda()


def derived():
    return OnGpu().make() + torch.zeros(3).cuda()


def derived_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'OnGpu().make()' on cuda, 'torch.zeros(3)' on cpu [device-mixed-operands]
    return OnGpu().make() + torch.zeros(3)


def base():
    return Maker().make() + torch.zeros(3)


def base_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'Maker().make()' on cpu, 'torch.zeros(3).cuda()' on cuda [device-mixed-operands]
    return Maker().make() + torch.zeros(3).cuda()


def tensors():
    return OnGpu().moved(torch.zeros(3).cuda())


class Scaled:
    @property
    def device(self):
        return torch.device("cpu")

    @property
    def scale(self):
        return torch.ones(3)

    def make(self):
        return torch.zeros(3, device=self.device)

    def run(self, x):
        return x * self.scale


class ScaledOnGpu(Scaled):
    @property
    def device(self):
        return torch.device("cuda")

    # A variable hides the property.
    scale = torch.ones(3).cuda()


def of_property():
    return ScaledOnGpu().make() + torch.zeros(3).cuda()


def of_property_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'ScaledOnGpu().make()' on cuda, 'torch.zeros(3)' on cpu [device-mixed-operands]
    return ScaledOnGpu().make() + torch.zeros(3)


def hidden():
    return ScaledOnGpu().run(torch.zeros(3).cuda())


def hidden_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' are on different devices: 'x' on cuda, 'self.scale' on cpu [device-mixed-operands]
    return Scaled().run(torch.zeros(3).cuda())
