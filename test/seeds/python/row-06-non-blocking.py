# Row 6: a copy that does not wait, from memory that is not pinned. A function that feeds a model.
# RUN: not %check --select device-unpinned-copy %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check --select device-unpinned-copy %t.py | count 0
# RUN: %check %t.py | count 0
import torch


def stream(model, device: torch.device, steps: int):
    results = []
    for step in range(steps):
        frame = torch.rand(1, 3, 16, 16)  # GOOD: frame = torch.rand(1, 3, 16, 16, pin_memory=True)
        frame = frame.to(device, non_blocking=True)
        # CHECK: :[[@LINE-1]]:23: warning: 'frame' is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
        results.append(model(frame))
    return torch.cat(results)


def main():
    if not torch.cuda.is_available():
        return
    device = torch.device("cuda")
    model = torch.nn.Conv2d(3, 4, 3).to(device)
    print(stream(model, device, 8).shape)


main()
