# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --level 3 --select device-implicit-creation --output-format concise %s | FileCheck %s --check-prefixes=CHECK,THREE --implicit-check-not=warning:
# What is made in the size of a tensor, or of its type, is made for it, wherever it is. Sizes and numbers of its own are
# rather of code for the host, and so is what is moved when both have met.
import torch


def padded_bad(x: torch.Tensor, n):
    pad = torch.zeros(n, x.size(1))
    # CHECK: :[[#@LINE-1]]:{{.*}} warning: 'pad' is created without a device, so on the default one
    return torch.cat((x, pad))


def shaped_bad(x: torch.Tensor):
    batch, width = x.shape
    noise = torch.randn((batch, width))
    # CHECK: :[[#@LINE-1]]:{{.*}} warning: 'noise' is created without a device, so on the default one
    return x + noise


def typed_bad(x: torch.Tensor, numbers):
    scale = torch.tensor([1, 2, 3], dtype=x.dtype)
    # CHECK: :[[#@LINE-1]]:{{.*}} warning: 'scale' is created without a device, so on the default one
    return x * scale


def padded_good(x: torch.Tensor, n):
    return torch.cat((x, x.new_zeros(n, x.size(1))))


def boxes_ok(boxes: torch.Tensor, width, height):
    size = torch.as_tensor([width, height])
    # THREE: :[[#@LINE-1]]:{{.*}} warning: 'size' is created without a device, so on the default one
    return torch.min(boxes, size)


def decoded_ok(batch: torch.Tensor, device, n):
    pad = torch.zeros([batch.shape[0], n])
    # THREE: :[[#@LINE-1]]:{{.*}} warning: 'pad' is created without a device, so on the default one
    return torch.cat([batch[:, :n], pad], dim=1).float().to(device)


# Data sets and those who make batches of them work on the host.
class Texts(torch.utils.data.Dataset):
    def __init__(self, tokens):
        self.tokens = tokens

    def __getitem__(self, i):
        end = torch.zeros(1, dtype=self.tokens[i].dtype)
        # THREE: :[[#@LINE-1]]:{{.*}} warning: 'end' is created without a device, so on the default one
        return torch.cat([self.tokens[i], end])


def collate_ok(batch: list[torch.Tensor]):
    sums = torch.cumsum(batch[0], 0)
    first = torch.zeros((1,), dtype=sums.dtype)
    # THREE: :[[#@LINE-1]]:{{.*}} warning: 'first' is created without a device, so on the default one
    return torch.cat([first, sums])


def summed_bad(batch: list[torch.Tensor]):
    sums = torch.cumsum(batch[0], 0)
    first = torch.zeros((1,), dtype=sums.dtype)
    # CHECK: :[[#@LINE-1]]:{{.*}} warning: 'first' is created without a device, so on the default one
    return torch.cat([first, sums])
