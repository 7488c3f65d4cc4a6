# Row 5: one entry of a batch that is a dict is not moved. A class.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader


class Sentences(Dataset):
    def __init__(self, n=40, length=6):
        self.ids = torch.randint(0, 50, (n, length))
        self.labels = torch.randint(0, 2, (n,))

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, idx):
        return {"input_ids": self.ids[idx], "labels": self.labels[idx]}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.EmbeddingBag(50, 16)
        self.head = nn.Linear(16, 2)

    def forward(self, input_ids):
        return self.head(self.embed(input_ids))


class Trainer:
    def __init__(self, model, loader, lr=1e-3):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model = model.to(self.device)
        self.loader = loader
        self.loss_fn = nn.CrossEntropyLoss()
        self.optim = torch.optim.AdamW(self.model.parameters(), lr=lr)

    def fit(self, epochs):
        for epoch in range(epochs):
            for batch in self.loader:
                logits = self.model(batch["input_ids"].to(self.device))
                loss = self.loss_fn(logits, batch["labels"])  # GOOD: loss = self.loss_fn(logits, batch["labels"].to(self.device))
                self.optim.zero_grad()
                loss.backward()
                self.optim.step()


Trainer(Model(), DataLoader(Sentences(), batch_size=8, pin_memory=True)).fit(1)
# CHECK: :[[@LINE-1]]:74: warning: operands of 'CrossEntropyLoss' may be on different devices: 'logits' on cuda, 'batch["labels"]' on cpu [device-mixed-operands]
