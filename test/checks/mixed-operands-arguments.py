# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What is known of arguments beside their names: who calls, what an annotation says of elements, that they are text.
import torch
import torchvision
from torch import nn


class Private(nn.Module):
    def step_ok(self, moves):
        return self._mask(torch.tensor([m for m in moves]))

    @classmethod
    def _mask(cls, indices: torch.Tensor) -> torch.Tensor:
        return torch.zeros(10, dtype=torch.bool).index_fill_(0, indices, True)

    def forward(self, x: torch.Tensor):
        return self._other(x)

    def _other(self, indices: torch.Tensor) -> torch.Tensor:
        return torch.zeros(10, dtype=torch.bool).index_fill_(0, indices, True)
        # CHECK: :[[#@LINE-1]]:50: warning: operands of 'index_fill_' may be on different devices


class Elements(nn.Module):
    @staticmethod
    def index_ok(window: tuple[int, int]) -> torch.Tensor:
        grid = torch.zeros(4, 4)
        grid[:, 0] += window[0] - 1
        return grid

    @staticmethod
    def index_bad(window: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
        grid = torch.zeros(4, 4)
        return grid + window[0]

    def forward(self, x: torch.Tensor, window):
        self.index_ok(window)
        return self.index_bad((x, x))
        # CHECK: :[[#@LINE-1]]:21: warning: operands of '+' may be on different devices


class Text(nn.Module):
    def __init__(self, processor, net):
        super().__init__()
        self.processor = processor
        self.net = net

    def forward(self, x: torch.Tensor, names):
        ids_ok = self.processor("a photo of {}".format(names[0]))["ids"]
        print(torch.cat((ids_ok, torch.tensor([[1]])), dim=1))
        ids_ok = self.processor(f"a photo of {names[0]}")["ids"]
        print(torch.cat((ids_ok, torch.tensor([[1]])), dim=1))
        ids_ok = self.processor("a photo of " + names[0])["ids"]
        print(torch.cat((ids_ok, torch.tensor([[1]])), dim=1))
        ids_ok = self.processor(", ".join(names))["ids"]
        print(torch.cat((ids_ok, torch.tensor([[1]])), dim=1))
        ids_ok = self.processor([f"a photo of {name}" for name in names])["ids"]
        print(torch.cat((ids_ok, torch.tensor([[1]])), dim=1))
        ids_ok = self.processor(text=["a", "b"])["ids"]
        print(torch.cat((ids_ok, torch.tensor([[1]])), dim=1))
        y = self.net(x)
        return torch.cat((y, torch.tensor([[1]])), dim=1)
        # CHECK: :[[#@LINE-1]]:16: warning: operands of 'cat' may be on different devices


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.detector = torchvision.models.detection.fasterrcnn_resnet50_fpn()

    def forward(self, images, features):
        images_ok = torchvision.models.detection.image_list.ImageList(images, [(1, 2)])
        return self.detector.rpn(images_ok, features)


def numbers_ok(x: torch.Tensor):
    y = x.cuda()
    return torch.complex(torch.tensor(0.0), torch.tensor(1.0)) * y


def numbers_bad(x: torch.Tensor):
    y = x.cuda()
    return torch.complex(torch.zeros(2), torch.ones(2)) * y
    # CHECK: :[[#@LINE-1]]:57: warning: operands of '*' are on different devices


# Where there is an accelerator, the constructor has failed already.
class Legacy(nn.Module):
    def forward(self, x):
        kept = torch.FloatTensor((x.shape[0], 1), device=x.device).uniform_() > 0.5
        return x * kept
