# A batch that a loader puts together is on the CPU in the function that it is given to, too: who moves one part there has
# left the others. So is what a loader gives that is handed over itself.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Rows(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, i):
        return torch.ones(2), torch.ones(2)


class Tables(Rows):
    def __getitem__(self, i):
        return {"x": torch.ones(2), "y": torch.ones(2)}


def step(batch):
    x, y = batch
    return x.cuda() + y


def step_good(batch):
    x, y = batch
    return x.cuda() + y.cuda()


def step_of_positions(batch):
    return batch[0].cuda() + batch[1]


def step_of_positions_good(batch):
    return batch[0].cuda() + batch[1].cuda()


def step_of_names(batch):
    x = batch["x"].cuda()
    return x + batch["y"]


def step_of_names_good(batch):
    x = batch["x"].cuda()
    return x + batch["y"].cuda()


class Trainer:
    def __init__(self):
        self.model = nn.Linear(2, 2).cuda()

    def step(self, batch):
        x, y = batch
        return nn.functional.mse_loss(self.model(x.cuda()), y)

    def step_good(self, batch):
        x, y = batch
        return nn.functional.mse_loss(self.model(x.cuda()), y.cuda())


def train(loader):
    for x, y in loader:
        x = x.cuda()
        print(x + y)


def train_good(loader):
    for x, y in loader:
        x = x.cuda()
        print(x + y.cuda())


def rows_bad():
    for batch in DataLoader(Rows(), batch_size=2):
        step(batch)
        # CHECK: :[[@LINE-1]]:9: warning: operands of '+' are on different devices: 'x.cuda()' on cuda, 'y' on cpu
        step_of_positions(batch)
        # CHECK: :[[@LINE-1]]:9: warning: operands of '+' are on different devices: 'batch[0].cuda()' on cuda, 'batch[1]' on cpu
    trainer = Trainer()
    for n, batch in enumerate(DataLoader(TensorDataset(torch.ones(3, 2), torch.ones(3, 2)))):
        trainer.step(batch)
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'mse_loss' are on different devices: {{.*}} on cuda, 'y' on cpu


def rows_good():
    for batch in DataLoader(Rows(), batch_size=2):
        step_good(batch)
        step_of_positions_good(batch)
    trainer = Trainer()
    for n, batch in enumerate(DataLoader(TensorDataset(torch.ones(3, 2), torch.ones(3, 2)))):
        trainer.step_good(batch)


def tables_bad():
    for batch in DataLoader(Tables(), batch_size=2):
        step_of_names(batch)
        # CHECK: :[[@LINE-1]]:9: warning: operands of '+' are on different devices: 'x' on cuda, 'batch["y"]' on cpu


def tables_good():
    for batch in DataLoader(Tables(), batch_size=2):
        step_of_names_good(batch)


def loader_bad():
    train(DataLoader(Rows(), batch_size=2))
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu


def loader_good():
    train_good(DataLoader(Rows(), batch_size=2))


# A number in a tensor of the CPU may meet what is anywhere: what is taken out of a row may be one.
def scalars(rows):
    x, y = rows
    return x.cuda() + y


def FN_scalars():
    scalars(torch.ones(2))
