"""A model of torch.distributed.fsdp: where parameters go that are divided among processes, in place.

Read by the analyzer in place of what it defines, never run (torch/distributed/fsdp/_fully_shard/_fully_shard.py,
fully_shard; _fsdp_init.py, _init_default_mesh and _move_states_to_device).
"""

import torch


def fully_shard(module, *, mesh=None, reshard_after_forward=None, shard_placement_fn=None, mp_policy=None, offload_policy=None, ignored_params=None):
    # What has no memory yet is left as it is.
    if next(module.parameters()).is_meta:
        return module
    if offload_policy is not None:
        # It may keep them on the CPU between uses.
        module.to(offload_policy.device)
    elif mesh is not None:
        module.to(mesh.device_type)
    else:
        module.to("cuda" if torch.cuda.is_available() else "cpu")
    return module
