"""A model of torch.distributed.tensor: what is divided among processes is on a device of their mesh.

Read by the analyzer in place of what it defines, never run (torch/distributed/tensor/_api.py, distribute_tensor,
distribute_module).
"""


def distribute_tensor(tensor, device_mesh=None, placements=None, *, src_data_rank=0):
    # What has no memory yet is left as it is.
    if tensor.is_meta:
        return tensor
    return tensor.to(device_mesh.device_type)


def distribute_module(module, device_mesh=None, partition_fn=None, input_fn=None, output_fn=None):
    if not next(module.parameters()).is_meta:
        module.to(device_mesh.device_type)
    return module
