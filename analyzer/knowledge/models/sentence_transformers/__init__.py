"""A model of sentence_transformers: where its models are, and what they give.

Read by the analyzer in place of what it defines, never run (sentence_transformers/SentenceTransformer.py, __init__ and
encode: without a device a model is on the accelerator, if there is one; embeddings are arrays of numpy unless tensors are
asked for).
"""

import torch


class _Model(torch.nn.Module):
    def __init__(self, model_name_or_path=None, modules=None, device: torch.device = None, *args, **kwargs):
        super().__init__()
        if device is None:
            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.weight = torch.nn.Parameter(torch.zeros(1, 1, device=device))


class SentenceTransformer(_Model):
    def encode(self, sentences, *args, convert_to_tensor=False, **kwargs):
        return torch.zeros(1, 1, device=self.weight.device) if convert_to_tensor else sentences


class CrossEncoder(_Model):
    pass
