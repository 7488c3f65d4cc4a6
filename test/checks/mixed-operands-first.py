# Where nobody chooses the current accelerator, it is the first.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
# RUN: rm -rf %t && mkdir %t && cp %s %t/meets.py && echo 'import torch; torch.cuda.set_device(1)' > %t/chooses.py
# RUN: %device_tidy check --isolated --worlds multi --select device-mixed-operands %t
# RUN: cp %s %t/meets.py && echo "import torch; choose = torch.cuda.set_device" > %t/chooses.py
# RUN: %device_tidy check --isolated --worlds multi --select device-mixed-operands %t
# RUN: %device_tidy check --isolated --worlds multi --level 1 %s
import torch


def second_bad():
    return torch.ones(2, 2).cuda() + torch.ones(2, 2, device="cuda:1")
    # CHECK: :[[@LINE-1]]:36: warning: operands of '+' may be on different devices: 'torch.ones(2, 2).cuda()' on cuda, {{.*}} on cuda:1


def first_ok():
    return torch.ones(2, 2).cuda() + torch.ones(2, 2, device="cuda:0")
