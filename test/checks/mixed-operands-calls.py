# Ways to call what PyTorch has: methods that give a number, lists of indices, arguments by their names, optional state.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from torch.nn import functional as F


def equal():
    # CHECK: :[[@LINE+1]]:33: warning: operands of 'equal' are on different devices
    return torch.ones(2).cuda().equal(torch.ones(2))


def equal_ok():
    return torch.ones(2).cuda().equal(torch.ones(2).cuda())


def allclose():
    # CHECK: :[[@LINE+1]]:33: warning: operands of 'allclose' are on different devices
    return torch.ones(2).cuda().allclose(torch.ones(2), rtol=0.1)


def allclose_ok():
    return torch.ones(2).cuda().allclose(torch.ones(2).cuda(), rtol=0.1)


def put():
    x = torch.zeros(4).cuda()
    # CHECK: :[[@LINE+1]]:7: warning: operands of 'index_put_' are on different devices: 'x' on cuda, 'torch.ones(2)' on cpu
    x.index_put_((torch.tensor([0, 1]).cuda(),), torch.ones(2))


def put_ok():
    x = torch.zeros(4).cuda()
    x.index_put_((torch.tensor([0, 1]),), torch.ones(2).cuda())
    x.index_put_((torch.tensor([0, 1]),), torch.tensor(1.0))


def by_name():
    x = F.interpolate(input=torch.ones(1, 1, 4).cuda(), scale_factor=2)
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'x' on cuda
    return x + torch.ones(8)


def by_name_ok():
    x = F.interpolate(input=torch.ones(1, 1, 4).cuda(), scale_factor=2)
    return x + torch.ones(8).cuda()


def norm():
    layer = nn.InstanceNorm1d(4, track_running_stats=True)
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'InstanceNorm1d' are on different devices: 'layer' on cpu
    return layer(torch.ones(1, 4, 4).cuda())


def norm_ok():
    layer = nn.InstanceNorm1d(4)
    return layer(torch.ones(1, 4, 4).cuda()) + nn.LayerNorm(4, elementwise_affine=False)(torch.ones(1, 4, 4).cuda())


def loss_ok():
    return nn.MSELoss()(torch.ones(4).cuda().mean(), torch.tensor(1.0))


def broadcast():
    a, b = torch.broadcast_tensors(torch.ones(2).cuda(), torch.ones(2, 1))
    # CHECK: :[[@LINE+1]]:14: warning: operands of '*' are on different devices: 'a' on cuda, 'b' on cpu
    return a * b


def broadcast_ok():
    a, b = torch.broadcast_tensors(torch.ones(2).cuda(), torch.ones(2, 1).cuda())
    return a * b


def lengths(rnn: nn.GRU, x):
    packed = pack_padded_sequence(x.cuda(), torch.tensor([2, 1]), batch_first=True)
    padded, sizes = pad_packed_sequence(rnn.cuda()(packed)[0], batch_first=True)
    # CHECK: :[[@LINE+1]]:54: warning: operands of '<' are on different devices: {{.*}} on cuda, {{.*}} on cpu
    mask = torch.arange(padded.size(1)).cuda()[None] < sizes[:, None]
    return padded * mask


def lengths_ok(rnn: nn.GRU, x):
    packed = pack_padded_sequence(x.cuda(), torch.tensor([2, 1]), batch_first=True)
    padded, sizes = pad_packed_sequence(rnn.cuda()(packed)[0], batch_first=True)
    mask = torch.arange(padded.size(1)).cuda()[None] < sizes[:, None].cuda()
    return padded * mask


def masked(x):
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'softmax' are on different devices
    return torch.masked.softmax(torch.ones(4).cuda(), 0, mask=torch.ones(4) > 0)


def masked_ok(x):
    return torch.masked.softmax(torch.ones(4).cuda(), 0, mask=torch.ones(4).cuda() > 0)


def shift():
    # CHECK: :[[@LINE+1]]:56: warning: operands of '>>' are on different devices
    return torch.arange(4, device="cuda").unsqueeze(1) >> torch.arange(8)


def shift_ok():
    return torch.arange(4, device="cuda").unsqueeze(1) >> torch.arange(8, device="cuda")


def noise():
    sigma = torch.exp(torch.normal(mean=0.0, std=1.0, size=(2,)))
    # CHECK: :[[@LINE+1]]:33: warning: operands of '*' are on different devices: {{.*}} on cuda, 'sigma' on cpu
    return torch.ones(2).cuda() * sigma


def noise_ok():
    sigma = torch.exp(torch.normal(mean=0.0, std=1.0, size=(2,), device="cuda"))
    return torch.ones(2).cuda() * sigma
