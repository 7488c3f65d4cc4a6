# Row 16: mixed precision in a training loop that runs with and without a GPU: silent.
# RUN: %check %s | count 0
import torch
from torch import nn
from torch.amp import GradScaler, autocast
from torch.utils.data import DataLoader, TensorDataset


def train(model, loader, device, epochs=1):
    use_amp = device.type == "cuda"
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scaler = GradScaler(enabled=use_amp)
    for epoch in range(epochs):
        for inputs, labels in loader:
            inputs, labels = inputs.to(device, non_blocking=True), labels.to(device, non_blocking=True)
            optimizer.zero_grad(set_to_none=True)
            with autocast(device_type=device.type, enabled=use_amp):
                loss = criterion(model(inputs), labels)
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
            scaler.step(optimizer)
            scaler.update()


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = TensorDataset(torch.rand(32, 4), torch.randint(0, 2, (32,)))
    train(nn.Linear(4, 2).to(device), DataLoader(data, batch_size=8, pin_memory=True), device)


if __name__ == "__main__":
    main()
