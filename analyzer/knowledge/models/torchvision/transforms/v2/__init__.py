"""A model of torchvision.transforms.v2: see the package of the first version.

Read by the analyzer in place of what it defines, never run (torchvision/transforms/v2/_container.py, _type_conversion.py).
"""

import torch


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        if isinstance(img, torch.Tensor):
            return img
        return torch.zeros(3, 8, 8, device="cpu")


class ToTensor:
    def __call__(self, inpt):
        return torch.zeros(3, 8, 8, device="cpu")


class PILToTensor:
    def __call__(self, inpt):
        return torch.zeros(3, 8, 8, device="cpu")


class ToImage:
    def __call__(self, inpt):
        if isinstance(inpt, torch.Tensor):
            return inpt
        return torch.zeros(3, 8, 8, device="cpu")
