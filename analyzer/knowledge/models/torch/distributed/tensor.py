"""A model of torch.distributed.tensor: what is divided among processes is on a device of their mesh.

Read by the analyzer in place of what it defines, never run (torch/distributed/tensor/_api.py, distribute_tensor).
"""


def distribute_tensor(tensor, device_mesh=None, placements=None, *, src_data_rank=0):
    return tensor.to(device_mesh.device_type)
