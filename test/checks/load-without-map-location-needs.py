# A function that fails without an accelerator whatever it loads: the load is of level 2.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
# RUN: not %device_tidy check --isolated --output-format concise --select device-load-without-map-location %s | FileCheck %s --check-prefixes=CHECK,TWO --implicit-check-not='{{warning|note}}:'
import torch


def needs_ok(path):
    device = "cuda"
    state = torch.load(path)
    # TWO: :[[@LINE-1]]:13: warning: 'torch.load' without a device
    net = torch.nn.Linear(1, 1).to(device)
    net.load_state_dict(state)
    return net


def moved_ok(path):
    net = torch.load(path)["model"]
    # TWO: :[[@LINE-1]]:11: warning: 'torch.load' without a device
    net.cuda().eval()
    return torch.nn.Linear(1, 1).cuda()(net)


def chosen_model_bad(path):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    state = torch.load(path)
    # CHECK: :[[@LINE-1]]:13: warning: 'torch.load' without a device
    net = torch.nn.Linear(1, 1).to(device)
    net.load_state_dict(state)
    return net


def switched_bad(path, gpu):
    net = torch.nn.Linear(1, 1)
    net.load_state_dict(torch.load(path))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device
    if gpu:
        net = net.cuda()
    return net


# What leads to the load leads to the accelerator.
def flag_ok(path, net, file=None):
    if file is not None:
        net.load_state_dict(torch.load(file))
        # TWO: :[[@LINE-1]]:29: warning: 'torch.load' without a device
        net(torch.ones(1, 1).cuda())
    return net


def flag_bad(path, net, file=None, warm=False):
    if file is not None:
        net.load_state_dict(torch.load(file))
        # CHECK: :[[@LINE-1]]:29: warning: 'torch.load' without a device
        if warm:
            net(torch.ones(1, 1).cuda())
    return net


# On each way to the end.
def asserted_ok(path, name, make):
    assert path.exists()
    state = torch.load(path)
    # TWO: :[[@LINE-1]]:13: warning: 'torch.load' without a device
    assert not (name is not None and state["name"] != name), "another one"
    return torch.nn.Linear(1, 1).cuda()


def returned_bad(path, name):
    state = torch.load(path)
    # CHECK: :[[@LINE-1]]:13: warning: 'torch.load' without a device
    if name.startswith("small"):
        return torch.nn.Linear(1, 1), state
    return torch.nn.Linear(1, 1).cuda(), state


# One of two loads that a switch chooses from says where.
def chosen_ok(path, use_cuda):
    if not use_cuda:
        state = torch.load(path, map_location="cpu")
    else:
        state = torch.load(path)
    return state


def chosen_model_bad(path, use_cuda, name):
    if not use_cuda:
        state = torch.load(name, map_location="cpu")
    return torch.load(path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# The first accelerator, or that of the process.
def numbered_ok(path, rank: int, distributed):
    if distributed:
        device = torch.device(rank)
    else:
        device = torch.device(0)
    net = torch.nn.Linear(1, 1).to(device)
    net.load_state_dict(torch.load(path))
    # TWO: :[[@LINE-1]]:25: warning: 'torch.load' without a device
    return net


def numbered_bad(path, rank: int, distributed):
    if distributed:
        device = torch.device(rank)
    else:
        device = torch.device("cpu")
    net = torch.nn.Linear(1, 1).to(device)
    net.load_state_dict(torch.load(path))
    # CHECK: :[[@LINE-1]]:25: warning: 'torch.load' without a device
    return net


def chosen_the_other_way_model_bad(path, use_cuda):
    if use_cuda:
        return torch.load(path, map_location="cuda:0")
    return torch.load(path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# The other load is of something else.
def other_file_model_bad(path, teacher, use_teacher):
    if use_teacher:
        return torch.load(teacher, map_location="cpu")
    return torch.load(path)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device
