def asserts_cuda(x):
    assert x.is_cuda
    return x * 2
