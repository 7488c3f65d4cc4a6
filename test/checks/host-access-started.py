# A function that is started in a thread or a process of its own is called with what it is given for that.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator,device-implicit-creation %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --ignore device-unguarded-accelerator,device-implicit-creation %s | FileCheck %s --check-prefixes=CHECK,WEAK --implicit-check-not=warning:
import multiprocessing
import threading
from concurrent import futures

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def save(path, pred):
    print(path, pred.numpy())


def choose(index):
    torch.cuda.set_device(index)


def submitted_bad(x):
    pool = futures.ProcessPoolExecutor(max_workers=4)
    pool.submit(save, "a", x.to(device))
    # CHECK: :[[@LINE-1]]:10: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda


def submitted_good(x):
    pool = futures.ProcessPoolExecutor(max_workers=4)
    pool.submit(save, "a", x.to(device).cpu())


def named_bad(x):
    with futures.ThreadPoolExecutor() as pool:
        pool.submit(save, "a", pred=x.to(device))
        # CHECK: :[[@LINE-1]]:14: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda


def named_good(x):
    with futures.ThreadPoolExecutor() as pool:
        pool.submit(save, "a", pred=x.to(device).cpu())


def process_bad(x):
    multiprocessing.Process(target=save, args=("a", x.to(device))).start()
    # CHECK: :[[@LINE-1]]:5: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda


def process_good(x):
    multiprocessing.Process(target=save, args=("a", x.to(device).cpu())).start()


class Writer:
    def write(self, pred):
        print(pred.numpy())

    def start_bad(self, x):
        threading.Thread(target=self.write, args=(x.to(device),)).start()
        # CHECK: :[[@LINE-1]]:9: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda

    def start_good(self, x):
        threading.Thread(target=self.write, args=(x.to(device).cpu(),)).start()


def own_device_good():
    # The thread chooses for itself.
    threading.Thread(target=choose, args=(1,)).start()
    return torch.ones(3, device="cuda") + torch.ones(3, device="cuda:0")


class Queue:
    def submit(self, function, path, pred):
        self.waiting = (function, path, pred.cpu())


def queued_good(x):
    Queue().submit(save, "a", x.to(device))


def add(x, y):
    return x + y


def subtract(x, y):
    return x - y


def show(path, pred):
    print(path, pred.numpy())


def of_unknown(form):
    # What an object that nobody knows does first, nobody knows.
    form.submit(subtract, torch.zeros(3), torch.zeros(3).cuda())
    # WEAK: :[[@LINE-1]]:10: warning: operands of '-' may be on different devices: 'x' on cpu, 'y' on cuda


def read_by_unknown(form, x):
    form.submit(show, "a", x.to(device))
    # WEAK: :[[@LINE-1]]:10: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda


def of_known_bad():
    with futures.ThreadPoolExecutor() as pool:
        pool.submit(add, torch.zeros(3), torch.zeros(3).cuda())
        # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'x' on cpu, 'y' on cuda


def of_context_bad(x):
    multiprocessing.get_context("spawn").Process(target=save, args=("a", x.to(device))).start()
    # CHECK: :[[@LINE-1]]:42: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda


def of_pool_bad(x):
    with multiprocessing.Pool(2) as pool:
        pool.apply_async(save, ("a", x.to(device)))
        # CHECK: :[[@LINE-1]]:14: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda


def told_bad(pool: futures.Executor, x):
    pool.submit(save, "a", x.to(device))
    # CHECK: :[[@LINE-1]]:10: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda


class Keeper:
    def __init__(self):
        self.pool = futures.ThreadPoolExecutor(2)

    def kept_bad(self, x):
        self.pool.submit(save, "a", x.to(device))
        # CHECK: :[[@LINE-1]]:19: warning: 'numpy' reads memory of 'pred' on the host, but 'pred' may be on cuda
