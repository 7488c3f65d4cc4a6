import torch.nn.functional as F


def trains(model, loader, device):
    model.to(device)
    for batch in loader:
        data = batch.data.to(device)
        target = batch.target
        output = model(data)
        loss = F.cross_entropy(output, target)
        loss.backward()
