# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Names of libraries that decide about devices, known without their sources. Functions named FN_ have a bug that nobody
# finds, with the reason.
import lightning
import somewhere
import torch
import torchaudio
import torchmetrics
from accelerate import Accelerator
from torch import nn
from transformers import AutoImageProcessor, AutoModel, AutoModelForCausalLM, AutoTokenizer, BertTokenizerFast


# Losses with weights, which are buffers.
def weighted():
    loss = nn.CrossEntropyLoss(weight=torch.ones(3))
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'CrossEntropyLoss' are on different devices: 'loss' on cpu, {{.*}} on cuda [device-mixed-operands]
    return loss(torch.ones(2, 3, device="cuda"), torch.ones(2, dtype=torch.long, device="cuda"))


def weighted_ok():
    moved = nn.CrossEntropyLoss(weight=torch.ones(3)).to("cuda")
    made = nn.CrossEntropyLoss(weight=torch.ones(3, device="cuda"))
    x, y = torch.ones(2, 3, device="cuda"), torch.ones(2, dtype=torch.long, device="cuda")
    return moved(x, y) + made(x, y) + nn.CrossEntropyLoss()(x, y)


def positive():
    loss = nn.BCEWithLogitsLoss(pos_weight=torch.ones(3))
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'BCEWithLogitsLoss' are on different devices: 'loss' on cpu, {{.*}} on cuda [device-mixed-operands]
    return loss(torch.ones(2, 3, device="cuda"), torch.ones(2, 3, device="cuda"))


# Metrics: state is made on the CPU and moved like a module.
def metric():
    accuracy = torchmetrics.Accuracy(task="binary")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Accuracy' are on different devices: 'accuracy' on cpu, {{.*}} on cuda [device-mixed-operands]
    return accuracy(torch.ones(2, device="cuda"), torch.ones(2, device="cuda"))


def metric_ok():
    accuracy = torchmetrics.classification.BinaryAccuracy().to("cuda")
    return accuracy(torch.ones(2, device="cuda"), torch.ones(2, device="cuda"))


# State that is a list of inputs takes what comes.
def metric_list_ok():
    curve = torchmetrics.AUROC(task="binary")
    samples = torchmetrics.Accuracy(task="binary", multidim_average="samplewise")
    x = torch.ones(2, 2, device="cuda")
    return curve(x, x), samples(x, x)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)
        self.error = torchmetrics.MeanSquaredError()


def metric_member_ok():
    model = Classifier().to("cuda")
    x = torch.ones(2, device="cuda")
    return model.error(model.net(x), x)


def metric_update():
    accuracy = torchmetrics.Accuracy(task="binary")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Accuracy' are on different devices: 'accuracy' on cpu, {{.*}} on cuda [device-mixed-operands]
    accuracy.update(torch.ones(2, device="cuda"), torch.ones(2, device="cuda"))


def metric_update_ok():
    accuracy = torchmetrics.Accuracy(task="binary").to("cuda")
    accuracy.update(torch.ones(2, device="cuda"), torch.ones(2, device="cuda"))
    nn.ModuleDict().update({"metric": accuracy})


# Transforms with filters in buffers.
def audio():
    transform = torchaudio.transforms.MelSpectrogram()
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'MelSpectrogram' are on different devices: 'transform' on cpu, {{.*}} on cuda [device-mixed-operands]
    return transform(torch.ones(1, 16000, device="cuda"))


def audio_ok():
    transform = torchaudio.transforms.MelSpectrogram().to("cuda")
    decibel = torchaudio.transforms.AmplitudeToDB()
    return decibel(transform(torch.ones(1, 16000, device="cuda")))


# Resample has a filter, unless its rates are the same.
def resample(rate):
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Resample' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
    return torchaudio.transforms.Resample(rate, new_freq=16000)(torch.ones(1, 44100, device="cuda"))


def resample_ok(rate):
    torchaudio.transforms.Resample(orig_freq=16000, new_freq=16000)(torch.ones(1, 44100, device="cuda"))
    torchaudio.transforms.Resample()(torch.ones(1, 44100, device="cuda"))
    return torchaudio.transforms.Resample(rate, 16000).to("cuda")(torch.ones(1, 44100, device="cuda"))


# Models of transformers.
def device_map():
    model = AutoModel.from_pretrained("bert", device_map="cuda")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'AutoModel' are on different devices: 'model' on cuda, 'torch.ones(1, 2)' on cpu [device-mixed-operands]
    return model(torch.ones(1, 2))


def device_map_ok():
    model = AutoModel.from_pretrained("bert", device_map="cuda")
    spread = AutoModel.from_pretrained("bert", device_map="auto")
    return model(torch.ones(1, 2, device="cuda")), spread(torch.ones(1, 2).to(spread.device))


# Where "auto" puts the first layer depends on the machine, and the model moves its inputs there.
def device_map_auto_ok():
    return AutoModel.from_pretrained("bert", device_map="auto")(torch.ones(1, 2))


# BatchEncoding.to moves in place and gives the object back.
def encoding_ok():
    tokenizer = AutoTokenizer.from_pretrained("bert")
    model = AutoModel.from_pretrained("bert").to("cuda")
    batch = tokenizer("text", return_tensors="pt")
    batch.to("cuda")
    other = tokenizer("text", return_tensors="pt").to("cuda")
    return model(**batch), model(batch["input_ids"]), model(**other)


# A tokenizer makes tensors if it is asked for them, on the CPU.
def encoding():
    tokenizer = AutoTokenizer.from_pretrained("bert")
    model = AutoModel.from_pretrained("bert").to("cuda")
    batch = tokenizer("text", padding=True, return_tensors="pt")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'AutoModel' are on different devices: 'model' on cuda, an element of 'batch' on cpu [device-mixed-operands]
    return model(**batch)


def encoding_ids():
    tokenizer = BertTokenizerFast.from_pretrained("bert")
    model = AutoModel.from_pretrained("bert").to("cuda")
    batch = tokenizer.batch_encode_plus(["text"], return_tensors="pt")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'AutoModel' are on different devices: 'model' on cuda, 'batch["input_ids"]' on cpu [device-mixed-operands]
    return model(batch["input_ids"], attention_mask=batch.attention_mask)


def encoding_lists_ok():
    tokenizer = AutoTokenizer.from_pretrained("bert")
    model = AutoModel.from_pretrained("bert").to("cuda")
    return model(torch.tensor(tokenizer("text")["input_ids"], device="cuda"))


def encoding_items_ok():
    tokenizer = AutoTokenizer.from_pretrained("bert")
    model = AutoModel.from_pretrained("bert").to("cuda")
    batch = tokenizer("text", return_tensors="pt")
    batch = {name: value.to("cuda") for name, value in batch.items()}
    return model(**batch)


def generation():
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
    # CHECK: :[[@LINE+1]]:18: warning: operands of 'generate' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]
    return model.generate(tokenizer.encode("text", return_tensors="pt"))


def generation_ok():
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
    return model.generate(tokenizer.encode("text", return_tensors="pt").to(model.device))


# Of an image processor, too.
def pixels():
    processor = AutoImageProcessor.from_pretrained("vit")
    model = AutoModel.from_pretrained("vit").to("cuda")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'AutoModel' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]
    return model(processor("image", return_tensors="pt").pixel_values)


def pixels_ok():
    processor = AutoImageProcessor.from_pretrained("vit")
    model = AutoModel.from_pretrained("vit").to("cuda")
    return model(processor("image", return_tensors="pt").to("cuda").pixel_values)


# accelerate: prepare gives what it was given, on the device of the process.
def prepare_ok(data):
    accelerator = Accelerator()
    model = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters())
    loader = torch.utils.data.DataLoader(data)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        accelerator.backward(model(x).sum())
    return model(torch.ones(1, 2, device=accelerator.device))


def prepared():
    accelerator = Accelerator()
    model = accelerator.prepare(nn.Linear(2, 2))
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]
    return model(torch.ones(1, 2))


# What nobody knows is a module if it is called.
def prepared_unknown(optimizer, batches):
    accelerator = Accelerator()
    model, optimizer, batches = accelerator.prepare(somewhere.build("clip"), optimizer, batches)
    for x in batches:
        model(x)
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'forward' are on different devices: 'model' on cuda, {{.*}} on cpu [device-mixed-operands]
    return model(torch.ones(1, 2))


def prepared_unknown_ok(optimizer, batches):
    accelerator = Accelerator()
    model, optimizer, batches = accelerator.prepare(somewhere.build("clip"), optimizer, batches)
    for x in batches:
        model(x)
    return model(torch.ones(1, 2).to(accelerator.device))


def prepared_cpu_ok():
    return Accelerator(cpu=True).prepare(nn.Linear(2, 2))(torch.ones(1, 2))


def not_prepared(data):
    accelerator = Accelerator()
    model = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters())
    loader = torch.utils.data.DataLoader(data)
    model, optimizer = accelerator.prepare(model, optimizer)
    for x in loader:
        # CHECK: :[[@LINE+1]]:9: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'x' on cpu [device-mixed-operands]
        model(x)


def noisy(data):
    accelerator = Accelerator()
    model, loader = accelerator.prepare(nn.Linear(2, 2), torch.utils.data.DataLoader(data))
    for x in loader:
        # CHECK: :[[@LINE+1]]:17: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.randn(2, 2)' on cpu [device-mixed-operands]
        model(x + torch.randn(2, 2))


# Methods that nobody describes leave it where it is.
def stepped(x):
    accelerator = Accelerator()
    accelerator.wait_for_everyone()
    # CHECK: :[[@LINE+1]]:23: warning: operands of '+' are on different devices: 'torch.ones(2)' on cpu, {{.*}} on cuda [device-mixed-operands]
    y = torch.ones(2) + torch.ones(2, device=accelerator.device)
    accelerator.backward(x)
    # CHECK: :[[@LINE+1]]:26: warning: operands of '+' are on different devices: 'torch.ones(2)' on cpu, {{.*}} on cuda [device-mixed-operands]
    return torch.ones(2) + torch.ones(2, device=accelerator.device)


def stepped_ok(x):
    accelerator = Accelerator()
    accelerator.backward(x)
    return torch.ones(2, device=accelerator.device) + torch.ones(2, device=accelerator.device)


class Trainer_ok:
    def __init__(self, model, data):
        self.accelerator = Accelerator(mixed_precision="fp16")
        self.model, self.loader = self.accelerator.prepare(model, torch.utils.data.DataLoader(data))

    def run(self):
        for x in self.loader:
            self.model(x) + self.model(x.to(self.accelerator.device))


# lightning's Fabric does the same.
def fabric(data):
    fabric = lightning.Fabric(accelerator="cuda")
    model = nn.Linear(2, 2)
    model, optimizer = fabric.setup(model, torch.optim.SGD(model.parameters()))
    for x in torch.utils.data.DataLoader(data):
        # CHECK: :[[@LINE+1]]:9: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'x' on cpu [device-mixed-operands]
        model(x)


def fabric_ok(data):
    fabric = lightning.Fabric(accelerator="cuda")
    model = nn.Linear(2, 2)
    model, optimizer = fabric.setup(model, torch.optim.SGD(model.parameters()))
    for x in fabric.setup_dataloaders(torch.utils.data.DataLoader(data)):
        model(x)


# lightning moves the module and its batches; self.device is where.
class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def training_step(self, batch, index):
        x, y = batch
        return self.layer(x + torch.randn(2, 2, device=self.device))


class Net_bad(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def training_step(self, batch, index):
        x, y = batch
        # CHECK: :[[@LINE+1]]:29: warning: operands of '+' may be on different devices: 'x' on its caller's device, 'torch.randn(2, 2)' on cpu [device-mixed-operands]
        return self.layer(x + torch.randn(2, 2))
