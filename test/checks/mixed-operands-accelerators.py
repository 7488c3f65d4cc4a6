# Accelerators under other names than cuda, and whichever the machine has. Here no machine has another than CUDA's, so
# what is moved to one explicitly is there for sure.
# RUN: split-file %s %t && cd %t
# RUN: not %device_tidy check --no-cache --output-format concise --select device-mixed-operands names.py | FileCheck names.py --implicit-check-not=warning:
# RUN: not %device_tidy check --no-cache --output-format concise --select device-unguarded-accelerator guards.py | FileCheck guards.py --implicit-check-not=warning:

#--- device-tidy.toml
private-backend = "dipu"
#--- names.py
import torch


# torch.accelerator follows CUDA.
def accelerator_bad(x: torch.Tensor):
    device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"
    return x.to(device) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:25: warning: operands of '+' may be on different devices: 'x.to(device)' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]


def accelerator_ok(x: torch.Tensor):
    device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"
    return x.to(device) + torch.ones(2, device=device)


def accelerator_or_bad(x: torch.Tensor):
    device = torch.accelerator.current_accelerator() or torch.device("cpu")
    return x.to(device) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:25: warning: operands of '+' may be on different devices: 'x.to(device)' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]


def accelerator_or_ok(x: torch.Tensor):
    device = torch.accelerator.current_accelerator() or torch.device("cpu")
    return x.to(device) + torch.ones(2).to(device)


def accelerator_count_bad(x: torch.Tensor):
    if torch.accelerator.device_count() > 0:
        x = x.to("cuda")
    return x + torch.ones(2, device="cpu")
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices: 'x' on cuda, 'torch.ones(2, device="cpu")' on cpu [device-mixed-operands]


def accelerator_count_ok(x: torch.Tensor):
    if torch.accelerator.device_count() > 0:
        x = x.to("cuda")
    return x + torch.ones(2, device=x.device)


# The default device is a device like others.
def default_bad(x: torch.Tensor):
    torch.set_default_device("meta")
    return x.to(torch.get_default_device()) + torch.ones(2, device="cpu")
    # CHECK: :[[@LINE-1]]:45: warning: operands of '+' are on different devices: 'x.to(torch.get_default_device())' on meta, 'torch.ones(2, device="cpu")' on cpu [device-mixed-operands]


def default_ok(x: torch.Tensor):
    return x.to(torch.get_default_device()) + torch.ones(2)


def xpu_bad(x: torch.Tensor):
    return x.xpu() + torch.ones(2)
    # CHECK: :[[@LINE-1]]:20: warning: operands of '+' are on different devices: 'x.xpu()' on xpu, 'torch.ones(2)' on cpu [device-mixed-operands]


def xpu_ok(x: torch.Tensor):
    return x.xpu(1) + torch.ones(2, device="xpu:1")


def npu_bad(x: torch.Tensor):
    return x.npu() + torch.ones(2, device="mtia:1")
    # CHECK: :[[@LINE-1]]:20: warning: operands of '+' are on different devices: 'x.npu()' on npu, 'torch.ones(2, device="mtia:1")' on mtia:1 [device-mixed-operands]


def npu_ok(x: torch.Tensor):
    return x.npu() + torch.ones(2, device="npu")


# HIP is CUDA under another name.
def hip_bad(x: torch.Tensor):
    return x.to("hip") + torch.ones(2)
    # CHECK: :[[@LINE-1]]:24: warning: operands of '+' are on different devices: 'x.to("hip")' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]


def hip_ok(x: torch.Tensor):
    return x.to("hip") + torch.ones(2, device="cuda")


# A backend outside PyTorch, with the name that the settings give it.
def private_bad(x: torch.Tensor):
    return x.dipu() + torch.ones(2)
    # CHECK: :[[@LINE-1]]:21: warning: operands of '+' are on different devices: 'x.dipu()' on dipu, 'torch.ones(2)' on cpu [device-mixed-operands]


def private_ok(x: torch.Tensor):
    return x.to("dipu") + torch.ones(2, device="privateuseone")


def private_index_bad(x: torch.Tensor):
    return x.to("dipu:1") + x.to("dipu:0")
    # CHECK: :[[@LINE-1]]:27: warning: operands of '+' are on different devices: 'x.to("dipu:1")' on dipu:1, 'x.to("dipu:0")' on dipu:0 [device-mixed-operands]


def private_guard_ok(x: torch.Tensor):
    device = "dipu" if torch.dipu.is_available() else "cpu"
    return x.to(device) + torch.ones(2)
#--- guards.py
import torch


def accelerator_none_bad(x: torch.Tensor):
    device = torch.accelerator.current_accelerator(check_available=True)
    if device is None:
        return x.cuda() + x.cuda()
        # CHECK: :[[@LINE-1]]:18: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
    return x.to(device)


def accelerator_none_ok(x: torch.Tensor):
    device = torch.accelerator.current_accelerator(check_available=True)
    if device is not None:
        return x.cuda() + x.cuda()
    return x


# The state of a generator is kept until there is an accelerator.
def state_ok(state):
    torch.cuda.set_rng_state(state)


def stream_bad(x):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.accelerator.current_stream().synchronize()
    # CHECK: :[[@LINE-1]]:5: warning: 'current_stream' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
    return x.to(device)


def stream_ok(x):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if torch.accelerator.is_available():
        torch.accelerator.current_stream().synchronize()
    return x.to(device)
