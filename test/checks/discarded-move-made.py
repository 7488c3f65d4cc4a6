# What a callable of unknown type makes may move in place: a batch that a tokenizer makes, a module of a registry.
# RUN: %device_tidy check --isolated --output-format concise --select device-discarded-move %s | count 0
import torch


class Encoder:
    def __init__(self, tokenizer, registry):
        self.tokenizer = tokenizer
        self.registry = registry

    def encode(self, texts, device):
        features = self.tokenizer(texts)
        features.to(device)
        return features

    def build(self, name, config):
        model = self.registry.get(name)(config)
        model.to(torch.device(config.device))
        return model


# So does what somebody was asked for, and has been moved before.
def verified(parser, key, device, x):
    net = parser.get_parsed_content(key).to(device)
    net.eval()
    net.to("cuda")
    return net(x.cuda())


def given(net, x):
    net = net.to("cpu")
    net.to("cuda")
    return net(torch.ones(2, 2).cuda())


# A registry's function gives a module, in each branch.
def registered(args, models, x):
    if args.pretrained:
        model = models.__dict__[args.arch](pretrained=True)
    else:
        model = models.__dict__[args.arch]()
    model.cuda()
    return model(x)
