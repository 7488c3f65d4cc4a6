# Code that needs an accelerator, in functions that are reached only where there is one.
# RUN: not %device_tidy check --isolated --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import os

import torch
import torch.multiprocessing as mp


def build_ok():
    return torch.nn.Linear(2, 2).to("cuda")


# Its caller is called behind a test.
def run_ok():
    return build_ok()(torch.ones(1, 2, device="cuda"))


def worker_ok(rank):
    return torch.full((4,), float(rank), device="cuda")


def both_bad():
    return torch.zeros(2, device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'zeros' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]


def process_bad(rank):
    return torch.full((4,), float(rank), device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'full' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]


# An index of an accelerator is computed by those who have some.
def rank_ok():
    rank = int(os.environ["LOCAL_RANK"])
    return torch.nn.Linear(2, 2).to(rank)


def guarded():
    if torch.cuda.is_available():
        run_ok()
        both_bad()
        mp.spawn(worker_ok, nprocs=torch.cuda.device_count())


def unguarded():
    mp.spawn(process_bad, nprocs=2)
    return both_bad()


# A rank that says where a module goes is the index of an accelerator.
def declared_rank_ok(rank: int):
    model = torch.nn.Linear(2, 2).to(rank)
    return model.cuda()


def declared_type_bad(rank: int):
    model = torch.nn.Linear(2, 2).to(torch.int)
    return model.cuda()
    # CHECK: :[[@LINE-1]]:18: warning: 'cuda' needs an accelerator


# There is one where they are counted.
def each_ok():
    return [torch.zeros(2).to("cuda") for i in range(torch.cuda.device_count())]


def each_bad(count: int):
    return [torch.zeros(2).to("cuda") for i in range(count)]
    # CHECK: :[[@LINE-1]]:28: warning: 'to' needs an accelerator


# NCCL does not start without.
def joined_ok():
    torch.distributed.init_process_group("nccl")
    return torch.zeros(2, device="cuda")


def joined_bad():
    torch.distributed.init_process_group("gloo")
    return torch.zeros(2, device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'zeros' needs an accelerator


# An option says that the user has one.
options = parse_options()
option_ok = torch.nn.Linear(2, 2)
if options.cuda:
    option_ok.cuda()


# Who only cleans up handles no error.
def cleaned_bad():
    try:
        return torch.ones(2).cuda()
        # CHECK: :[[@LINE-1]]:30: warning: 'cuda' needs an accelerator
    finally:
        print("done")


def cleaned_ok():
    try:
        return torch.ones(2).cuda()
    except RuntimeError:
        return torch.ones(2)
    finally:
        print("done")
