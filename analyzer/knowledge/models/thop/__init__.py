"""A model of thop: the module is called with what it is profiled on.

Read by the analyzer in place of what it defines, never run (thop/profile.py).
"""


def profile(model, inputs, custom_ops=None, verbose=True):
    model(*inputs)
    return 0.0, 0.0
