"""A model of multiprocessing.pool: what is mapped over threads is what `map` gives.

Read by the analyzer in place of what it defines, never run (multiprocessing/pool.py).
"""


class ThreadPool:
    def __init__(self, processes=None, initializer=None, initargs=()):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        return False

    def map(self, func, iterable, chunksize=None):
        return [func(each) for each in iterable]

    def imap(self, func, iterable, chunksize=1):
        return [func(each) for each in iterable]

    def imap_unordered(self, func, iterable, chunksize=1):
        return [func(each) for each in iterable]

    def starmap(self, func, iterable, chunksize=None):
        return [func(*each) for each in iterable]
