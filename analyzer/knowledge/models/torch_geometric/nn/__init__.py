"""A model of torch_geometric's layers: nodes meet the edges that choose among them, and the layer's weights.

Read by the analyzer in place of what it defines, never run (torch_geometric/nn/conv/message_passing.py, propagate and _lift,
which finds the arguments of a layer's message() by their names). Edges of another kind than a tensor, and pairs of nodes,
meet nothing here.
"""

import torch


def _meet(x, edge_index, edge_weight):
    chosen = torch.gather(x, 0, edge_index)
    return chosen if edge_weight is None else torch.cat((chosen, edge_weight))


class MessagePassing(torch.nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def propagate(self, edge_index, size=None, x=None, edge_weight=None, **kwargs):
        return None if x is None else _meet(x, edge_index, edge_weight)


class _Plain(MessagePassing):
    def forward(self, x, edge_index, edge_weight=None):
        return _meet(x, edge_index, edge_weight)


class _Weighted(MessagePassing):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(1, 1))

    def forward(self, x, edge_index, edge_weight=None, edge_attr=None):
        return _meet(torch.nn.functional.linear(x, self.weight), edge_index, edge_weight)


class _Nested(MessagePassing):
    def __init__(self, nn=None, *args, **kwargs):
        super().__init__()
        self.nn = nn

    def forward(self, x, edge_index, edge_attr=None):
        return self.nn(_meet(x, edge_index, edge_attr))


class Linear(torch.nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(1, 1))

    def forward(self, x):
        return torch.nn.functional.linear(x, self.weight)


class AGNNConv(_Plain):
    pass


class APPNP(_Plain):
    pass


class LGConv(_Plain):
    pass


class SimpleConv(_Plain):
    pass


class WLConvContinuous(_Plain):
    pass


class ARMAConv(_Weighted):
    pass


class CGConv(_Weighted):
    pass


class ChebConv(_Weighted):
    pass


class ClusterGCNConv(_Weighted):
    pass


class EGConv(_Weighted):
    pass


class FeaStConv(_Weighted):
    pass


class GAT(_Weighted):
    pass


class GATConv(_Weighted):
    pass


class GATv2Conv(_Weighted):
    pass


class GCN(_Weighted):
    pass


class GCNConv(_Weighted):
    pass


class GENConv(_Weighted):
    pass


class GMMConv(_Weighted):
    pass


class GatedGraphConv(_Weighted):
    pass


class GeneralConv(_Weighted):
    pass


class GraphConv(_Weighted):
    pass


class GraphSAGE(_Weighted):
    pass


class HypergraphConv(_Weighted):
    pass


class LEConv(_Weighted):
    pass


class MFConv(_Weighted):
    pass


class MixHopConv(_Weighted):
    pass


class NNConv(_Weighted):
    pass


class PANConv(_Weighted):
    pass


class PDNConv(_Weighted):
    pass


class PNAConv(_Weighted):
    pass


class ResGatedGraphConv(_Weighted):
    pass


class SAGEConv(_Weighted):
    pass


class SGConv(_Weighted):
    pass


class SSGConv(_Weighted):
    pass


class SplineConv(_Weighted):
    pass


class SuperGATConv(_Weighted):
    pass


class TAGConv(_Weighted):
    pass


class TransformerConv(_Weighted):
    pass


class EdgeConv(_Nested):
    pass


class GINConv(_Nested):
    pass


class GINEConv(_Nested):
    pass
