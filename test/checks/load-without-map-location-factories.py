# RUN: not %device_tidy check --isolated --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
# What a factory makes is on the CPU, whatever its elements are, and so is what the program has brought there.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Bonds:
    def process(self, reader):
        graphs = []
        for line in reader.lines:
            row = []
            for start, end in reader.bonds(line):
                row += [start, end]
            graphs.append(torch.tensor(row, dtype=torch.long))
        torch.save(graphs, "bonds.pt")

    def load_good(self):
        return torch.load("bonds.pt")


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
