# What functions need is known however deep they call each other, and is found out once for each.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def wait(x):
    torch.cuda.synchronize()
    return x


def show(x):
    print(x)
    return x


def good_e(x):
    return wait(wait(x))


def good_d(x):
    return good_e(good_e(x))


def good_c(x):
    return good_d(good_d(x))


def good_b(x):
    return good_c(good_c(x))


def good_a(x):
    return good_b(good_b(x))


def load_good(path, x):
    y = torch.load(path)
    good_a(x)
    return y


def bad_e(x):
    return show(show(x))


def bad_d(x):
    return bad_e(bad_e(x))


def bad_c(x):
    return bad_d(bad_d(x))


def bad_b(x):
    return bad_c(bad_c(x))


def bad_a(x):
    return bad_b(bad_b(x))


def load_bad(path, x):
    # CHECK: :[[#@LINE+1]]:9: warning: 'torch.load' without a device
    y = torch.load(path)
    bad_a(x)
    return y


# Each of the two calls the other.
def one_good(x, n):
    other_good(x, n)


def other_good(x, n):
    torch.cuda.synchronize()
    if n:
        one_good(x, n - 1)


def round_good(path, x, n):
    y = torch.load(path)
    one_good(x, n)
    return y


def one_bad(x, n):
    other_bad(x, n)


def other_bad(x, n):
    if n:
        one_bad(x, n - 1)


def round_bad(path, x, n):
    # CHECK: :[[#@LINE+1]]:9: warning: 'torch.load' without a device
    y = torch.load(path)
    one_bad(x, n)
    return y
