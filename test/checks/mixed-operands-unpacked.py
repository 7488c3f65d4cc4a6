# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands,device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Which device a dictionary says that is unpacked, `x.to(**setup)`, knows who has made it.
import torch


# A parameter: one without a device leaves what is moved or followed where it is, and makes on the default device.
def make(setup):
    return torch.ones(3, **setup)


def move(x, setup):
    return x.to(**setup)


def made_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'make(dict(device="cuda"))' on cuda, 'torch.ones(3)' on cpu
    return make(dict(device="cuda")) + torch.ones(3)


def made_good():
    return make(dict(device="cuda")) + torch.ones(3, device="cuda")


def made_without_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'make({"dtype": torch.float})' on cpu
    return make({"dtype": torch.float}) + torch.ones(3, device="cuda")


def made_without_good():
    return make({"dtype": torch.float}) + torch.ones(3)


def moved_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'move(x, {"device": "cuda"})' on cuda
    return move(x, {"device": "cuda"}) + torch.ones(3)


def moved_good(x):
    return move(x, {"device": "cuda"}) + torch.ones(3).cuda()


def stays_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'move(x.cuda(), dict(dtype=torch.float))' on cuda
    return move(x.cuda(), dict(dtype=torch.float)) + torch.ones(3)


def stays_good(x):
    return move(x.cuda(), dict(dtype=torch.float)) + torch.ones(3).cuda()


# What fails in the function itself is told of the caller that knows.
def read(setup):
    return torch.ones(3).to(**setup).numpy()


def read_moved(setup):
    return torch.ones(3).to(**setup).cpu().numpy()


def read_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of
    return read(dict(device=torch.device("cuda:0" if torch.cuda.is_available() else "cpu"), dtype=torch.float))


def read_good():
    return read_moved(dict(device=torch.device("cuda:0" if torch.cuda.is_available() else "cpu"), dtype=torch.float))


# The function's own device.
def own_bad(device):
    setup = dict(device=device, dtype=torch.float)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.zeros(3, **setup)' on 'device'
    return torch.zeros(3, **setup) + torch.ones(3)


def own_good(device):
    setup = dict(device=device, dtype=torch.float)
    return torch.zeros(3, **setup) + torch.ones(3, **setup)


# Nobody says that there is a device.
def open_good(x, setup, **kwargs):
    return torch.zeros(3, **setup) + torch.ones(3), torch.zeros(3, **kwargs) + torch.ones(3)


# A member.
class Attack:
    def __init__(self, setup):
        self.setup = setup

    def constants(self):
        return torch.zeros(3, **self.setup)


def member_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: {{.*}} on cuda, 'torch.ones(3)' on cpu
    return Attack(dict(device="cuda")).constants() + torch.ones(3)


def member_good():
    return Attack(dict(device="cuda")).constants() + torch.ones(3).cuda()


# Keywords.
def keywords(**kwargs):
    return torch.zeros(3, **kwargs)


def like(x, **kwargs):
    return torch.zeros_like(x, **kwargs)


def keywords_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'keywords(device="cuda")' on cuda
    return keywords(device="cuda") + torch.ones(3)


def keywords_good():
    return keywords(device="cuda") + torch.ones(3).cuda()


def like_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'like(x.cuda(), dtype=torch.float)' on cuda
    return like(x.cuda(), dtype=torch.float) + torch.ones(3)


def like_good(x):
    return like(x.cuda(), dtype=torch.float) + torch.ones(3).cuda(), like(x.cuda(), device="cpu") + torch.ones(3)


# A device that is left out is no device: what follows a tensor does so.
def zeros_as(x, device=None):
    return torch.zeros_like(x, device=device)


def followed_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'zeros_as(x.cuda())' on cuda
    return zeros_as(x.cuda()) + torch.ones(3)


def followed_good(x):
    return zeros_as(x.cuda()) + torch.ones(3).cuda(), zeros_as(x.cuda(), "cpu") + torch.ones(3)


# What the function puts there, or takes out, is not what it was given.
def put(setup):
    setup["device"] = "cpu"
    return torch.zeros(3, **setup)


def taken(setup):
    setup.pop("device", None)
    return torch.zeros(3, **setup)


def over(setup):
    return torch.zeros(3, **{**setup, "device": "cpu"})


def changed_good():
    setup = dict(device="cuda")
    return put(setup) + torch.ones(3), taken(setup) + torch.ones(3), over(setup) + torch.ones(3)


# A parameter's own default counts where the dictionary has no entry.
def on_cuda(device="cuda"):
    return torch.zeros(3, device=device)


def handed(setup):
    return on_cuda(**setup)


def default_good():
    return handed(dict()) + torch.ones(3).cuda()


def FN_default_bad():
    return handed(dict(device="cpu")) + torch.ones(3).cuda()  # the entry and the default are not told apart
