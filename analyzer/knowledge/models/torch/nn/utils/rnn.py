"""A model of torch.nn.utils.rnn: where what a packed sequence gives back is.

Read by the analyzer in place of what it defines, never run. A packed sequence is where its data is, and stands for it;
lengths are on the CPU (torch/nn/utils/rnn.py; RNN.cpp, _pad_packed_sequence).
"""

import torch


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    return sequence, torch.zeros(1, dtype=torch.int64)
