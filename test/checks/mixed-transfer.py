# cuda() beside to(device) in one function: who chooses the current accelerator means it.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-transfer %s | FileCheck %s --implicit-check-not=warning:
import torch


def batch_bad(x, y, device: torch.device):
    return x.to(device), y.cuda()
    # CHECK: :[[@LINE-1]]:28: warning: 'y' is moved with 'cuda'


def batch_ok(x, y, device: torch.device):
    torch.cuda.set_device(device)
    return x.to(device), y.cuda()


def scope_ok(x, y, device: torch.device):
    with torch.cuda.device(device):
        return x.to(device), y.cuda()


# "cuda" means what cuda() means.
def written_bad(net, x, device: torch.device):
    net.to("cuda")
    # CHECK: :[[@LINE-1]]:9: warning: 'net' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ
    return net(x.to(device))


def written_ok(net, x, device: torch.device):
    net.to(device)
    return net(x.to(device))


# The constructor has moved the object to what a variable says.
class Writer(torch.nn.Module):
    def __init__(self, device: torch.device):
        super().__init__()
        self.table = torch.nn.Embedding(10, 4)
        self.to(device)

    def write_bad(self, ids):
        rows = torch.tensor(ids)
        if torch.cuda.is_available():
            rows = rows.cuda()
            # CHECK: :[[@LINE-1]]:25: warning: 'rows' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ
        return self.table(rows)

    def write_ok(self, ids):
        return self.table(torch.tensor(ids).to(self.table.weight.device))


class Fixed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(10, 4)
        self.cuda()

    def write_ok(self, ids):
        return self.table(torch.tensor(ids).cuda())


# The variable says where a result goes.
def results_ok(weight, batches, out_device: torch.device):
    weight = weight.cuda()
    return [(weight @ x.cuda()).max(dim=0).indices.to(out_device) for x in batches]


def operands_bad(weight, batches, device: torch.device):
    weight = weight.to(device)
    return [(weight @ x.cuda()).max(dim=0).indices for x in batches]
    # CHECK: :[[@LINE-1]]:25: warning: 'x' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ
