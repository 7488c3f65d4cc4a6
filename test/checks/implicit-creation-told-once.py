# A factory that is told where it meets something is not told once more; by itself it is.
# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands,device-implicit-creation %s | FileCheck %s --implicit-check-not='{{warning|error}}:'
# RUN: not %device_tidy check --isolated --level 2 --select device-implicit-creation %s | FileCheck %s --check-prefix=ALONE
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def attention_bad(q, k, mask=None):
    s = q @ k.transpose(-2, -1)
    if mask is None:
        mask = torch.tril(torch.ones(s.size(-2), s.size(-1)))
    # ALONE: :[[@LINE-1]]:{{[0-9]+}}: warning: the result of 'ones' is created without a device
    return s.masked_fill(mask == 0, -1e9)
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'masked_fill' may be on different devices
    # CHECK: fix: create 'torch.ones(s.size(-2), s.size(-1))' on 's.device'


def attention_ok(q, k, mask=None):
    s = q @ k.transpose(-2, -1)
    if mask is None:
        mask = torch.tril(torch.ones(s.size(-2), s.size(-1), device=s.device))
    return s.masked_fill(mask == 0, -1e9)


q = torch.rand(1, 3, 4, device=device)
print(attention_bad(q, q))
print(attention_ok(q, q))
