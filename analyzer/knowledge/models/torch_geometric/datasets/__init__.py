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
    graph._other = torch.zeros(1, 1)
    return graph


class _Dataset:
    def __init__(self, *args, **kwargs):
        self[0] = _graph()


class AQSOL(_Dataset):
    pass


class Actor(_Dataset):
    pass


class AirfRANS(_Dataset):
    pass


class Airports(_Dataset):
    pass


class Amazon(_Dataset):
    pass


class AttributedGraphDataset(_Dataset):
    pass


class BAShapes(_Dataset):
    pass


class BZR(_Dataset):
    pass


class CitationFull(_Dataset):
    pass


class CoMA(_Dataset):
    pass


class Coauthor(_Dataset):
    pass


class DBP15K(_Dataset):
    pass


class DeezerEurope(_Dataset):
    pass


class DynamicFAUST(_Dataset):
    pass


class EllipticBitcoinDataset(_Dataset):
    pass


class Entities(_Dataset):
    pass


class FAUST(_Dataset):
    pass


class FacebookPagePage(_Dataset):
    pass


class FakeDataset(_Dataset):
    pass


class FilmTrust(_Dataset):
    pass


class Flickr(_Dataset):
    pass


class GEDDataset(_Dataset):
    pass


class GNNBenchmarkDataset(_Dataset):
    pass


class GeometricShapes(_Dataset):
    pass


class GitHub(_Dataset):
    pass


class HeterophilousGraphDataset(_Dataset):
    pass


class ICEWS18(_Dataset):
    pass


class JODIEDataset(_Dataset):
    pass


class KarateClub(_Dataset):
    pass


class LINKXDataset(_Dataset):
    pass


class LRGBDataset(_Dataset):
    pass


class LastFMAsia(_Dataset):
    pass


class MD17(_Dataset):
    pass


class MNISTSuperpixels(_Dataset):
    pass


class MalNetTiny(_Dataset):
    pass


class MixHopSyntheticDataset(_Dataset):
    pass


class ModelNet(_Dataset):
    pass


class MoleculeNet(_Dataset):
    pass


class PCPNetDataset(_Dataset):
    pass


class PPI(_Dataset):
    pass


class PascalPF(_Dataset):
    pass


class PascalVOCKeypoints(_Dataset):
    pass


class Planetoid(_Dataset):
    pass


class PolBlogs(_Dataset):
    pass


class QM7b(_Dataset):
    pass


class QM9(_Dataset):
    pass


class RandomPartitionGraphDataset(_Dataset):
    pass


class Reddit(_Dataset):
    pass


class Reddit2(_Dataset):
    pass


class S3DIS(_Dataset):
    pass


class SHREC2016(_Dataset):
    pass


class SNAPDataset(_Dataset):
    pass


class ShapeNet(_Dataset):
    pass


class StochasticBlockModelDataset(_Dataset):
    pass


class SuiteSparseMatrixCollection(_Dataset):
    pass


class TOSCA(_Dataset):
    pass


class TUDataset(_Dataset):
    pass


class Twitch(_Dataset):
    pass


class UPFD(_Dataset):
    pass


class WILLOWObjectClass(_Dataset):
    pass


class WebKB(_Dataset):
    pass


class WikiCS(_Dataset):
    pass


class WikipediaNetwork(_Dataset):
    pass


class WordNet18(_Dataset):
    pass


class WordNet18RR(_Dataset):
    pass


class Yelp(_Dataset):
    pass


class ZINC(_Dataset):
    pass
