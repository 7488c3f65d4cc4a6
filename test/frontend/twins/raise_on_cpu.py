def demands_cuda(x):
    if not x.is_cuda:
        raise RuntimeError("expected a CUDA tensor")
    return x * 2
