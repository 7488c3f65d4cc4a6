# Row 25: trained models of other sources are not moved. Functions.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn.functional as F


def load_model():
    model = torch.hub.load("pytorch/vision", "mobilenet_v2", pretrained=True)
    return model.eval()


def classify(image, device):
    model = load_model()  # GOOD: model = load_model().to(device)
    image = image.to(device)
    return F.softmax(model(image.unsqueeze(0)), dim=1)
    # CHECK: :[[@LINE-1]]:22: warning: operands of 'load' may be on different devices: 'model' on cpu, 'image.unsqueeze(0)' on 'device' [device-mixed-operands]


if __name__ == "__main__":
    device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
    print(classify(torch.rand(3, 32, 32), device).argmax())
