# A factory that is told where it meets something is not told once more; by itself it is.
# RUN: rm -rf %t && split-file %s %t
# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands,device-implicit-creation %t/bad.py | FileCheck %s --implicit-check-not='{{warning|error}}:'
# RUN: not %device_tidy check --isolated --level 2 --select device-implicit-creation %t/bad.py | FileCheck %s --check-prefix=ALONE
# RUN: %device_tidy check --isolated -q --level 2 --select device-mixed-operands,device-implicit-creation %t/good.py | count 0
# CHECK: bad.py:9:7: warning: operands of 'masked_fill' may be on different devices
# CHECK: fix: create 'torch.ones(s.size(-2), s.size(-1))' on 's.device'
# ALONE: bad.py:5:27: warning: the result of 'ones' is created without a device

#--- bad.py
import torch
def attention(q, k, v, mask=None):
    s = q @ k.transpose(-2, -1)
    if mask is None:
        mask = torch.tril(torch.ones(s.size(-2), s.size(-1)))
    return s.masked_fill(mask == 0, -1e9).softmax(-1) @ v
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
q = torch.rand(1, 3, 4, device=device)
print(attention(q, q, q))
#--- good.py
import torch
def attention(q, k, v, mask=None):
    s = q @ k.transpose(-2, -1)
    if mask is None:
        mask = torch.tril(torch.ones(s.size(-2), s.size(-1), device=s.device))
    return s.masked_fill(mask == 0, -1e9).softmax(-1) @ v
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
q = torch.rand(1, 3, 4, device=device)
print(attention(q, q, q))
