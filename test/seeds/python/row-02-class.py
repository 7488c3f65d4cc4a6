# Row 2: a checkpoint without map_location, and a move that needs a GPU. A class that predicts.
# RUN: not %check --select device-load-without-map-location,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import os
from torch import load, nn, no_grad, cuda, device as torch_device, tensor


class Predictor:
    def __init__(self, folder, name="best.pt"):
        self.device = torch_device("cuda" if cuda.is_available() else "cpu")
        self.model = nn.Linear(4, 3)
        path = os.path.join(folder, name)
        checkpoint = load(path)  # GOOD: checkpoint = load(path, map_location=self.device)
        # CHECK: :[[@LINE-1]]:22: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
        self.model.load_state_dict(checkpoint["state_dict"])
        self.epoch = checkpoint.get("epoch", 0)
        self.model.to(self.device)
        self.model.eval()

    def __call__(self, row):
        x = tensor(row).float().unsqueeze(0).to(self.device)
        with no_grad():
            scores = self.model(x)
        return scores.argmax(1).cpu().numpy()


if __name__ == "__main__":
    predictor = Predictor("runs")
    print(predictor([0.1, 0.2, 0.3, 0.4]))
