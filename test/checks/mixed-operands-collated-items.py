# A function that puts items together with the library's default, or hands them on, leaves them where they are.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.dataloader import default_collate

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(2, 2).to(device)


class Rows(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return {"x": torch.zeros(2), "n": i}


class Placed(Dataset):
    def __init__(self, device):
        self.x = torch.zeros(4, 2, device=device)

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return {"x": self.x[i].to(device)}


class Kept(Dataset):
    def __init__(self):
        self.rows = [torch.zeros(2).to(device)]

    def __len__(self):
        return 1

    def __getitem__(self, i):
        return {"x": self.rows[i]}


def valid(items):
    items = [item for item in items if item is not None]
    return default_collate(items)


def first(items):
    return items[0]


def moved(items):
    return default_collate(items)["x"].to(device)


for batch in DataLoader(Rows(), collate_fn=valid):
    model(batch["x"])
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'batch["x"]' on cpu

for batch in DataLoader(Rows(), collate_fn=default_collate):
    model(batch["x"])
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'batch["x"]' on cpu

for batch in DataLoader(Rows(), collate_fn=first):
    model(batch["x"])
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'batch["x"]' on cpu

for batch in DataLoader(Placed(device), collate_fn=valid):
    model(batch["x"])

for batch in DataLoader(Rows(), collate_fn=moved):
    model(batch)

for batch in DataLoader(Kept(), collate_fn=first):
    model(batch["x"])

# Of data sets whose source nobody reads.
for batch in DataLoader(others(device), collate_fn=first):
    model(batch["x"])
