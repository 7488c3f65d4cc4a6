"""A model of torch.distributions: where parameters meet, and where samples and densities are.

Read by the analyzer in place of the package, never run. Parameters that are numbers become tensors beside those that are
tensors (torch/distributions/utils.py, broadcast_all); where all are numbers they are on the default device. The real
constructors let parameters of different devices through and fail at the first use; here they meet at once, where each
has a name. What has no dimension is let through where a kernel lets it, though broadcasting may have given it some.
"""

import torch

# The package's modules define the names that it hands on.
import torch.distributions as bernoulli
import torch.distributions as beta
import torch.distributions as binomial
import torch.distributions as categorical
import torch.distributions as cauchy
import torch.distributions as chi2
import torch.distributions as continuous_bernoulli
import torch.distributions as dirichlet
import torch.distributions as exp_family
import torch.distributions as exponential
import torch.distributions as fishersnedecor
import torch.distributions as gamma
import torch.distributions as generalized_pareto
import torch.distributions as geometric
import torch.distributions as gumbel
import torch.distributions as half_cauchy
import torch.distributions as half_normal
import torch.distributions as independent
import torch.distributions as inverse_gamma
import torch.distributions as kl
import torch.distributions as kumaraswamy
import torch.distributions as laplace
import torch.distributions as lkj_cholesky
import torch.distributions as log_normal
import torch.distributions as logistic_normal
import torch.distributions as lowrank_multivariate_normal
import torch.distributions as mixture_same_family
import torch.distributions as multinomial
import torch.distributions as multivariate_normal
import torch.distributions as negative_binomial
import torch.distributions as normal
import torch.distributions as one_hot_categorical
import torch.distributions as pareto
import torch.distributions as poisson
import torch.distributions as relaxed_bernoulli
import torch.distributions as relaxed_categorical
import torch.distributions as studentT
import torch.distributions as transformed_distribution
import torch.distributions as uniform
import torch.distributions as von_mises
import torch.distributions as weibull
import torch.distributions as wishart
from torch.distributions.distribution import Distribution, ExponentialFamily, Held, Likely, Shaped


class Normal(Held):
    pass


class Laplace(Held):
    pass


class Cauchy(Held):
    pass


class Gumbel(Shaped):
    pass


class LogNormal(Shaped):
    pass


class LogisticNormal(Shaped):
    pass


class StudentT(Shaped):
    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self._place = df + loc + scale


class GeneralizedPareto(Shaped):
    def __init__(self, loc, scale, concentration, validate_args=None):
        self._place = loc + scale + concentration


class VonMises(Shaped):
    def __init__(self, loc, concentration, validate_args=None):
        self._place = loc + concentration


class Uniform(Distribution):
    def __init__(self, low, high, validate_args=None):
        self._place = low + high

    @property
    def low(self):
        return self._place

    @property
    def high(self):
        return self._place


class Beta(ExponentialFamily):
    def __init__(self, concentration1, concentration0, validate_args=None):
        self._place = concentration1 + concentration0

    @property
    def concentration1(self):
        return self._place

    @property
    def concentration0(self):
        return self._place


class Kumaraswamy(Beta):
    pass


class _Rated(ExponentialFamily):
    def __init__(self, concentration, rate, validate_args=None):
        self._place = concentration + rate

    @property
    def concentration(self):
        return self._place

    @property
    def rate(self):
        return self._place



class Gamma(_Rated):
    def log_prob(self, value):
        # brings the value here, as its own tensor
        return self._place


class InverseGamma(_Rated):
    pass


class FisherSnedecor(Distribution):
    def __init__(self, df1, df2, validate_args=None):
        self._place = df1 + df2


class Pareto(Distribution):
    def __init__(self, scale, alpha, validate_args=None):
        self._place = scale + alpha


class Weibull(Distribution):
    def __init__(self, scale, concentration, validate_args=None):
        self._place = scale + concentration


class HalfNormal(Distribution):
    def __init__(self, scale, validate_args=None):
        self._place = scale

    @property
    def scale(self):
        return self._place


class HalfCauchy(HalfNormal):
    def log_prob(self, value):
        # brings the value here, as its own tensor
        return self._place


class Exponential(ExponentialFamily):
    def __init__(self, rate, validate_args=None):
        self._place = rate

    @property
    def rate(self):
        return self._place


class Poisson(Exponential):
    pass


class Chi2(Gamma):
    def __init__(self, df, validate_args=None):
        self._place = df


class Dirichlet(ExponentialFamily):
    def __init__(self, concentration: torch.Tensor, validate_args=None):
        self._place = concentration

    @property
    def concentration(self):
        return self._place


class LKJCholesky(Distribution):
    def __init__(self, dim, concentration=1.0, validate_args=None):
        self._place = concentration


class Bernoulli(Likely):
    pass


class ContinuousBernoulli(Likely):
    def __init__(self, probs=None, logits=None, lims=None, validate_args=None):
        self._place = probs + logits


class Geometric(Likely):
    pass


class Binomial(Likely):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self._place = total_count + probs + logits


class NegativeBinomial(Likely):
    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        self._place = total_count + probs + logits


class Multinomial(Likely):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self._place = probs + logits


class Categorical(Likely):
    """Of as many classes as the last dimension has: what it gives has a dimension less."""

    @property
    def mean(self):
        return self._place.sum(-1)

    @property
    def mode(self):
        return self._place.sum(-1)

    @property
    def variance(self):
        return self._place.sum(-1)

    def entropy(self):
        return self._place.sum(-1)

    def sample(self, sample_shape=None):
        if sample_shape is None:
            return self._place.sum(-1)
        return torch.empty(sample_shape, device=self._place.device)

    def log_prob(self, value):
        # value is an index that has at least one dimension
        return torch.gather(self._place, -1, value.unsqueeze(-1))


class OneHotCategorical(Likely):
    pass


class OneHotCategoricalStraightThrough(OneHotCategorical):
    pass


class RelaxedBernoulli(Likely):
    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self._place = temperature + probs + logits


class LogitRelaxedBernoulli(RelaxedBernoulli):
    pass


class RelaxedOneHotCategorical(Likely):
    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self._place = temperature + probs + logits


class ExpRelaxedCategorical(RelaxedOneHotCategorical):
    pass


class MultivariateNormal(Shaped):
    def __init__(
        self,
        loc: torch.Tensor,
        covariance_matrix: torch.Tensor = None,
        precision_matrix: torch.Tensor = None,
        scale_tril: torch.Tensor = None,
        validate_args=None,
    ):
        self._place = loc + covariance_matrix + precision_matrix + scale_tril

    @property
    def covariance_matrix(self):
        return self._place

    @property
    def precision_matrix(self):
        return self._place

    @property
    def scale_tril(self):
        return self._place


class LowRankMultivariateNormal(Shaped):
    def __init__(self, loc: torch.Tensor, cov_factor: torch.Tensor, cov_diag: torch.Tensor, validate_args=None):
        self._place = loc + cov_factor + cov_diag


class Wishart(ExponentialFamily):
    def __init__(
        self,
        df,
        covariance_matrix: torch.Tensor = None,
        precision_matrix: torch.Tensor = None,
        scale_tril: torch.Tensor = None,
        validate_args=None,
    ):
        self._place = df + covariance_matrix + precision_matrix + scale_tril


class Independent(Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist = base_distribution
        self._place = base_distribution._place


class TransformedDistribution(Distribution):
    """What the transforms hold is not followed."""

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.base_dist = base_distribution
        self.transforms = transforms
        self._place = base_distribution._place


class MixtureSameFamily(Distribution):
    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        self._place = mixture_distribution._place + component_distribution._place


def kl_divergence(p, q):
    return p._place + q._place
