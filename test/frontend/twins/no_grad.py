import torch


def evaluates(model, x):
    with torch.no_grad():
        result = model(x)
    return result + 1
