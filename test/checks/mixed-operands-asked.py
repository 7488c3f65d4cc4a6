# isinstance(x, torch.Tensor) is answered where x is known: in the caller.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch
from elsewhere import Device
from PIL import Image
from torchvision import ops, transforms

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def scaled(x, scale):
    if not isinstance(scale, torch.Tensor):
        scale = torch.tensor([scale], device=x.device)
    return x * scale


def scaled_ok():
    return scaled(torch.ones(3).cuda(), 2.0), scaled(torch.ones(3), torch.ones(3))


def scaled_bad():
    return scaled(torch.ones(3).cuda(), torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'scale' on cpu


# A type that nobody explains, whose name says what it is.
def colour(value, where: Device):
    value = value.to(where) if isinstance(value, torch.Tensor) else torch.tensor(value, device=where)
    return value[None]


def colour_ok(x: torch.Tensor):
    return x * colour((1.0, 1.0, 1.0), x.device)


def colour_bad():
    return torch.ones(3).cuda() * colour((1.0, 1.0, 1.0), "cpu")
    # CHECK: :[[@LINE-1]]:33: warning: operands of '*' are on different devices


# Pictures are no tensors: what is made of them is on the CPU.
transform = transforms.Compose([transforms.Resize(8), transforms.ToTensor()])


def predict_ok(path):
    net = torch.nn.Linear(8, 3).to(device)
    return net(transform(Image.open(path).convert("RGB")).unsqueeze(0).to(device))


def predict_bad(path):
    net = torch.nn.Linear(8, 3).to(device)
    return net(transform(Image.open(path).convert("RGB")).unsqueeze(0))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cuda


# What a function in a chain does is not followed: the chain is taken to leave its tensor on the CPU.
moving = transforms.Compose([transforms.ToTensor(), transforms.Lambda(lambda x: x.to(device))])


def FP_predict(path):
    net = torch.nn.Linear(8, 3).to(device)
    return net(moving(Image.open(path)))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cuda


def boxes_ok():
    boxes = torch.ones(4, 4).cuda()
    return ops.nms(boxes, boxes[:, 0], 0.5), ops.box_iou(boxes, boxes)


def boxes_bad():
    boxes = torch.ones(4, 4).cuda()
    return ops.nms(boxes, torch.ones(4), 0.5)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'nms' are on different devices: 'boxes' on cuda, 'torch.ones(4)' on cpu


# Variables of class bodies are read through objects, too.
class Config:
    device = "cuda" if torch.cuda.is_available() else "cpu"


config = Config()


def config_ok(x):
    return x.to(config.device) * torch.ones(3, device=config.device)


def config_bad(x):
    return x.to(config.device) * torch.ones(3)
    # CHECK: :[[@LINE-1]]:32: warning: operands of '*' are on different devices: 'x.to(config.device)' on cuda


class Changed:
    device = "cuda"

    def use(self, device):
        self.device = device


changed = Changed()


def changed_ok(x):
    return x.to(changed.device) * torch.ones(3, device=changed.device)


# A device that the caller gives by its name.
def named(device, x):
    y = torch.ones(2, 2, device=device)
    if y.device.type == "cuda":
        return y + torch.ones(2, 2, device="cuda:1") - x
    return y


def named_ok(x):
    return named("cpu", torch.ones(2, 2))
