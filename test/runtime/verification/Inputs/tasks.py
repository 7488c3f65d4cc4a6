# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Work in processes of multiprocessing and concurrent.futures: tasks.py good|bad process|pool|executor|own fork|spawn."""

import multiprocessing
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor

import torch


def task(what):
    x = torch.ones(3).to("cuda")
    bias = torch.ones(3, device="cuda" if what == "good" else "cpu")
    return (x + bias).sum().item()


class Own(multiprocessing.Process):
    def __init__(self, what):
        super().__init__()
        self.what = what

    def run(self):
        task(self.what)


class Spawned(multiprocessing.get_context("spawn").Process, Own):
    pass


def join(process):
    process.start()
    process.join()
    return process.exitcode


def drops(killed):
    x = torch.ones(3)
    x.to("cuda")
    if killed:
        os.kill(os.getpid(), signal.SIGKILL)


def main():
    what, how, method = sys.argv[1:]
    context = multiprocessing.get_context(method)
    if how == "process":
        print("exit", join(context.Process(target=task, args=(what,))))
    elif how == "own":
        print("exit", join((Own if method == "fork" else Spawned)(what)))
    elif how == "pool":
        with context.Pool(2) as pool:
            print(pool.map(task, [what] * 4, chunksize=1))
    elif how == "executor":
        with ProcessPoolExecutor(2, mp_context=context) as executor:
            print(list(executor.map(task, [what] * 4)))
    elif how == "killed":
        print("exit", [join(context.Process(target=drops, args=(killed,))) for killed in (False, True)])
    elif how == "later":
        # Nobody joins it but the interpreter at its end.
        context.Process(target=task, args=(what,)).start()
    elif how == "handled":
        with context.Pool(1) as pool:
            try:
                pool.apply(task, (what,))
            except RuntimeError:
                print("handled")


if __name__ == "__main__":
    main()
