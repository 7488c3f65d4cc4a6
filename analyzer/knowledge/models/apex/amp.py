"""A model of apex.amp: models and optimizers come back where they are.

Read by the analyzer in place of what it defines, never run (apex/amp/frontend.py, initialize; apex/amp/_initialize.py casts
the types of what is on the accelerator).
"""


def initialize(models, optimizers=None, enabled=True, opt_level="O1", **kwargs):
    if optimizers is None:
        return models
    return models, optimizers
