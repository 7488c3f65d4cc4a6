def negates(x, flag):
    if not flag or not x.is_cuda:
        return -x
    return x
