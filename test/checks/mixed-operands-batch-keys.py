# A batch whose entries somebody takes by what a loop over it gives is a dictionary: by its keys it is moved entry by
# entry, here, in a helper, and where it comes with its number or beside others. One whose elements are moved is a list.
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
        print(batch["image"] + torch.ones(3, device=device))


def paired_bad(dataset):
    for batch, target in DataLoader(dataset, batch_size=4):
        for key in batch:
            batch[key] = batch[key].to(device)
        print(target + torch.ones(3, device=device))
        # CHECK: :[[@LINE-1]]:22: warning: operands of '+' may be on different devices: 'target' on cpu


def targets_good(dataset, model):
    model.to(device)
    for images, targets in DataLoader(dataset, batch_size=4):
        images = [image.to(device) for image in images]
        for target in targets:
            for key in target:
                target[key] = target[key].to(device)
        model(images, targets)


def targets_bad(dataset, model):
    model.to(device)
    for images, targets in DataLoader(dataset, batch_size=4):
        for target in targets:
            for key in target:
                target[key] = target[key].to(device)
        model(images, targets)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'forward' may be on different devices: 'model' on cuda, 'images' on cpu


def elements_good(dataset, model):
    model.to(device)
    for batch in DataLoader(dataset, batch_size=4):
        for i, part in enumerate(batch):
            batch[i] = part.to(device)
        model(*batch)


def elements_by_index_good(dataset, model):
    model.to(device)
    for batch in DataLoader(dataset, batch_size=4):
        for i in range(len(batch)):
            batch[i] = batch[i].to(device)
        model(batch[0])


def elements_bad(dataset, model):
    model.to(device)
    for batch in DataLoader(dataset, batch_size=4):
        for i, part in enumerate(batch):
            batch[i] = part.float()
        model(*batch)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'forward' may be on different devices: 'model' on cuda, 'batch' on cpu


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


def items_bad(dataset):
    for batch, labels in DataLoader(dataset, batch_size=4):
        batch = {key: entry.to(device) for key, entry in batch.items()}
        print(labels + torch.ones(3, device=device))
        # CHECK: :[[@LINE-1]]:22: warning: operands of '+' may be on different devices: 'labels' on cpu


def items_good(dataset):
    for batch, labels in DataLoader(dataset, batch_size=4):
        batch = {key: entry.to(device) for key, entry in batch.items()}
        labels = labels.to(device)
        print(labels + torch.ones(3, device=device))


class Trainer:
    @staticmethod
    def move(batch):
        for key in batch:
            batch[key] = batch[key].to(device)
        return batch

    @staticmethod
    def count(batch, others):
        for key in others:
            others[key] = others[key].to(device)
        return batch

    def static_good(self, dataset):
        for batch in DataLoader(dataset, batch_size=4):
            batch = self.move(batch)
            print(batch["image"] + torch.ones(3, device=device))

    def static_bad(self, dataset):
        for batch in DataLoader(dataset, batch_size=4):
            batch = self.count(batch, {})
            print(batch + torch.ones(3, device=device))
            # CHECK: :[[@LINE-1]]:25: warning: operands of '+' may be on different devices: 'batch' on cpu
