# "cuda" is the current accelerator, as cuda() says it; so is the device of what was moved there.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-transfer %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def of_batch(loader):
    device = "cuda"
    net = nn.Embedding(10, 4).to(device)
    for batch in loader:
        texts, lengths = [b.to(device) for b in batch]
        print(net(texts) * lengths.float().to(texts.device))


def of_module(net, batches):
    net = net.cuda()
    device = next(net.parameters()).device
    for x in batches:
        print(net(x.to(device)))


def of_name(net, batches):
    device = torch.device("cuda")
    net = net.cuda()
    for x in batches:
        print(net(x.to(device)))


def of_question(net, batches):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device.type == "cuda":
        net = net.cuda()
    for x in batches:
        print(net(x.to(device)))


def of_index(net, batches):
    device = torch.device("cuda:1")
    net = net.cuda()
    # CHECK: :[[@LINE-1]]:15: warning: 'net' is moved with 'cuda'
    for x in batches:
        print(net(x.to(device)))


def of_caller(net, batches, device):
    net = net.cuda()
    # CHECK: :[[@LINE-1]]:15: warning: 'net' is moved with 'cuda'
    for x in batches:
        print(net(x.to(device)))
