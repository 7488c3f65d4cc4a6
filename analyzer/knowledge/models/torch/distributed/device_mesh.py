"""A model of torch.distributed.device_mesh: a mesh is of devices of one type, and so is each part of it.

Read by the analyzer in place of what it defines, never run (torch/distributed/device_mesh.py).
"""


class DeviceMesh:
    def __init__(self, device_type, mesh=None, *, mesh_dim_names=None):
        self.device_type = device_type

    def __getitem__(self, mesh_dim_names):
        return self


def init_device_mesh(device_type, mesh_shape, *, mesh_dim_names=None, backend_override=None):
    return DeviceMesh(device_type, mesh_shape, mesh_dim_names=mesh_dim_names)
