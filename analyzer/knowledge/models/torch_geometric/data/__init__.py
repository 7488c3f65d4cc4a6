"""A model of torch_geometric's graphs: what they hold, and where.

Read by the analyzer in place of what it defines, never run (torch_geometric/data/data.py, BaseData.to, which moves all in
place and gives the graph back). What programs and transforms add is listed by the names that are usual.
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
        self.edge_label = None
        self.edge_label_index = None
        self.x_batch = None
        self.x_s = None
        self.x_t = None
        self.x_s_batch = None
        self.x_t_batch = None
        self.edge_index_s = None
        self.edge_index_t = None
        self.edge_attr_s = None
        self.edge_attr_t = None
        self.x1 = None
        self.x2 = None
        self.edge_index1 = None
        self.edge_index2 = None

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
        self.edge_label = self.edge_label.to(device)
        self.edge_label_index = self.edge_label_index.to(device)
        self.x_batch = self.x_batch.to(device)
        self.x_s = self.x_s.to(device)
        self.x_t = self.x_t.to(device)
        self.x_s_batch = self.x_s_batch.to(device)
        self.x_t_batch = self.x_t_batch.to(device)
        self.edge_index_s = self.edge_index_s.to(device)
        self.edge_index_t = self.edge_index_t.to(device)
        self.edge_attr_s = self.edge_attr_s.to(device)
        self.edge_attr_t = self.edge_attr_t.to(device)
        self.x1 = self.x1.to(device)
        self.x2 = self.x2.to(device)
        self.edge_index1 = self.edge_index1.to(device)
        self.edge_index2 = self.edge_index2.to(device)
        return self

    def cuda(self, device="cuda", non_blocking=False):
        return self.to(device)

    def cpu(self):
        return self.to("cpu")


class Batch(Data):
    pass
