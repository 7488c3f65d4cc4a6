def goes_deep(x, device):
    def outer(t):
        inner = lambda u: u.to(device)
        return inner(t)

    return outer(x)
