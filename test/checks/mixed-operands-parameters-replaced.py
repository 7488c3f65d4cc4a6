# The parameters of a module of which nobody knows the class are given other data: whether its forward takes them as they
# are, nobody knows, so that what it is given elsewhere is of level 2. Of a class that is known it is of level 1.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %t/unknown.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %t/unknown.py | FileCheck %t/unknown.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %t/known.py | FileCheck %t/known.py --implicit-check-not=warning:

#--- unknown.py
import torch
from torch.nn.parameter import Parameter


def test(loader, model):
    for data, target in loader:
        print(model(data.to("cuda")))


def reconstruct(model, loader, w):
    for para in model.parameters():
        para.data = Parameter(torch.tensor([[w]]))
    return test(loader, model)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' may be on different devices: 'model' on cpu, {{.*}} on cuda

#--- known.py
import torch
from torch.nn.parameter import Parameter


def reconstruct(loader, w):
    model = torch.nn.Linear(1, 1)
    for para in model.parameters():
        para.data = Parameter(torch.tensor([[w]]))
    for data, target in loader:
        print(model(data.to("cuda")))
        # CHECK: :[[@LINE-1]]:15: warning: operands of 'Linear' {{are|may be}} on different devices: 'model' on cpu, {{.*}} on cuda
