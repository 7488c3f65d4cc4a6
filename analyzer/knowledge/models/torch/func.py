"""A model of torch.func: modules that are called with other state than their own.

Read by the analyzer in place of what it defines, never run. The state and the inputs meet, wherever the module is
(torch/_functorch/functional_call.py).
"""

import torch


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, tie_weights=True, strict=False):
    return torch.bmm(args[0], parameter_and_buffer_dicts["weight"])


def stack_module_state(models):
    return dict(models[0].named_parameters()), dict(models[0].named_buffers())
