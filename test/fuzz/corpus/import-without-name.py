def f(x):
    if x:
        from a import b
    else`:
        b = None
    return b
