import dataclasses

import torch


@dataclasses.dataclass
class Config:
    device: torch.device
    width: int


def reads_config(config):
    return torch.ones([4], device=config.device) * config.width


def makes_config(device):
    config = Config(device, 4)
    return config
