"""A model of what distributions have in common: see the package.

What a distribution gives is where its parameters meet, and a value that it is asked about meets them there.
"""

import torch


class Distribution:
    @property
    def mean(self):
        return self._place

    @property
    def mode(self):
        return self._place

    @property
    def stddev(self):
        return self._place

    @property
    def variance(self):
        return self._place

    def entropy(self):
        return self._place

    def perplexity(self):
        return self._place

    def sample(self, sample_shape=None):
        if sample_shape is None:
            return self._place
        return torch.empty(sample_shape, device=self._place.device)

    def rsample(self, sample_shape=None):
        if sample_shape is None:
            return self._place
        return torch.empty(sample_shape, device=self._place.device)

    def sample_n(self, n):
        return torch.empty(n, device=self._place.device)

    def enumerate_support(self, expand=True):
        return torch.arange(2, device=self._place.device)

    def log_prob(self, value):
        return self._place + value

    def cdf(self, value):
        return self._place + value

    def icdf(self, value):
        return self._place + value

    def expand(self, batch_shape, _instance=None):
        return self


class ExponentialFamily(Distribution):
    pass


class Shaped(ExponentialFamily):
    """Of two parameters, the first of which is a location."""

    def __init__(self, loc, scale, validate_args=None):
        self._place = loc + scale

    @property
    def loc(self):
        return self._place

    @property
    def scale(self):
        return self._place


class Held(ExponentialFamily):
    """One that reads its parameters anew for each sample: programs move them, `n.loc = n.loc.cuda()`."""

    def __init__(self, loc, scale, validate_args=None):
        self._place = loc + scale
        self.loc = loc + scale
        self.scale = loc + scale

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale

    def entropy(self):
        return self.scale

    def perplexity(self):
        return self.scale

    def sample(self, sample_shape=None):
        if sample_shape is None:
            return self.loc + self.scale
        return torch.empty(sample_shape, device=self.loc.device)

    def rsample(self, sample_shape=None):
        if sample_shape is None:
            return self.loc + self.scale
        return torch.empty(sample_shape, device=self.loc.device)

    def sample_n(self, n):
        return torch.empty(n, device=self.loc.device)

    def log_prob(self, value):
        return (self.loc + value) / self.scale

    def cdf(self, value):
        return (self.loc + value) / self.scale

    def icdf(self, value):
        return self.loc + self.scale * value


class Likely(ExponentialFamily):
    """Of probabilities, or of their logarithms."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._place = probs + logits

    @property
    def probs(self):
        return self._place

    @property
    def logits(self):
        return self._place
