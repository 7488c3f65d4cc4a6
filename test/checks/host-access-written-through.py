# RUN: not %device_tidy check --isolated --level 1 --select device-host-access --output-format full %s | FileCheck %s
# What NumPy gives shares the tensor's memory. In front of a write, a copy would take what is written: no repair there.
import numpy as np
import torch


def fill(array):
    array[:] = 0


def show(array):
    return array[0]


def read():
    x = torch.zeros(3, device="cuda")
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 'numpy' reads memory
    # CHECK: fix: copy 'x' to the host
    print(x.numpy()[0])
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 'numpy' reads memory
    # CHECK: fix: copy 'x' to the host
    copied = x.numpy().copy()
    copied[0] = 5
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 'numpy' reads memory
    # CHECK: fix: copy 'x' to the host
    view = x.numpy()
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 'numpy' reads memory
    # CHECK: fix: copy 'x' to the host
    np.copyto(copied, x.numpy())
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 'numpy' reads memory
    # CHECK: fix: copy 'x' to the host
    show(x.numpy())
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 'numpy' reads memory
    # CHECK: fix: copy 'x' to the host
    np.clip(x.numpy(), 0, 1, out=copied)
    return view, copied


# CHECK-NOT: fix:
def write(flag, file):
    x = torch.zeros(3, device="cuda")
    file.readinto(x.numpy())
    x.numpy()[0] = 5
    x.numpy()[:] += 1
    x.numpy().fill(0)
    x.numpy().sort()
    x.numpy().T[0] = 5
    np.copyto(x.numpy(), np.ones(3))
    np.add(1, 2, out=x.numpy())
    np.clip(x.numpy(), 0, 1, out=x.numpy())
    np.asarray(x.numpy())[0] = 1
    torch.from_numpy(x.numpy()).add_(1)
    fill(x.numpy())
    view = x.numpy()
    other = x.numpy()
    if flag:
        other = x.numpy()
    view[0] = 5
    other += 1
