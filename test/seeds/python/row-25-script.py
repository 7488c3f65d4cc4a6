# Row 25: a trained model is not moved. A script.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torchvision import models, transforms
from PIL import Image

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

model = models.resnet50(weights=models.ResNet50_Weights.DEFAULT)
model.eval()  # GOOD: model.to(device).eval()

preprocess = transforms.Compose([
    transforms.Resize(256),
    transforms.CenterCrop(224),
    transforms.ToTensor(),
])
image = preprocess(Image.open("dog.jpg"))
batch = image.unsqueeze(0).to(device)

with torch.no_grad():
    scores = model(batch)
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'resnet50' may be on different devices: 'model' on cpu, 'batch' on cuda [device-mixed-operands]
print(scores[0].topk(5))
