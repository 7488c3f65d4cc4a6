"""A model of torchaudio: what is read from a file is on the CPU.

Read by the analyzer in place of what it defines, never run (torchaudio/__init__.py, _torchcodec.py).
"""

import torch


def load(uri, frame_offset=0, num_frames=-1, normalize=True, channels_first=True, format=None, buffer_size=4096, backend=None):
    return torch.zeros(1, 1, device="cpu"), 16000


def load_with_torchcodec(
    uri, frame_offset=0, num_frames=-1, normalize=True, channels_first=True, format=None, buffer_size=4096, backend=None
):
    return torch.zeros(1, 1, device="cpu"), 16000
