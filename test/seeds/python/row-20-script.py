# Row 20: new tensors follow old ones, but for one of them. A script that computes an attention mask.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
batch, heads, length, dim = 2, 4, 6, 8
query = torch.randn(batch, heads, length, dim, device=device)
key = torch.randn_like(query)
value = query.new_empty(query.shape).uniform_()

scores = torch.einsum("bhqd,bhkd->bhqk", query, key) / dim ** 0.5
causal = torch.tril(torch.ones(length, length))  # GOOD: causal = torch.tril(torch.ones(length, length, device=scores.device))
scores = scores * causal
# CHECK: :[[@LINE-1]]:17: warning: operands of '*' may be on different devices: 'scores' on cuda, 'causal' on cpu [device-mixed-operands]
weights = torch.softmax(scores, dim=-1)
print(torch.matmul(weights, value).shape, value.device)
