def selects(x, mask):
    return x[mask]
