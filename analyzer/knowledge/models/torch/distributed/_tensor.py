"""A model of torch.distributed._tensor, as older releases call torch.distributed.tensor."""

from torch.distributed.tensor import distribute_module, distribute_tensor
