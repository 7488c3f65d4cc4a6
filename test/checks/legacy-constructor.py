# Constructors of tensor types with a device.
# RUN: not %device_tidy check --isolated --select device-legacy-constructor %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def literal_bad():
    return torch.FloatTensor([1.0, 2.0], device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'FloatTensor' on cuda fails: legacy constructors create on cpu only [device-legacy-constructor]


def literal_ok():
    return torch.tensor([1.0, 2.0], device="cuda")


def of_tensor_bad(x: torch.Tensor):
    return x + torch.Tensor(4, device=x.device)
    # CHECK: :[[@LINE-1]]:16: warning: 'Tensor' on 'x.device' may fail: legacy constructors create on cpu only [device-legacy-constructor]


def of_tensor_ok(x: torch.Tensor):
    return x + torch.empty(4, device=x.device)


def variable_bad(size):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.LongTensor(size, device=device)
    # CHECK: :[[@LINE-1]]:12: warning: 'LongTensor' on 'device' may fail: legacy constructors create on cpu only [device-legacy-constructor]


def variable_ok(size):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.empty(size, dtype=torch.long, device=device)


def parameter_bad(vector, device):
    return torch.FloatTensor(vector, device=device)
    # CHECK: :[[@LINE-1]]:12: warning: 'FloatTensor' on 'device' may fail: legacy constructors create on cpu only [device-legacy-constructor]


# A method that raises NotImplementedError is a subclass's to define, so what follows its call runs.
class Searcher:
    def reset(self):
        raise NotImplementedError

    def search_bad(self, x: torch.Tensor):
        self.reset()
        return torch.Tensor(4, device=x.device)
        # CHECK: :[[@LINE-1]]:16: warning: 'Tensor' on 'x.device' may fail: legacy constructors create on cpu only [device-legacy-constructor]

    def search_ok(self, x: torch.Tensor):
        self.reset()
        return torch.empty(4, device=x.device)


# The CPU is what they take.
def cpu_ok():
    return torch.FloatTensor([1.0], device="cpu"), torch.Tensor([1.0], device=torch.device("cpu")), torch.Tensor([1.0], device=None)


def without_ok():
    return torch.FloatTensor([1.0])


def guarded_ok(x: torch.Tensor):
    if x.device.type == "cpu":
        return torch.Tensor([1.0], device=x.device)
    return x
