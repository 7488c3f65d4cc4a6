# A file test_x.py whose main() hands its functions what they work on is a program; a test framework hands fixtures.
# RUN: rm -rf %t && split-file %s %t
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/script | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 %t/suite

# CHECK: test_net.py:9:33: warning: 'cuda' needs an accelerator and fails on a machine without one

#--- script/test_net.py
import argparse

import torch


def test_one_epoch(device, model, loader):
    for x in loader:
        x = x.to(device)
        identity = torch.eye(3).cuda()
        print(model(x) - identity)


def test(device, model, loader):
    test_one_epoch(device, model, loader)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda:0", help="use CUDA if available")
    args = parser.parse_args()
    if not torch.cuda.is_available():
        args.device = "cpu"
    model = torch.nn.Linear(4, 3).to(args.device)
    test(args.device, model, [torch.rand(3, 4)])


if __name__ == "__main__":
    main()

#--- suite/test_net.py
import torch


def test_one_epoch(model, size=3):
    if not torch.cuda.is_available():
        return
    print(model(torch.eye(size)))


def test_identity(model):
    print(model(torch.eye(3).cuda()))


def test_all(model):
    test_identity(model)


if __name__ == "__main__":
    test_identity(torch.nn.Linear(3, 3).cuda())
