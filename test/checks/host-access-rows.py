# RUN: not %device_tidy check --isolated --level 2 --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What a list holds that is filled by index, or lists in a list, is read where the list is.
import numpy as np
import torch


def repeated_bad(x, n):
    x = x.cuda()
    rows = [None] * n
    for i in range(n):
        rows[i] = x[i]
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'array' reads memory of 'rows' on the host, but 'rows' is on cuda
    return np.array(rows)


def repeated_good(x, n):
    x = x.cuda()
    rows = [None] * n
    for i in range(n):
        rows[i] = x[i].cpu()
    return np.array(rows)


def kept(prediction, threshold):
    output = [None] * prediction.shape[0]
    for i, x in enumerate(prediction):
        x = x[x[:, 4] > threshold]
        if not x.shape[0]:
            continue
        output[i] = x[x[:, 4].argsort(descending=True)]
    return output


def kept_bad(x):
    for found in kept(x.cuda(), 0.1):
        if found is not None:
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'found' on the host, but 'found' is on cuda
            yield found.numpy()


def kept_good(x):
    for found in kept(x.cuda(), 0.1):
        if found is not None:
            yield found.cpu().numpy()


def other_good(x):
    # What nobody has put in is not there.
    x = x.cuda()
    rows = [torch.zeros(1)] * 3
    rows[0] = x
    return rows[1].numpy()


def table(boxes):
    rows = []
    for box in boxes:
        rows.append([0, (box[2] - box[0])])
    return np.array(rows)


def table_bad(x):
    x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'array' reads memory of an element of 'rows' on the host, but an element of 'rows' is on cuda
    return table([x, x])


def table_good(x):
    x = x.cuda().cpu()
    return table([x, x])


def first(rows):
    return rows[0].numpy()


def first_bad(x):
    x = x.cuda()
    rows = [None] * 2
    for i in range(2):
        rows[i] = x
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'rows[0]' on the host, but 'rows[0]' may be on cuda
    return first(rows)


def first_good(x):
    x = x.cuda()
    rows = [None] * 2
    for i in range(2):
        rows[i] = x.cpu()
    return first(rows)


# What a helper makes an array of is where its caller has it: lists in a list, and several of them.
def boxes(found):
    rows = []
    for one in found:
        if one is not None:
            for box in one:
                rows.append([box[0], box[1]])
    return np.array(rows)


def boxes_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'array' reads memory of an element of 'rows' on the host, but an element of 'rows' is on cuda
    return boxes([x.cuda()])


def boxes_good(x):
    return boxes([x.cuda().cpu()])


def pair(a, b):
    return np.array([a, b])


def pair_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'array' reads memory of 'b' on the host, but 'b' is on cuda
    return pair(1.0, x.cuda())


def pair_good(x):
    return pair(1.0, x.cuda().cpu())
