"""A model of torch.distributed.tensor.parallel: what a plan divides is on a device of the mesh, in place.

Read by the analyzer in place of what it defines, never run (torch/distributed/tensor/parallel/api.py).
"""


def parallelize_module(module, device_mesh=None, parallelize_plan=None, *, src_data_rank=0):
    if not next(module.parameters()).is_meta:
        module.to(device_mesh.device_type)
    return module
