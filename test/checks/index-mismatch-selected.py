# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-index-mismatch %s | FileCheck %s --implicit-check-not=warning:
# One number selects from wherever it is; values and indices of one dimension have none after it was reduced.
# torch/csrc/autograd/python_variable_indexing.cpp: an integer in a tensor without dimensions is read.
import torch


def best_ok(a, b, n):
    names = torch.full((n,), -1, dtype=torch.long)
    scores = torch.mm(a.cuda(), b.cuda().t()).softmax(dim=1)
    scores *= 2
    for i in range(n):
        value, index = torch.max(scores[i, :], dim=0)
        print(names[index])
        print(names[torch.max(scores[i], 0)[1]])
        print(names[scores[i].max(0).indices])
        print(names[scores[i].argmax()])
    return names


def best_bad(a, b, n):
    names = torch.full((n,), -1, dtype=torch.long)
    scores = torch.mm(a.cuda(), b.cuda().t()).softmax(dim=1)
    value, index = torch.max(scores, dim=0)
    return names[index]
    # CHECK: :[[#@LINE-1]]:12: warning: index is on another device than the tensor that it indexes: 'names' on cpu, 'index' on cuda


def kept_bad(n):
    names = torch.full((n,), -1, dtype=torch.long)
    scores = torch.ones(4, device="cuda")
    value, index = scores.max(0, keepdim=True)
    return names[index]
    # CHECK: :[[#@LINE-1]]:12: warning: index is on another device than the tensor that it indexes


def several_bad(n):
    names = torch.full((n,), -1, dtype=torch.long)
    scores = torch.ones(4, device="cuda")
    value, index = scores.topk(2)
    print(names[index[0]])
    return names[index]
    # CHECK: :[[#@LINE-1]]:12: warning: index is on another device than the tensor that it indexes
