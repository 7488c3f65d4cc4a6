# What a function is given says what is done with it: a function of the program is no module, a tokenizer takes no
# tensors, and whoever leaves a device out knows where the rest is.
# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import DataLoader

device = "cuda" if torch.cuda.is_available() else "cpu"


def inverse_ok(patch: Tensor, new: tuple[int, int]):
    def resize(x: Tensor, shape: tuple[int, int]) -> Tensor:
        return F.interpolate(x[None, None, ...], shape)[0, 0, ...]

    def columns(shape: tuple[int, int]) -> Tensor:
        return torch.stack([resize(torch.zeros(3, 3), shape) for _ in range(3)])

    return patch @ columns(new).to(patch.device)


def FN_inverse(patch: Tensor, new: tuple[int, int]):
    def resize(x: Tensor, shape: tuple[int, int]) -> Tensor:
        return F.interpolate(x[None, None, ...], shape)[0, 0, ...]

    def columns(shape: tuple[int, int]) -> Tensor:
        return torch.stack([resize(torch.zeros(3, 3), shape) for _ in range(3)])

    return patch.to(device) @ columns(new)
    # What `columns` calls is only known where it is called.


def tokens_ok(tokenizer, loader):
    for batch in loader:
        flat = [item for part in batch for item in part]
        yield tokenizer(flat, padding=True, return_tensors="pt").to(device)


def score_ok(model: nn.Module, loader: DataLoader, device=None):
    for x, y in loader:
        x = x.to(device)
        model(x)


def score_bad(model: nn.Module, loader: DataLoader, device=None):
    for x, y in loader:
        y = y.to(device)
        model(x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'forward' may be on different devices: 'model' on the device of 'model', 'x' on cpu


class Trainer:
    def __init__(self, model: nn.Module, train: DataLoader, valid: DataLoader):
        self.model = model
        self.train = train
        self.valid = valid

    def fit(self):
        for x, y in self.train:
            F.mse_loss(self.model(x.to(device)), y.to(device)).backward()

    def validate_ok(self):
        x, y = next(iter(self.valid))
        return self.model(x.to(device))

    def validate_bad(self):
        x, y = next(iter(self.valid))
        return self.model(x)
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'forward' may be on different devices: 'self.model' on the device of 'model', 'x' on cpu


def transposed_ok(points, device):
    covariance = torch.cov(points.T)
    return points - torch.zeros(3, device=points.device), covariance.to(device)


def transposed_bad(points, device):
    covariance = torch.cov(points.T)
    return points - torch.zeros(3), covariance.to(device)
    # CHECK: :[[@LINE-1]]:19: warning: operands of '-' may be on different devices: 'points' on its caller's device, 'torch.zeros(3)' on cpu


class Test:
    def test_errors_ok(self):
        x, y = torch.ones(2), torch.ones(2, device="cuda")
        with pytest.raises(RuntimeError, match="same device"):
            x + y
        with self.assertRaises(RuntimeError):
            x + y

    def test_errors_bad(self):
        x, y = torch.ones(2), torch.ones(2, device="cuda")
        with pytest.raises(RuntimeError, match="same device"):
            pass
        x + y
        # CHECK: :[[@LINE-1]]:11: warning: operands of '+' are on different devices: 'x' on cpu, 'y' on cuda


# All that call it give it tensors that are on the CPU.
def embed(scale: torch.Tensor, size, dtype):
    positions = torch.arange(size, dtype=dtype)
    return scale.to(dtype)[:, None] * positions[None, :]


def embed_ok(scale, count, device):
    return embed(torch.tensor(scale - 1).repeat(count), 4, torch.float32).to(device)


def embed_given(scale: torch.Tensor, size, device):
    positions = torch.arange(size)
    return scale.to(device)[:, None], scale * positions
    # CHECK: :[[@LINE-1]]:45: warning: operands of '*' may be on different devices: 'scale' on its caller's device, 'positions' on cpu


def embed_bad(scale, count, device):
    return embed_given(torch.tensor(scale - 1).repeat(count), 4, device), embed_given(scale, 4, device)
