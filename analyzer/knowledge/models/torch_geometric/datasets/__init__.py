"""A model of torch_geometric's data sets: graphs that were read from files, on the CPU.

Read by the analyzer in place of what it defines, never run (torch_geometric/data/in_memory_dataset.py, load).
"""

import torch
from torch_geometric.data import Data


def _graph():
    graph = Data(torch.zeros(1, 1), torch.zeros(1, 1).long(), torch.zeros(1, 1), torch.zeros(1).long(), torch.zeros(1, 1))
    graph.train_mask = torch.zeros(1).bool()
    graph.val_mask = torch.zeros(1).bool()
    graph.test_mask = torch.zeros(1).bool()
    graph.edge_label = torch.zeros(1, 1)
    graph.edge_label_index = torch.zeros(1, 1).long()
    graph.x_batch = torch.zeros(1, 1).long()
    graph.x_s = torch.zeros(1, 1)
    graph.x_t = torch.zeros(1, 1)
    graph.x_s_batch = torch.zeros(1, 1).long()
    graph.x_t_batch = torch.zeros(1, 1).long()
    graph.edge_index_s = torch.zeros(1, 1).long()
    graph.edge_index_t = torch.zeros(1, 1).long()
    graph.edge_attr_s = torch.zeros(1, 1)
    graph.edge_attr_t = torch.zeros(1, 1)
    graph.x1 = torch.zeros(1, 1)
    graph.x2 = torch.zeros(1, 1)
    graph.edge_index1 = torch.zeros(1, 1).long()
    graph.edge_index2 = torch.zeros(1, 1).long()
    return graph


class _Dataset:
    def __init__(self, *args, **kwargs):
        self[0] = _graph()


class Actor(_Dataset):
    pass


class Amazon(_Dataset):
    pass


class CitationFull(_Dataset):
    pass


class Coauthor(_Dataset):
    pass


class FakeDataset(_Dataset):
    pass


class Flickr(_Dataset):
    pass


class GNNBenchmarkDataset(_Dataset):
    pass


class HeterophilousGraphDataset(_Dataset):
    pass


class KarateClub(_Dataset):
    pass


class ModelNet(_Dataset):
    pass


class MoleculeNet(_Dataset):
    pass


class PPI(_Dataset):
    pass


class Planetoid(_Dataset):
    pass


class QM9(_Dataset):
    pass


class Reddit(_Dataset):
    pass


class ShapeNet(_Dataset):
    pass


class TUDataset(_Dataset):
    pass


class WebKB(_Dataset):
    pass


class WikipediaNetwork(_Dataset):
    pass


class ZINC(_Dataset):
    pass
