# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A name with two meanings: what is imported, and what the program does without. None is called by nobody; a function or
# another import that does the same says what it does where nobody knows the library.
import torch
from settings import FOUND
from torch import nn

if FOUND:
    from torchvision.ops import box_area
else:
    box_area = None

box_iou = None
if FOUND:
    from torchvision.ops import box_iou

if FOUND:
    from torchvision.ops import nms
else:

    def nms(boxes, scores, threshold):
        raise ImportError("no nms")


try:
    from fast.activations import gelu
except ImportError:
    from torch.nn.functional import gelu

try:
    from fast.layers import Norm
except ImportError:
    Norm = nn.LayerNorm

try:
    from fast.softmax import softmax
except ImportError:

    def softmax(x):
        return torch.softmax(x, -1)


def swish(x):
    return x * torch.sigmoid(x)


try:
    from fast.activations import swish
except ImportError:
    pass


class Areas(nn.Module):
    def forward_bad(self, boxes: torch.Tensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.zeros(3)' on cpu, {{.*}}
        return torch.zeros(3) + box_area(boxes)

    def forward_good(self, boxes: torch.Tensor):
        return torch.zeros(3, device=boxes.device) + box_area(boxes)


class Overlaps(nn.Module):
    def forward_bad(self, boxes: torch.Tensor, others: torch.Tensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(3, 3)' on cpu, {{.*}}
        return torch.ones(3, 3) * box_iou(boxes, others)

    def forward_good(self, boxes: torch.Tensor, others: torch.Tensor):
        return torch.ones(3, 3, device=boxes.device) * box_iou(boxes, others)


class Kept(nn.Module):
    def forward_bad(self, boxes: torch.Tensor, scores: torch.Tensor):
        kept = nms(boxes, scores, 0.5)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: 'torch.zeros(3)' on cpu, 'kept' {{.*}}
        return torch.zeros(3)[kept]

    def forward_good(self, boxes: torch.Tensor, scores: torch.Tensor):
        kept = nms(boxes, scores, 0.5)
        return torch.zeros(3, device=boxes.device)[kept]


class Activated(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = Norm(3)

    def forward_bad(self, x: torch.Tensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'gelu(x)' on its caller's device, 'torch.zeros(3)' on cpu {{.*}}
        y = gelu(x) + torch.zeros(3)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'softmax(x)' on its caller's device, 'torch.zeros(3)' on cpu {{.*}}
        y = softmax(x) + torch.zeros(3)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'swish(x)' on its caller's device, 'torch.zeros(3)' on cpu {{.*}}
        y = swish(x) + torch.zeros(3)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'self.norm(x)' on the module's device, 'torch.zeros(3)' on cpu {{.*}}
        return self.norm(x) + torch.zeros(3)

    def forward_good(self, x: torch.Tensor):
        zeros = torch.zeros(3, device=x.device)
        return gelu(x) + zeros, softmax(x) + zeros, swish(x) + zeros, self.norm(x) + self.norm.weight
