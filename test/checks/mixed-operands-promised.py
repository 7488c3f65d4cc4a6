# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands,device-cpu-only-argument --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: env PYTHONPATH=%src_root/runtime/torch/python %python -c "import sys; from typing import Annotated; from device_tidy import Host, On; assert str(Annotated[int, On('x'), Host]).endswith(\"int, On('x'), On('cpu')]\"); assert hash(Host) == hash(On('cpu')); assert 'torch' not in sys.modules"
# Annotations say where tensors are: they are believed, and a broken promise is told.
from typing import Annotated, Optional

import device_tidy as dt
import torch
from device_tidy import Host, On
from torch import Tensor, nn


def scale(x: Annotated[Tensor, On("cuda")], factor=2.0):
    return x * factor


def given_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'scale' are on different devices: 'x' on cpu, 'On("cuda")' on cuda [device-mixed-operands]
    return scale(torch.ones(2))


def given_good():
    return scale(torch.ones(2, device="cuda"))


def given_by_caller_good(x: Tensor):
    # Whoever calls this knows.
    return scale(x)


def given_further_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'scale' are on different devices: 'x' on cpu, 'On("cuda")' on cuda [device-mixed-operands]
    return given_by_caller_good(torch.ones(2))


def believed_bad(x: Annotated[Tensor, dt.On("cuda")]):
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
    return x + torch.ones(2)


def believed_good(x: Annotated[Tensor, dt.On("cuda")]):
    return x + torch.ones(2, device="cuda")


def pair(x: Tensor, y: "Annotated[Tensor, On('x')] | None" = None):
    return x


def pair_bad(n: int):
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'pair' are on different devices: 'y' on cpu, 'On('x')' on cuda [device-mixed-operands]
    return pair(torch.ones(n, device="cuda"), torch.ones(n))


def pair_good(n: int):
    return pair(torch.ones(n, device="cuda"), torch.ones(n, device="cuda"))


def left_out_good(n: int):
    return pair(torch.ones(n, device="cuda")), pair(torch.ones(n, device="cuda"), None)


def pack(x: Tensor, lengths: Annotated[Tensor, Host]):
    return x


def host_bad(x: Tensor, lengths: Tensor):
    # CHECK: :[[#@LINE+1]]:12: warning: 'pack' takes this argument on the CPU only: 'lengths' on cuda [device-cpu-only-argument]
    return pack(x, lengths.cuda())


def host_good(x: Tensor, lengths: Tensor):
    return pack(x, lengths.cuda().cpu())


def dynamic(name, x: Tensor) -> Annotated[Tensor, On("x")]:
    return getattr(torch, name)(3)


def result_bad():
    # CHECK: :[[#@LINE+1]]:58: warning: operands of '+' are on different devices: {{.*}} on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
    return dynamic("ones", torch.ones(2, device="cuda")) + torch.ones(2)


def result_good():
    return dynamic("ones", torch.ones(2)) + torch.ones(2)


def broken_bad(x: Tensor) -> Annotated[Tensor, On("cuda")]:
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'broken_bad' are on different devices: 'torch.ones(2)' on cpu, 'On("cuda")' on cuda [device-mixed-operands]
    return torch.ones(2)


def kept_good(x: Tensor) -> Annotated[Tensor, On("cuda")]:
    return torch.ones(2, device="cuda")


def declared(x: Tensor) -> Optional[Annotated[Tensor, On("x")]]:
    """As a stub says it."""
    ...


def declared_bad():
    # CHECK: :[[#@LINE+1]]:51: warning: operands of '+' are on different devices: {{.*}} on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
    return declared(torch.ones(2, device="cuda")) + torch.ones(2)


def declared_good():
    return declared(torch.ones(2)) + torch.ones(2)


class Table:
    rows: Annotated[Tensor, On("cuda")]

    def __init__(self, rows):
        self.rows = rows

    def add_bad(self):
        # CHECK: :[[#@LINE+1]]:26: warning: operands of '+' are on different devices: 'self.rows' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
        return self.rows + torch.ones(2)

    def add_good(self):
        return self.rows + torch.ones(2, device="cuda")

    def load_bad(self):
        # CHECK: :[[#@LINE+1]]:21: warning: operands of 'rows' are on different devices: 'torch.ones(3)' on cpu, 'On("cuda")' on cuda [device-mixed-operands]
        self.rows = torch.ones(3)

    def load_good(self):
        self.rows = torch.ones(3, device="cuda")


def variable_bad(path):
    x: Annotated[Tensor, On("cuda")] = path.read()
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu [device-mixed-operands]
    return x + torch.ones(3)


def variable_good(path):
    x: Annotated[Tensor, Host] = path.read()
    return x + torch.ones(3)


class Net(nn.Module):
    def forward(self, x, y: Annotated[Tensor, On("x")]):
        return x, y


def forward_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'forward' are on different devices: 'y' on cpu, 'On("x")' on cuda [device-mixed-operands]
    return Net()(torch.ones(1).cuda(), torch.ones(2))


def forward_good():
    return Net()(torch.ones(1).cuda(), torch.ones(2).cuda())


CudaTensor = Annotated[Tensor, On("cuda")]


def FN_other_name(x: CudaTensor):
    # Names for annotations are not followed.
    return x + torch.ones(2)
