# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What models of libraries give, as graphs, embeddings, parts and outputs with names, known without their sources.
import torch
import torch.nn.functional as F
from diffusers import AutoencoderKL
from peft import get_peft_model
from sentence_transformers import SentenceTransformer, util
from torch import nn
from torch_geometric.data import Data
from torch_geometric.datasets import Planetoid
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GCNConv, GINConv, SAGEConv
from torchvision import models
from transformers import AutoModel, AutoModelForCausalLM


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = GCNConv(4, 8)
        self.second = GINConv(nn.Linear(8, 2))

    def forward(self, data):
        x = F.relu(self.first(data.x, data.edge_index))
        return self.second(x, data.edge_index)


def graph_bad():
    net = Net().to("cuda")
    data = Planetoid(root="data", name="Cora")[0]
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'GCNConv' are on different devices: 'data.x' on cpu, 'self.first' on cuda [device-mixed-operands]
    return net(data)


def graph_ok():
    net = Net().to("cuda")
    data = Planetoid(root="data", name="Cora")[0].to("cuda")
    return F.nll_loss(net(data)[data.train_mask], data.y[data.train_mask])


def edges_bad(n):
    conv = SAGEConv(4, 4).cuda()
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'SAGEConv' are on different devices: 'conv' on cuda, 'torch.zeros(2, n)' on cpu [device-mixed-operands]
    return conv(torch.zeros(n, 4, device="cuda"), torch.zeros(2, n))


def edges_ok(n):
    conv = SAGEConv(4, 4).cuda()
    return conv(torch.zeros(n, 4, device="cuda"), torch.zeros(2, n, device="cuda"))


def loader_bad(graphs):
    net = Net().to("cuda")
    for batch in DataLoader(graphs, batch_size=4):
        # CHECK: :[[@LINE+1]]:9: warning: operands of 'GCNConv' are on different devices: 'data.x' on cpu, 'self.first' on cuda [device-mixed-operands]
        net(batch)


def loader_ok(graphs):
    net = Net().to("cuda")
    for batch in DataLoader(graphs, batch_size=4):
        net(batch.to("cuda"))


def own_graph_bad(n):
    data = Data(x=torch.ones(n, 4))
    # CHECK: :[[@LINE+1]]:19: warning: operands of '@' are on different devices: 'data.x' on cpu, 'torch.ones(4, 4, device="cuda")' on cuda [device-mixed-operands]
    return data.x @ torch.ones(4, 4, device="cuda")


def own_graph_ok(n):
    data = Data(x=torch.ones(n, 4))
    data.to("cuda")
    return data.x @ torch.ones(4, 4, device="cuda")


def embedding_bad():
    model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'cos_sim' are on different devices: 'torch.ones(1, 384)' on cpu, the result of 'encode' on cuda [device-mixed-operands]
    return util.cos_sim(torch.ones(1, 384), model.encode(["a"], convert_to_tensor=True))


def embedding_ok():
    model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")
    return util.cos_sim(torch.ones(1, 384, device="cuda"), model.encode(["a"], convert_to_tensor=True))


def part_bad():
    features = models.vgg16().features
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'forward' are on different devices: 'features' on cpu, 'torch.ones(1, 3, 8, 8, device="cuda")' on cuda [device-mixed-operands]
    return features(torch.ones(1, 3, 8, 8, device="cuda"))


def part_ok():
    features = models.vgg16().cuda().features
    return features(torch.ones(1, 3, 8, 8, device="cuda"))


def output_bad(ids):
    out = AutoModel.from_pretrained("bert").cuda()(ids.cuda())
    # CHECK: :[[@LINE+1]]:34: warning: operands of '*' are on different devices: 'out.last_hidden_state' on cuda, 'torch.ones(1, 4, 1)' on cpu [device-mixed-operands]
    return out.last_hidden_state * torch.ones(1, 4, 1)


def output_ok(ids):
    out = AutoModel.from_pretrained("bert").cuda()(ids.cuda())
    return out.last_hidden_state * torch.ones(1, 4, 1, device="cuda") + out.loss * out.loss.item()


def decoded_bad():
    vae = AutoencoderKL.from_pretrained("vae").to("cuda")
    # CHECK: :[[@LINE+1]]:16: warning: operands of 'decode' are on different devices: 'vae' on cuda, 'torch.ones(1, 4, 8, 8)' on cpu [device-mixed-operands]
    return vae.decode(torch.ones(1, 4, 8, 8)).sample


def decoded_ok():
    vae = AutoencoderKL.from_pretrained("vae").to("cuda")
    return vae.decode(torch.ones(1, 4, 8, 8, device="cuda")).sample


def adapted_bad(config):
    model = get_peft_model(AutoModelForCausalLM.from_pretrained("opt"), config).to("cuda")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'AutoModelForCausalLM' are on different devices: 'model' on cuda, 'torch.ones(1, 4)' on cpu [device-mixed-operands]
    return model(torch.ones(1, 4))


def adapted_ok(config):
    model = get_peft_model(AutoModelForCausalLM.from_pretrained("opt"), config).to("cuda")
    return model(torch.ones(1, 4, device="cuda"))


# The parts of a feature extractor are those of the model that it is made of.
def features_bad():
    net = models.resnet18().to("cuda")
    extractor = models.feature_extraction.create_feature_extractor(net, ["layer1"])
    return extractor(torch.ones(1, 3, 64, 64))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'resnet18' are on different devices: 'extractor' on cuda, {{.*}} on cpu [device-mixed-operands]


def features_ok():
    net = models.resnet18().to("cuda")
    extractor = models.feature_extraction.create_feature_extractor(net, ["layer1"])
    return extractor(torch.ones(1, 3, 64, 64, device="cuda"))
