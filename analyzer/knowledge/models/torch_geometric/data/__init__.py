"""A model of torch_geometric's graphs: what they hold, and where.

Read by the analyzer in place of what it defines, never run (torch_geometric/data/data.py, BaseData.to, which moves all in
place and gives the graph back). What programs and transforms add and name as tensors are named, `x_s`, is where the rest is:
_other stands for it.
"""


class Data:
    def __init__(self, x=None, edge_index=None, edge_attr=None, y=None, pos=None, time=None, batch=None, edge_weight=None):
        self.x = x
        self.edge_index = edge_index
        self.edge_attr = edge_attr
        self.y = y
        self.pos = pos
        self.time = time
        self.batch = batch
        self.edge_weight = edge_weight
        self.train_mask = None
        self.val_mask = None
        self.test_mask = None

    def __getattr__(self, name=None):
        return self._other

    @property
    def num_nodes(self):
        return len(self.x)

    @property
    def num_edges(self):
        return len(self.x)

    @property
    def num_features(self):
        return len(self.x)

    @property
    def num_node_features(self):
        return len(self.x)

    @property
    def num_edge_features(self):
        return len(self.x)

    @property
    def num_graphs(self):
        return len(self.x)

    def to(self, device, non_blocking=False):
        self.x = self.x.to(device)
        self.edge_index = self.edge_index.to(device)
        self.edge_attr = self.edge_attr.to(device)
        self.y = self.y.to(device)
        self.pos = self.pos.to(device)
        self.time = self.time.to(device)
        self.batch = self.batch.to(device)
        self.edge_weight = self.edge_weight.to(device)
        self.train_mask = self.train_mask.to(device)
        self.val_mask = self.val_mask.to(device)
        self.test_mask = self.test_mask.to(device)
        self._other = self._other.to(device)
        return self

    def cuda(self, device="cuda", non_blocking=False):
        return self.to(device)

    def cpu(self):
        return self.to("cpu")


class Batch(Data):
    pass
