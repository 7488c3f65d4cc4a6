# RUN: not %device_tidy check --isolated --output-format concise --select device-index-mismatch %s | FileCheck %s --implicit-check-not=warning:
# A helper that indexes what it is given, and does not say what that is: its callers give tensors, lists or tables.
import torch


def pick(values, index):
    return values[index]


def picked_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: index is on another device than the tensor that it indexes: 'values' on cpu, 'index' on cuda
    return pick(torch.zeros(3), torch.zeros(2, device="cuda").long())


def picked_good():
    return pick(torch.zeros(3, device="cuda"), torch.zeros(2, device="cuda").long())


# An index may stay on the CPU, and one number of a tensor selects as a number does.
def picked_by_host_good():
    return pick(torch.zeros(3, device="cuda"), torch.zeros(2).long())


def picked_by_number_good():
    return pick(torch.zeros(3), torch.tensor(1, device="cuda"))


# A list reads the number, and a table looks for the key.
def picked_of_list_good():
    return pick([torch.zeros(3), torch.ones(3)], torch.zeros(1, device="cuda").long())


def picked_of_table_good(key):
    return pick({"a": torch.zeros(3)}, key)


def in_turn(values, indices):
    return [values[i] for i in indices]


def in_turn_good():
    return in_turn(torch.zeros(3), torch.zeros(2, device="cuda").long())


# Through another helper, by a mask, and with several indices.
def masked(values, scores):
    return rows(values, scores > 0.5)


def rows(values, mask):
    return values[mask, 0]


def masked_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: index is on another device than the tensor that it indexes: 'values' on cpu, 'mask' on cuda
    return masked(torch.zeros(3, 2), torch.rand(3, device="cuda"))


def masked_good():
    return masked(torch.zeros(3, 2), torch.rand(3))
