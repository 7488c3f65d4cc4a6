# RUN: not %device_tidy check --isolated --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
# What a factory makes is on the CPU, whatever its elements are, and so is what the program has brought there.
from chemistry import bonds
import torch
from torch_geometric.data import Data, InMemoryDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Bonds(InMemoryDataset):
    def process(self):
        graphs = []
        for line in open(self.raw_paths[0]).readlines():
            row, col = [], []
            for start, end in bonds(line):
                row += [start, end]
                col += [end, start]
            graphs.append(Data(edge_index=torch.tensor([row, col], dtype=torch.long)))
        torch.save(self.collate(graphs), self.processed_paths[0])

    def load_good(self):
        return torch.load(self.processed_paths[0])


class Codes:
    def process(self, reader):
        codes = []
        for batch in reader.batches:
            codes.append(reader.net(batch.to(device)).cpu())
        torch.save(codes, "codes.pt")

    def load_good(self):
        return torch.load("codes.pt")


class Kept:
    def process(self, reader):
        codes = []
        for batch in reader.batches:
            codes.append(reader.net(batch.to(device)))
        torch.save(codes, "kept.pt")

    def load_bad(self):
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load("kept.pt")
