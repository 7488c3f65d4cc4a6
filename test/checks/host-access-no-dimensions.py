# A tensor without dimensions has no elements: what an index into a loss gave was a number in the releases that had it.
# RUN: not %device_tidy check --isolated --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
import matplotlib.pyplot as plt


def index_ok(net, x):
    losses = []
    loss = net.cuda()(x.cuda()).mean()
    losses.append(loss.data[0])
    plt.plot(losses)


def index_bad(net, x):
    losses = []
    loss = net.cuda()(x.cuda()).mean()
    losses.append(loss.data)
    plt.plot(losses)
    # CHECK: :[[@LINE-1]]:5: warning: 'plot' reads memory of 'losses' on the host
