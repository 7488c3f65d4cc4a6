"""A model of torch_geometric.nn.conv: see torch_geometric/nn."""

from torch_geometric.nn import *
