# Whoever plots or scores a tensor makes an array of it.
# RUN: not %device_tidy check --isolated --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
import matplotlib.pyplot as plt
import pandas as pd
import torch
from scipy import stats
from scipy.optimize import linear_sum_assignment
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


def solved_ok(x):
    cost = (x.to(device) * 2).cpu()
    return linear_sum_assignment(cost), stats.spearmanr(cost[0], cost[1]), pd.DataFrame({"cost": cost[0]})


def solved_bad(x):
    cost = x.to(device) * 2
    linear_sum_assignment(cost)
    # CHECK: :[[@LINE-1]]:5: warning: 'linear_sum_assignment' reads memory of 'cost' on the host, but 'cost' may be on cuda
    stats.spearmanr(cost[0], cost[1])
    # CHECK: :[[@LINE-1]]:5: warning: 'spearmanr' reads memory of 'cost[0]' on the host, but 'cost[0]' may be on cuda
    return pd.DataFrame({"cost": cost[0]})
    # CHECK: :[[@LINE-1]]:12: warning: 'DataFrame' reads memory of {{.*}} on the host, but {{.*}} may be on cuda
