# A function that is started in a thread or a process of its own is called with what it is given for that.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-host-access,device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
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
