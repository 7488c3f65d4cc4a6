def is_ready(x, wanted):
    ready = wanted and x.is_cuda
    return ready
