def loads_or_makes(x):
    try:
        x = x.cuda()
    except RuntimeError:
        x = x.cpu()
    return x
