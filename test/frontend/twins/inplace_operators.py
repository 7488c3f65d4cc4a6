def accumulates(total, x):
    total += x
    total.mul_(2)
    total.copy_(x)
    return total
