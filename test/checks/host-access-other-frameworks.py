# Tensors of other frameworks have methods of the same names, which say nothing of PyTorch.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-host-access,device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import paddle
import torch


def read(t):
    return t.numpy()


def other_good():
    x = paddle.rand((3,)).cuda()
    torch.tensor(x.numpy()) + torch.ones(3)
    for y in [paddle.rand((3,)).cuda(1) for _ in range(3)]:
        read(y)
    read(paddle.to_tensor([1.0]).astype("float64").cuda())


def torch_bad():
    x = torch.rand((3,)).cuda()
    x.numpy()
    # CHECK: :[[@LINE-1]]:7: warning: 'numpy' reads memory of 'x' on the host, but 'x' is on cuda
    read(torch.rand((3,)).cuda())
    # CHECK: :[[@LINE-1]]:5: warning: 'numpy' reads memory of 't' on the host, but 't' is on cuda
