# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What is made of numbers, of sizes and of weights, and where it is.
import torch
from torch import nn


def weights_bad():
    table = nn.Embedding.from_pretrained(torch.rand(5, 4))
    return table(torch.tensor([1, 2], device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Embedding' are on different devices: 'table' on cpu, {{.*}} on cuda


def weights_ok():
    table = nn.Embedding.from_pretrained(torch.rand(5, 4, device="cuda"))
    return table(torch.tensor([1, 2], device="cuda"))


# The weights that a caller gives are where the caller has them.
def given_ok(weights):
    table = nn.Embedding.from_pretrained(weights)
    return table(torch.tensor([1, 2], device="cuda"))


def numbers_bad():
    state = [0.1, 0.2]
    return nn.Linear(2, 2).to("cuda")(torch.as_tensor(state).unsqueeze(0))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: {{.*}} on cuda, {{.*}} on cpu


def numbers_ok(other):
    state = [0.1, 0.2]
    net = nn.Linear(2, 2).to("cuda")
    return net(torch.as_tensor(state, device="cuda").unsqueeze(0)), net(torch.as_tensor(other))


def mask_bad():
    attend = nn.MultiheadAttention(8, 2, batch_first=True).to("cuda")
    x = torch.randn(2, 5, 8, device="cuda")
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    return attend(x, x, x, attn_mask=mask)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'MultiheadAttention' are on different devices: 'attend' on cuda, 'mask' on cpu


def mask_ok():
    attend = nn.MultiheadAttention(8, 2, batch_first=True).to("cuda")
    x = torch.randn(2, 5, 8, device="cuda")
    mask = nn.Transformer.generate_square_subsequent_mask(5, device="cuda")
    return attend(x, x, x, attn_mask=mask)


# A mask of a model that was moved is not.
def method_bad():
    model = nn.Transformer(8).to("cuda")
    return model.generate_square_subsequent_mask(5) + torch.ones(5, 5, device="cuda")
    # CHECK: :[[@LINE-1]]:53: warning: operands of '+' are on different devices: {{.*}} on cpu, {{.*}} on cuda


def method_ok():
    model = nn.Transformer(8).to("cuda")
    return model.generate_square_subsequent_mask(5).to("cuda") + torch.ones(5, 5, device="cuda")


def FN_loaded(path):
    state = torch.load(path, map_location="cpu")
    return torch.ones(2, device="cuda") - state["mean"]  # it may be a number


def FN_gradient():
    weight = nn.Parameter(torch.randn(2, device="cuda"))
    weight.grad = torch.ones(2)  # what is assigned to an attribute is no operand


def FN_chosen_key():
    batch = {"x": torch.rand(2, 4), "y": torch.tensor([0, 1])}
    batch = {k: v.to("cuda") if k == "x" else v for k, v in batch.items()}  # of all entries one place is known
    return nn.CrossEntropyLoss()(nn.Linear(4, 2).to("cuda")(batch["x"]), batch["y"])
