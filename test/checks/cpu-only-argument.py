# Lengths of packed sequences and the like are read by the host.
# RUN: not %device_tidy check --isolated --select device-cpu-only-argument %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


def lengths_bad(x, n):
    lengths = n.cuda()
    return pack_padded_sequence(x.cuda(), lengths, batch_first=True)
    # CHECK: :[[@LINE-1]]:12: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths' on cuda [device-cpu-only-argument]
    # CHECK: :[[@LINE-3]]:17: note: 'lengths' moved to cuda here


def lengths_ok(x, n):
    lengths = n.cuda()
    return pack_padded_sequence(x.cuda(), lengths.cpu(), batch_first=True)


class Encoder(nn.Module):
    def forward(self, x: torch.Tensor):
        lengths = (x != 0).sum(1)
        return pack_padded_sequence(x, lengths, batch_first=True)
        # CHECK: :[[@LINE-1]]:16: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths' on its caller's device [device-cpu-only-argument]
        # CHECK: :[[@LINE-4]]:23: note: 'x' is a parameter of

    def repaired(self, x: torch.Tensor):
        lengths = (x != 0).sum(1).cpu()
        return pack_padded_sequence(x, lengths, batch_first=True)

    def given_ok(self, x: torch.Tensor, lengths: torch.Tensor):
        return pack_padded_sequence(x, lengths, batch_first=True)


def pinned_bad(x):
    y = x.cuda()
    return y.pin_memory()
    # CHECK: :[[@LINE-1]]:14: warning: 'pin_memory' takes this argument on the CPU only: 'y' on cuda [device-cpu-only-argument]
    # CHECK: :[[@LINE-3]]:11: note: 'y' moved to cuda here


def pinned_ok(x):
    y = x.cpu()
    return y.pin_memory()


def state_bad(state):
    torch.set_rng_state(state.cuda())
    # CHECK: :[[@LINE-1]]:5: warning: 'set_rng_state' takes this argument on the CPU only: 'state.cuda()' on cuda [device-cpu-only-argument]
    # CHECK: :[[@LINE-2]]:31: note: 'state' moved to cuda here


def state_ok(state):
    torch.set_rng_state(state.cpu())


class Embeds(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)

    def forward(self, words):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'pack_padded_sequence' takes this argument on the CPU only: 'words.ne(0).sum(dim=1)' on its caller's device [device-cpu-only-argument]
        return pack_padded_sequence(self.embed(words), words.ne(0).sum(dim=1), batch_first=True)
        # CHECK: :[[@LINE-3]]:23: note: 'words' is a parameter of


class EmbedsOnHost(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)

    def forward(self, words):
        return pack_padded_sequence(self.embed(words), words.ne(0).sum(dim=1).cpu(), batch_first=True)


class EmbedsWithLengths(nn.Module):
    # Lengths that come in are on the CPU, whatever is done to them.
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)

    def forward(self, words, lengths: torch.Tensor):
        return pack_padded_sequence(self.embed(words), lengths.clamp(min=1), batch_first=True)


class EmbedsBesideMask(nn.Module):
    # What is counted of one of its inputs is where the other one is.
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)

    def forward(self, words, mask):
        return pack_padded_sequence(self.embed(words), mask.long().sum(dim=1), batch_first=True)
        # CHECK: :[[@LINE-1]]:16: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'mask.long().sum(dim=1)' on
        # CHECK: note:


class EmbedsBesideMaskOnHost(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)

    def forward(self, words, mask):
        return pack_padded_sequence(self.embed(words), mask.long().sum(dim=1).cpu(), batch_first=True)


# Level 2. What an unknown call gives is taken to be where its tensors are; this one gives a list of numbers.
def FP_lengths_of_unknown_call(decoder, images, lengths):
    images = images.cuda()
    scores, lengths_of_scores = decoder(images, lengths.cuda())
    return pack_padded_sequence(scores, lengths_of_scores, batch_first=True)
    # CHECK: :[[@LINE-1]]:12: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths_of_scores' on
    # CHECK: :[[@LINE-5]]:32: note: 'decoder' is a parameter of


class Sorted(nn.Module):
    def forward(self, x, mask):
        lengths, order = torch.sort(mask.eq(0).long().sum(1), dim=0, descending=True)
        numbers = list(lengths)
        return pack_padded_sequence(x.index_select(0, order), numbers, batch_first=True)
