def tries_twice(x, y):
    try:
        x = x.cuda()
        y = y.cuda()
    except RuntimeError:
        x = x.cpu()
    return x + y
