# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Where the statements of a module run, its variables are as local as those of a function: what a loop there does to
# each element is done behind it.
import torch

moved = [torch.ones(2), torch.ones(2)]
for i in range(len(moved)):
    moved[i] = moved[i].cuda()
moved_ok = moved[0] + torch.ones(2, device="cuda")

kept = [torch.ones(2), torch.ones(2)]
for i in range(len(kept)):
    x = kept[i].cuda()
kept_bad = kept[0] + torch.ones(2, device="cuda")
# CHECK: :[[#@LINE-1]]:20: warning: operands of '+' are on different devices: 'kept[0]' on cpu

numbered = [torch.ones(2), torch.ones(2)]
for i, x in enumerate(numbered):
    numbered[i] = x.cuda()
numbered_ok = numbered[1] + torch.ones(2, device="cuda")
numbered_bad = numbered[1] + torch.ones(2)
# CHECK: :[[#@LINE-1]]:28: warning: operands of '+' are on different devices: 'numbered[1]' on cuda

keyed = {"a": torch.ones(2), "b": torch.ones(2)}
for k in keyed:
    keyed[k] = keyed[k].cuda()
keyed_ok = keyed["a"] + torch.ones(2, device="cuda")
keyed_bad = keyed["a"] + torch.ones(2)
# CHECK: :[[#@LINE-1]]:24: warning: operands of '+' are on different devices: 'keyed["a"]' on cuda

items = {"a": torch.ones(2), "b": torch.ones(2)}
for k, v in items.items():
    items[k] = v.cuda()
items_ok = items["a"] + torch.ones(2, device="cuda")

merged = {"a": torch.ones(2), "b": torch.ones(2)}
merged.update({k: v.cuda() for k, v in merged.items()})
merged_ok = merged["a"] + torch.ones(2, device="cuda")

items_bad = items["a"] + torch.ones(2)
# CHECK: :[[#@LINE-1]]:24: warning: operands of '+' are on different devices: 'items["a"]' on cuda

unmerged = {"a": torch.ones(2), "b": torch.ones(2)}
unmerged_bad = unmerged["a"] + torch.ones(2, device="cuda")
# CHECK: :[[#@LINE-1]]:30: warning: operands of '+' are on different devices: 'unmerged["a"]' on cpu

shared = torch.ones(2)


def move_shared():
    global shared
    shared = shared.cuda()


shared_bad = shared + torch.ones(2, device="cuda")
# CHECK: :[[#@LINE-1]]:21: warning: operands of '+' are on different devices: 'shared' on cpu
move_shared()
shared_ok = shared + torch.ones(2, device="cuda")
