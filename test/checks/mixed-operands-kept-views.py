# A data set keeps a view of what it is given, or what is computed of it: batches are where that is.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

device = "cuda" if torch.cuda.is_available() else "cpu"
net = nn.Linear(4, 4).to(device)


class Detached(Dataset):
    def __init__(self, images, labels):
        self.images = images.detach()
        self.labels = labels

    def __getitem__(self, index):
        return self.images[index], self.labels[index]

    def __len__(self):
        return self.images.shape[0]


class Reshaped(Dataset):
    def __init__(self, images):
        self.images = images.unsqueeze(1).contiguous()

    def __getitem__(self, index):
        return self.images[index]

    def __len__(self):
        return self.images.shape[0]


class Flat(Reshaped):
    def __init__(self, images):
        self.images = torch.flatten(images.permute(1, 0), 1)


def detached_bad():
    for img, lab in DataLoader(Detached(torch.zeros(8, 4), torch.zeros(8)), batch_size=2):
        net(img)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'net' on cuda, 'img' on cpu


def detached_ok():
    for img, lab in DataLoader(Detached(torch.zeros(8, 4), torch.zeros(8)), batch_size=2):
        net(img.to(device))


# It was given what is there already.
def there_ok():
    for img, lab in DataLoader(Detached(torch.zeros(8, 4, device=device), torch.zeros(8)), batch_size=2):
        net(img)


def reshaped_bad():
    for img in DataLoader(Reshaped(torch.zeros(8, 4)), batch_size=2):
        net(img)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'net' on cuda, 'img' on cpu


def reshaped_ok():
    for img in DataLoader(Reshaped(torch.zeros(8, 4).to(device)), batch_size=2):
        net(img)


def flat_bad():
    for img in DataLoader(Flat(torch.zeros(8, 4)), batch_size=2):
        net(img)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'net' on cuda, 'img' on cpu


def given_ok(images):
    for img in DataLoader(Flat(images), batch_size=2):
        net(img)


def stored_ok():
    rows = Reshaped(torch.zeros(8, 4))
    rows.images = rows.images.to(device)
    for img in DataLoader(rows, batch_size=2):
        net(img)
