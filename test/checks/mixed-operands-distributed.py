# Parameters that are divided among processes are moved, in place, to the devices of the mesh; so is a tensor. What has no
# memory yet, on meta, is left there.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch.distributed._composable.fsdp import fully_shard as older_shard
from torch.distributed._tensor import distribute_tensor as older_distribute
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import CPUOffloadPolicy, fully_shard
from torch.distributed.tensor import Replicate, distribute_module, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module


def plain_good():
    mesh = init_device_mesh("cuda", (2,))
    model = torch.nn.Linear(8, 8)
    fully_shard(model, mesh=mesh)
    return model(torch.randn(8, 8).cuda())


def part_good():
    mesh = init_device_mesh("cuda", (2,), mesh_dim_names=("dp",))
    model = torch.nn.Linear(8, 8)
    fully_shard(model, mesh=mesh["dp"])
    return model(torch.randn(8, 8).cuda())


def default_good():
    model = torch.nn.Linear(8, 8)
    fully_shard(model)
    return model(torch.randn(8, 8).cuda())


def offload_good():
    model = torch.nn.Linear(8, 8)
    fully_shard(model, offload_policy=CPUOffloadPolicy())
    return model(torch.randn(8, 8).cuda())


def layers_good():
    mesh = init_device_mesh("cuda", (2,), mesh_dim_names=("dp",))
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8))
    for block in model:
        fully_shard(block, mesh=mesh)
    fully_shard(model, mesh=mesh)
    return model(torch.randn(8, 8).cuda())


def host_bad():
    mesh = init_device_mesh("cuda", (2,))
    model = torch.nn.Linear(8, 8)
    fully_shard(model, mesh=mesh)
    return model(torch.randn(8, 8))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'torch.randn(8, 8)' on cpu


def cpu_mesh_bad():
    mesh = init_device_mesh("cpu", (2,))
    model = torch.nn.Linear(8, 8)
    fully_shard(model, mesh=mesh)
    return model(torch.randn(8, 8).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'model' on cpu, 'torch.randn(8, 8).cuda()' on cuda


def tensor_good():
    mesh = init_device_mesh("cuda", (2,))
    x = distribute_tensor(torch.ones(8), mesh, [Replicate()])
    return x + torch.ones(8, device="cuda")


def tensor_bad():
    mesh = init_device_mesh("cuda", (2,))
    x = distribute_tensor(torch.ones(8), mesh, [Replicate()])
    return x + torch.ones(8)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(8)' on cpu


def divided(model, mesh):
    for module in list(model.modules()):
        for name, p in dict(module.named_parameters(recurse=False)).items():
            module.register_parameter(name, torch.nn.Parameter(distribute_tensor(p, mesh, (Replicate(),))))
    return model


def copied(model):
    for module in list(model.modules()):
        for name, p in dict(module.named_parameters(recurse=False)).items():
            module.register_parameter(name, torch.nn.Parameter(p.clone()))
    return model


def registered_good():
    model = divided(torch.nn.Linear(8, 8), init_device_mesh("cuda", (2,)))
    return model(torch.randn(8, 8).cuda())


def registered_bad():
    model = copied(torch.nn.Linear(8, 8))
    return model(torch.randn(8, 8).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'model' on cpu, 'torch.randn(8, 8).cuda()' on cuda


def divided_by_plan_good():
    model = torch.nn.Sequential(torch.nn.Linear(8, 8))
    parallelize_module(model, init_device_mesh("cuda", (2,)), {"0": ColwiseParallel()})
    return model(torch.zeros(4, 8, device="cuda"))


def distributed_good():
    model = torch.nn.Sequential(torch.nn.Linear(8, 8))
    distribute_module(model, init_device_mesh("cuda", (2,)))
    return model(torch.zeros(4, 8, device="cuda"))


def meta_good():
    with torch.device("meta"):
        model = torch.nn.Linear(8, 8)
    fully_shard(model)
    return model.weight + torch.zeros(8, device="meta")


def meta_by_mesh_good():
    with torch.device("meta"):
        model = torch.nn.Linear(8, 8)
    distribute_module(model, init_device_mesh("cuda", (2,)))
    return model.weight + torch.zeros(8, device="meta")


def meta_tensor_good():
    x = distribute_tensor(torch.ones(8, device="meta"), init_device_mesh("cuda", (2,)), [Replicate()])
    return x + torch.zeros(8, device="meta")


def no_meta_bad():
    model = torch.nn.Linear(8, 8)
    fully_shard(model, mesh=init_device_mesh("cuda", (2,)))
    return model.weight + torch.zeros(8)
    # CHECK: :[[@LINE-1]]:25: warning: operands of '+' are on different devices: 'model.weight' on cuda, 'torch.zeros(8)' on cpu


def older_good():
    model = torch.nn.Linear(8, 8)
    older_shard(model, mesh=init_device_mesh("cuda", (2,)))
    return model(torch.randn(8, 8).cuda())


def older_bad():
    model = torch.nn.Linear(8, 8)
    older_shard(model, mesh=init_device_mesh("cuda", (2,)))
    return model(torch.randn(8, 8))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'torch.randn(8, 8)' on cpu


def older_tensor_bad():
    x = older_distribute(torch.ones(8), init_device_mesh("cuda", (2,)), [Replicate()])
    return x + torch.ones(8)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(8)' on cpu


def meta_bad():
    with torch.device("meta"):
        model = torch.nn.Linear(8, 8)
    fully_shard(model)
    return model.weight + torch.zeros(8, device="cuda")
    # CHECK: :[[@LINE-1]]:25: warning: operands of '+' are on different devices: 'model.weight' on meta, 'torch.zeros(8, device="cuda")' on cuda


def given_good(model):
    fully_shard(model)
    return model(torch.zeros(8).cuda())


def given_bad(model):
    fully_shard(model)
    return model(torch.zeros(8))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' may be on different devices: 'model' on cuda, 'torch.zeros(8)' on cpu
