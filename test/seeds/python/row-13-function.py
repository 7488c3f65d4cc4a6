# Row 13: a model on the wrong GPU for DataParallel. A function with the GPUs in an argument.
# RUN: not %check --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch


def parallelize(model: torch.nn.Module, batch: torch.Tensor):
    model.cuda(1)  # GOOD: model.cuda(0)
    replicas = torch.nn.DataParallel(model, device_ids=[0, 1], output_device=0)
    with torch.no_grad():
        return replicas(batch)
        # CHECK: :[[@LINE-1]]:16: warning: 'DataParallel' may meet a module that is not in its place: 'replicas' on cuda:1, the first device on cuda:0 [device-parallel-before-move]


def main():
    if torch.cuda.device_count() < 2:
        print("needs two GPUs")
        return
    print(parallelize(torch.nn.Linear(4, 2), torch.ones(6, 4)))


main()
