from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x.relu()


def infers(x, device):
    model = Net()
    model.to(device)
    model.eval()
    return model.forward(x)
