# A batch whose entries somebody takes by what a loop over it gives is a dictionary: by its keys it is moved entry by
# entry, here, in a helper, and where it comes with its number or beside others.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def entries_good(dataset, model):
    model = model.to(device)
    for batch in DataLoader(dataset, batch_size=4):
        for key in batch:
            batch[key] = batch[key].to(device)
        model(batch["image"])


def rows_bad(model):
    model = model.to(device)
    for (batch,) in DataLoader(TensorDataset(torch.zeros(8, 3)), batch_size=4):
        for key in range(len(batch)):
            batch[key, 1:] = batch[key, 1:].to(device)
        model(batch)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'forward' may be on different devices: 'model' on cuda, 'batch' on cpu


def left_bad(dataset):
    for batch in DataLoader(dataset, batch_size=4):
        for key in batch:
            batch[key] = batch[key].half()
        print(batch["image"] + torch.ones(3, device=device))
        # CHECK: :[[@LINE-1]]:30: warning: operands of '+' may be on different devices: 'batch["image"]' on cpu


def numbered_good(dataset):
    for i, batch in enumerate(DataLoader(dataset, batch_size=4)):
        for key in list(batch):
            if torch.is_tensor(batch[key]):
                batch[key] = batch[key].to(device)
        print(i, batch["image"] + torch.ones(3, device=device))


def paired_good(dataset):
    for batch, target in DataLoader(dataset, batch_size=4):
        for key in batch:
            batch[key] = batch[key].to(device)
        print(target, batch["image"])


def move(batch):
    for key in batch:
        batch[key] = batch[key].to(device)
    return batch


def helper_good(dataset):
    for batch in DataLoader(dataset, batch_size=4):
        batch = move(batch)
        print(batch["image"] + torch.ones(3, device=device))


def comprehension_good(dataset):
    for batch in DataLoader(dataset, batch_size=4):
        batch = {key: batch[key].to(device) for key in batch}
        print(batch["image"] + torch.ones(3, device=device))
