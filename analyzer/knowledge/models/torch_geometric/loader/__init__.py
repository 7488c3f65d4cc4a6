"""A model of torch_geometric's loaders: batches are graphs, collated on the CPU.

Read by the analyzer in place of what it defines, never run (torch_geometric/loader/dataloader.py, neighbor_loader.py).
"""

from torch_geometric.datasets import _Dataset


class DataLoader(_Dataset):
    pass


class DenseDataLoader(_Dataset):
    pass


class NeighborLoader(_Dataset):
    pass
