# What is taken out of a list by a function of the language is where the elements are: some of them, all of several lists,
# tuples of them, the one that counts most, and what goes through a queue.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
import functools, heapq, itertools, queue, random
from collections import deque
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
xs = [torch.zeros(3, device=device), torch.ones(3, device=device)]
# CHECK: :[[@LINE+1]]:19: warning: 'numpy' reads memory
random.choice(xs).numpy()
# CHECK: :[[@LINE+1]]:28: warning: 'numpy' reads memory
random.choices(xs, k=2)[0].numpy()
random.shuffle(xs)
# CHECK: :[[@LINE+1]]:7: warning: 'numpy' reads memory
xs[0].numpy()
for x in itertools.chain(xs, xs):
    # CHECK: :[[@LINE+1]]:7: warning: 'numpy' reads memory
    x.numpy()
for x in itertools.chain.from_iterable([xs, xs]):
    # CHECK: :[[@LINE+1]]:7: warning: 'numpy' reads memory
    x.numpy()
for x in itertools.chain(*[xs, xs]):
    # CHECK: :[[@LINE+1]]:7: warning: 'numpy' reads memory
    x.numpy()
for x, y in itertools.product(xs, xs):
    # CHECK: :[[@LINE+1]]:7: warning: 'numpy' reads memory
    y.numpy()
for x, y in itertools.combinations(xs, 2):
    # CHECK: :[[@LINE+1]]:7: warning: 'numpy' reads memory
    y.numpy()
for x in filter(lambda x: x.ndim > 0, xs):
    # CHECK: :[[@LINE+1]]:7: warning: 'numpy' reads memory
    x.numpy()
# CHECK: :[[@LINE+1]]:32: warning: 'numpy' reads memory
max(xs, key=lambda x: x.sum()).numpy()
heap = []
heapq.heappush(heap, (1, torch.zeros(3, device=device)))
# CHECK: :[[@LINE+1]]:24: warning: 'numpy' reads memory
heapq.heappop(heap)[1].numpy()
q = queue.Queue(9)
q.put(torch.zeros(3, device=device))
# CHECK: :[[@LINE+1]]:9: warning: 'numpy' reads memory
q.get().numpy()
# CHECK: :[[@LINE+1]]:18: warning: 'numpy' reads memory
q.get(timeout=3).numpy()
d = deque(maxlen=3)
d.append(torch.zeros(3, device=device))
# CHECK: :[[@LINE+1]]:24: warning: 'numpy' reads memory
random.sample(d, 1)[0].numpy()
# CHECK: :[[@LINE+1]]:35: warning: 'numpy' reads memory
list(map(lambda x: x + 1, xs))[0].numpy()

ys = [torch.zeros(3), torch.ones(3)]
random.choice(ys).numpy()
random.choices(ys, k=2)[0].numpy()
random.shuffle(ys)
ys[0].numpy()
for x in itertools.chain(ys, ys):
    x.numpy()
for x in itertools.chain.from_iterable([ys, ys]):
    x.numpy()
for x in itertools.chain(*[ys, ys]):
    x.numpy()
for x, y in itertools.product(ys, ys):
    y.numpy()
for x, y in itertools.combinations(ys, 2):
    y.numpy()
for x in filter(lambda x: x.ndim > 0, ys):
    x.numpy()
max(ys, key=lambda x: x.sum()).numpy()
heap = []
heapq.heappush(heap, (1, torch.zeros(3, device="cpu")))
heapq.heappop(heap)[1].numpy()
q = queue.Queue(9)
q.put(torch.zeros(3, device="cpu"))
q.get().numpy()
q.get(timeout=3).numpy()
d = deque(maxlen=3)
d.append(torch.zeros(3, device="cpu"))
random.sample(d, 1)[0].numpy()
list(map(lambda x: x + 1, ys))[0].numpy()
