# Row 7: a metric compares what the model finds with labels of the loader. A function.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch.utils.data import DataLoader, TensorDataset


def topk_accuracy(logits, labels, k=2):
    _, best = torch.topk(logits, k, dim=1)
    hits = best.eq(labels.unsqueeze(1).expand_as(best))
    return hits.any(dim=1).float().mean().item()


def main():
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    model = torch.nn.Linear(12, 6).to(device)
    dataset = TensorDataset(torch.randn(30, 12), torch.randint(6, (30,)))
    scores = []
    with torch.no_grad():
        for features, labels in DataLoader(dataset, batch_size=10, pin_memory=True):
            logits = model(features.to(device))
            scores.append(topk_accuracy(logits, labels))  # GOOD: scores.append(topk_accuracy(logits, labels.to(device)))
            # CHECK: :[[@LINE-1]]:27: warning: operands of 'eq' may be on different devices: 'best' on cuda:0, 'labels.unsqueeze(1).expand_as(best)' on cpu [device-mixed-operands]
    print("top-2: {:.3f}".format(sum(scores) / len(scores)))


if __name__ == "__main__":
    main()
