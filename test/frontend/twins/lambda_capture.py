def through_lambda(x, device):
    move = lambda t: t.to(device)
    return move(x)
