"""A model of torch.distributed._composable.fsdp, as older releases call torch.distributed.fsdp."""

from torch.distributed.fsdp import fully_shard
