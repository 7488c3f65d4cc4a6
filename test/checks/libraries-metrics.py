# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Collections of metrics, files of sound, transforms and parts of models, known without their sources.
import timm
import torch
import torchaudio
from torch import nn
from torchmetrics import MeanSquaredError, MetricCollection
from torchmetrics.classification import MulticlassAccuracy, MulticlassAUROC
from torchvision.transforms import v2

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


# The parts of forward that the models of timm have.
def features_bad():
    model = timm.create_model("vit_tiny_patch16_224").to("cuda")
    return model.forward_features(torch.ones(1, 3, 224, 224))
    # CHECK: :[[@LINE-1]]:18: warning: operands of 'create_model' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]


def features_ok():
    model = timm.create_model("vit_tiny_patch16_224").to("cuda")
    return model.forward_head(model.forward_features(torch.ones(1, 3, 224, 224, device="cuda")))
