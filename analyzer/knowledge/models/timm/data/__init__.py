"""A model of timm.data: what makes a tensor of a picture makes it on the CPU.

Read by the analyzer in place of what it defines, never run (timm/data/transforms_factory.py, create_transform).
"""

import torch


class Transform:
    def __call__(self, img):
        if isinstance(img, torch.Tensor):
            return img
        return torch.zeros(3, 8, 8, device="cpu")


def create_transform(input_size=224, is_training=False, **options):
    return Transform()


def resolve_data_config(args=None, pretrained_cfg=None, model=None, use_test_size=False, verbose=False):
    return {}


def resolve_model_data_config(model, args=None, pretrained_cfg=None, use_test_size=False, verbose=False):
    return {}
