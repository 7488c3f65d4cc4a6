# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Collections of metrics, files of sound, transforms and parts of models, known without their sources.
import timm
import torch
import torchaudio
from PIL import Image
from timm.loss import SoftTargetCrossEntropy
from torch import nn
from torchmetrics import MeanSquaredError, MetricCollection
from torchmetrics.classification import MulticlassAccuracy, MulticlassAUROC
from torchvision.io import read_image
from torchvision.models.detection import fasterrcnn_resnet50_fpn
from torchvision.transforms import v2
from torchvision.transforms.functional import convert_image_dtype

x = torch.ones(2, device="cuda")


# A collection is where its metrics are.
def collection_bad():
    metrics = MetricCollection([MulticlassAccuracy(3), MeanSquaredError()])
    metrics.update(x, x)
    # CHECK: :[[@LINE-1]]:13: warning: operands of 'MetricCollection' are on different devices: 'metrics' on cpu, {{.*}} on cuda [device-mixed-operands]


def collection_ok():
    metrics = MetricCollection([MulticlassAccuracy(3), MeanSquaredError()]).to("cuda")
    metrics.update(x, x)


def named_bad():
    return MetricCollection({"error": MeanSquaredError()})(x, x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'MetricCollection' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]


def named_ok():
    return MetricCollection({"error": MeanSquaredError().to("cuda")})(x, x)


def several_bad():
    metrics = MetricCollection({"error": MeanSquaredError(), "accuracy": MulticlassAccuracy(3)})
    return metrics(x, x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'MetricCollection' are on different devices: 'metrics' on cpu, 'x' on cuda [device-mixed-operands]


def several_ok():
    metrics = MetricCollection({"error": MeanSquaredError(), "accuracy": MulticlassAccuracy(3)}).to("cuda")
    return metrics(x, x)


# A list of what it was given is anywhere.
def lists_ok():
    metrics = MetricCollection([MulticlassAUROC(3)])
    metrics.update(x, x)


# What is read from a file is on the CPU.
def sound_bad():
    model = torchaudio.pipelines.WAV2VEC2_ASR_BASE_960H.get_model().to("cuda")
    waveform, rate = torchaudio.load("speech.wav")
    return model(waveform)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' are on different devices: 'model' on cuda, 'waveform' on cpu [device-mixed-operands]


def resampled_bad():
    bundle = torchaudio.pipelines.WAV2VEC2_ASR_BASE_960H
    model = bundle.get_model().to("cuda")
    waveform, rate = torchaudio.load("speech.wav")
    return model(torchaudio.functional.resample(waveform, rate, bundle.sample_rate))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]


def resampled_ok():
    bundle = torchaudio.pipelines.WAV2VEC2_ASR_BASE_960H
    model = bundle.get_model().to("cuda")
    waveform, rate = torchaudio.load("speech.wav")
    return model(torchaudio.functional.resample(waveform.to("cuda"), rate, bundle.sample_rate))


# A detector takes a list of pictures, which are read on the CPU.
def detected_bad():
    model = fasterrcnn_resnet50_fpn(weights="DEFAULT").to("cuda")
    return model([convert_image_dtype(read_image("street.jpg"), torch.float)])
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'fasterrcnn_resnet50_fpn' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]


def detected_ok():
    model = fasterrcnn_resnet50_fpn(weights="DEFAULT").to("cuda")
    return model([convert_image_dtype(read_image("street.jpg"), torch.float).to("cuda")])


def sound_ok():
    model = torchaudio.pipelines.WAV2VEC2_ASR_BASE_960H.get_model().to("cuda")
    waveform, rate = torchaudio.load("speech.wav")
    return model(waveform.to("cuda"))


# A chain of transforms leaves a tensor where it is, and makes one of a picture.
def chain_bad():
    chain = v2.Compose([v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.5], [0.5])])
    return nn.Conv2d(3, 4, 3).to("cuda")(chain(torch.ones(1, 3, 8, 8)))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Conv2d' are on different devices: {{.*}} on cuda, {{.*}} on cpu [device-mixed-operands]


def chain_ok():
    chain = v2.Compose([v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.5], [0.5])])
    return nn.Conv2d(3, 4, 3).to("cuda")(chain(torch.ones(1, 3, 8, 8, device="cuda")))


# A transform of timm makes a tensor of a picture.
def transformed_bad(config):
    model = timm.create_model("resnet18").cuda()
    transform = timm.data.create_transform(**timm.data.resolve_data_config(config, model=model))
    return model(transform(Image.open("cat.png").convert("RGB")).unsqueeze(0))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'create_model' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]


def transformed_ok(config):
    model = timm.create_model("resnet18").cuda()
    transform = timm.data.create_transform(**timm.data.resolve_data_config(config, model=model))
    return model(transform(Image.open("cat.png").convert("RGB")).unsqueeze(0).cuda())


# Of its losses the inputs meet.
def soft_bad():
    model = timm.create_model("resnet18").cuda()
    images = torch.ones(1, 3, 8, 8, device="cuda")
    return SoftTargetCrossEntropy()(model(images), torch.zeros(1, 1000))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'SoftTargetCrossEntropy' are on different devices: {{.*}} on cuda, 'torch.zeros(1, 1000)' on cpu [device-mixed-operands]


def soft_ok():
    model = timm.create_model("resnet18").cuda()
    images = torch.ones(1, 3, 8, 8, device="cuda")
    return SoftTargetCrossEntropy()(model(images), torch.zeros(1, 1000, device="cuda"))


# The parts of forward that the models of timm have.
def features_bad():
    model = timm.create_model("vit_tiny_patch16_224").to("cuda")
    return model.forward_features(torch.ones(1, 3, 224, 224))
    # CHECK: :[[@LINE-1]]:18: warning: operands of 'forward_features' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]


def features_ok():
    model = timm.create_model("vit_tiny_patch16_224").to("cuda")
    return model.forward_head(model.forward_features(torch.ones(1, 3, 224, 224, device="cuda")))
