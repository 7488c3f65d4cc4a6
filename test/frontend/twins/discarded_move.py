def forgets_the_result(x):
    x.to("cuda")
    return x.relu()
