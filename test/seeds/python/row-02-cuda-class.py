# Row 2: a loaded model is moved to a GPU wherever it runs. A service that works with and without one.
# RUN: not %check --select device-load-without-map-location,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import json
import torch
from torch import nn


class Service:
    def __init__(self, weights: str, labels: list):
        self.labels = labels
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, len(labels)))
        self.net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
        self.net.cuda().eval()  # GOOD: self.net.to(self.device).eval()
        # CHECK: :[[@LINE-1]]:18: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]

    @torch.no_grad()
    def handle(self, request: str) -> str:
        features = torch.tensor(json.loads(request)["features"], device=self.device)
        scores = self.net(features).softmax(-1).tolist()
        return json.dumps(dict(zip(self.labels, scores)))


if __name__ == "__main__":
    service = Service("weights.pt", ["cat", "dog"])
    print(service.handle('{"features": [0, 1, 0, 1, 0, 1, 0, 1.5]}'))
