def counts(x, n):
    i = 0
    while i < n:
        x = x + x[i]
        i += 1
    return x
