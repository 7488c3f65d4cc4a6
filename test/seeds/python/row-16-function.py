# Row 16: autocast for the CPU around a model on a GPU. Functions.
# RUN: not %check --select device-autocast-mismatch %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn.functional as F


def build():
    return torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.Flatten(), torch.nn.Linear(16, 10)).to("cuda")


def evaluate(digits):
    model = build()
    model.eval()
    with torch.inference_mode(), torch.amp.autocast("cpu", dtype=torch.bfloat16):  # GOOD: with torch.inference_mode(), torch.amp.autocast("cuda", dtype=torch.bfloat16):
        logits = model(digits.to("cuda"))
        # CHECK: :[[@LINE-1]]:18: warning: 'Sequential' is called under autocast for another device: 'model' on cuda, the autocast region on cpu [device-autocast-mismatch]
    return F.softmax(logits.float(), dim=1).argmax(dim=1).cpu()


if __name__ == "__main__":
    if torch.cuda.is_available():
        print(evaluate(torch.rand(3, 1, 4, 4)))
