# Whoever plots or scores a tensor makes an array of it.
# RUN: not %device_tidy check --isolated --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
import matplotlib.pyplot as plt
import torch
from sklearn import metrics
from sklearn.metrics import accuracy_score

device = "cuda" if torch.cuda.is_available() else "cpu"


def plotted_ok(x):
    y = x.to(device)
    plt.plot(y.cpu())


def plotted_bad(x):
    y = x.to(device)
    plt.plot(y)
    # CHECK: :[[@LINE-1]]:5: warning: 'plot' reads memory of 'y' on the host, but 'y' may be on cuda


def scored_ok(net: torch.nn.Module, x, y):
    net.to(device)
    predicted = net(x.to(device)).argmax(1)
    return accuracy_score(predicted.cpu(), y), metrics.f1_score(predicted.tolist(), y)


def scored_bad(net: torch.nn.Module, x, y):
    net.to(device)
    predicted = net(x.to(device)).argmax(1)
    return accuracy_score(predicted, y), metrics.f1_score(predicted, y)
    # CHECK: :[[@LINE-1]]:12: warning: 'accuracy_score' reads memory of 'predicted' on the host, but 'predicted' may be on cuda
    # CHECK: :[[@LINE-2]]:42: warning: 'f1_score' reads memory of 'predicted' on the host, but 'predicted' may be on cuda


def second_ok(net: torch.nn.Module, x, y):
    net.to(device)
    return accuracy_score(y.numpy(), net(x.to(device)).argmax(1).cpu())


def second_bad(net: torch.nn.Module, x, y):
    net.to(device)
    return accuracy_score(y.numpy(), net(x.to(device)).argmax(1))
    # CHECK: :[[@LINE-1]]:12: warning: 'accuracy_score' reads memory of 'net(x.to(device)).argmax(1)' on the host, but 'net(x.to(device)).argmax(1)' may be on cuda


# Who knows what somebody else gave?
def given_ok(x):
    plt.plot(x)
