# RUN: not %device_tidy check --isolated --worlds gpu --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A name that is put together, f"sum_{i}", is one entry of what somebody gave, and may be any name that is like it.
import torch


def bad_same_name(state, count):
    for i in range(count):
        state[f"sum_{i}"] = torch.zeros(3)
    x = torch.ones(3, device="cuda")
    for i in range(count):
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' {{.*}}: 'x' on cuda, 'state[f"sum_{i}"]' on cpu
        x = x + state[f"sum_{i}"]
    return x


def good_same_name(state, count):
    for i in range(count):
        state[f"sum_{i}"] = torch.zeros(3, device="cuda")
    x = torch.ones(3, device="cuda")
    for i in range(count):
        x = x + state[f"sum_{i}"]
    return x


def bad_one_of_them(state, count):
    for i in range(count):
        state[f"sum_{i}"] = torch.zeros(3)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' may be on different devices: 'state["sum_0"]' on cpu
    return state["sum_0"] + torch.ones(3, device="cuda")


def good_other_name(state, count):
    for i in range(count):
        state[f"sum_{i}"] = torch.zeros(3)
    return state["mean_0"] + torch.ones(3, device="cuda")


def good_replaced(state, count):
    state["sum_0"] = torch.zeros(3)
    for i in range(count):
        state[f"sum_{i}"] = torch.zeros(3, device="cuda")
    return state[f"sum_{count - 1}"] + torch.ones(3, device="cuda")


def fill(state, count):
    for i in range(count):
        state[f"sum_{i}"] = torch.zeros(3)


def bad_filled_by_other(state, count):
    fill(state, count)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' {{.*}}: 'state[f"sum_{count}"]' on cpu
    return state[f"sum_{count}"] + torch.ones(3, device="cuda")


def good_filled_by_other(state, count):
    fill(state, count)
    return state[f"sum_{count}"] + torch.ones(3)


# Which entries of its caller's a function replaces under such a name, nobody knows.


def move(batch):
    for i in range(2):
        batch[f"x_{i}"] = batch[f"x_{i}"].cuda()


def good_moved():
    batch = {"x_0": torch.ones(3), "x_1": torch.ones(3)}
    move(batch)
    return batch["x_0"] + torch.zeros(3, device="cuda")


def bad_other_moved():
    batch = {"x_0": torch.ones(3), "y_0": torch.ones(3)}
    move(batch)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'batch["y_0"]' on cpu
    return batch["y_0"] + torch.zeros(3, device="cuda")


def good_moved_given(batch):
    batch["x_0"] = torch.ones(3)
    move(batch)
    return batch["x_0"] + torch.zeros(3, device="cuda")


def bad_other_moved_given(batch):
    batch["y_0"] = torch.ones(3)
    move(batch)
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'batch["y_0"]' on cpu
    return batch["y_0"] + torch.zeros(3, device="cuda")


def good_moved_dictionary(batch: dict):
    batch["x_0"] = torch.ones(3)
    move(batch)
    return batch["x_0"] + torch.zeros(3, device="cuda")


def move_and_read(batch, name):
    for i in range(2):
        batch[f"x_{i}"] = batch[f"x_{i}"].cuda()
    return batch[name] + torch.zeros(3, device="cuda")


def good_moved_and_read(name):
    return move_and_read({"x_0": torch.ones(3), "x_1": torch.ones(3)}, name)
