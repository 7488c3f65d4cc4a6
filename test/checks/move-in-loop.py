# Tensors that each iteration moves again.
# RUN: not %device_tidy check --isolated --select device-move-in-loop %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def weights_bad(batches):
    weights = torch.linspace(0, 1, 10)
    for batch in batches:
        (batch.cuda() * weights.cuda()).sum()
        # CHECK: :[[@LINE-1]]:33: warning: 'weights' is moved to cuda again in each iteration of the loop [device-move-in-loop]
        # CHECK: :[[@LINE-4]]:15: note: 'weights' created on cpu here, the default device


def weights_ok(batches):
    weights = torch.linspace(0, 1, 10).cuda()
    for batch in batches:
        (batch.cuda() * weights).sum()


def comprehension_bad(n):
    shift = torch.ones(4)
    return [shift.to("cuda") * i for i in range(n)]
    # CHECK: :[[@LINE-1]]:19: warning: 'shift' is moved to cuda again in each iteration of the loop [device-move-in-loop]
    # CHECK: :[[@LINE-3]]:13: note: 'shift' created on cpu here, the default device


def comprehension_ok(n):
    shift = torch.ones(4, device="cuda")
    return [shift * i for i in range(n)]


# New contents in each iteration, or only one that moves.
def filled_ok(frames):
    buffer = torch.empty(3, 64, 64)
    for frame in frames:
        buffer[:] = frame
        torch.relu(buffer.to("cuda"))


def first_ok(batches):
    scale = torch.ones(4)
    moved = None
    for batch in batches:
        if moved is None:
            moved = scale.to("cuda")
        torch.relu(batch * moved)
