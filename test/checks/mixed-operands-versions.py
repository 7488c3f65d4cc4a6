# The parts of a notebook have functions and classes of the same names: what runs before the second one is there runs the
# first.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise %t/first.py %t/classes.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise %t/second.py | FileCheck %t/second.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise %t/own.py | FileCheck %t/own.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise %t/derived.py | FileCheck %t/derived.py --implicit-check-not=warning:

#--- first.py
import torch


def train(model, x):
    return model(x)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    print(device)
    train(torch.nn.Linear(2, 2), torch.zeros(1, 2))


main()


def train(model, x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return model(x.to(device))

#--- second.py
import torch


def train(model, x):
    return model(x)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    print(device)
    train(torch.nn.Linear(2, 2), torch.zeros(1, 2))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: {{.*}} [device-mixed-operands]


main()


def train(model, x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return model(x.to(device))


main()

#--- own.py
import torch


def train(model, x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return model(x.to(device))


def main():
    train(torch.nn.Linear(2, 2), torch.zeros(1, 2))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: {{.*}} [device-mixed-operands]


main()


def train(model, x):
    return model(x)


def main():
    train(torch.nn.Linear(2, 2), torch.zeros(1, 2))


main()

#--- classes.py
import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return x + torch.ones(2, device=x.device)


print(Net()(torch.zeros(2).cuda() if torch.cuda.is_available() else torch.zeros(2)))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)


print(Net()(torch.zeros(2)))

#--- derived.py
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)


class Net(Net):
    def twice(self, x):
        return self(self(x))


if torch.cuda.is_available():
    Net().twice(torch.zeros(2).cuda())
    # CHECK: :[[@LINE-1]]:11: warning: operands of 'Linear' are on different devices: {{.*}} [device-mixed-operands]
