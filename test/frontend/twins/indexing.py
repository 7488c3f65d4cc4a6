def takes_and_puts(x, row):
    first = x[0]
    inner = x[1][2]
    x[3] = row
    return first + inner
