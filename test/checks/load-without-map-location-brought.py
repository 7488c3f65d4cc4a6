# What is in a temporary folder is of the program if nothing that was given the folder may have brought it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import logging
import os
import subprocess
import tempfile

import hub
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
logger = logging.getLogger(__name__)


def told_good(net, trainer):
    with tempfile.TemporaryDirectory() as d:
        os.makedirs(os.path.join(d, "nets"))
        logger.info("writes to %s" % d)
        trainer.export(net, d)
        return torch.load(os.path.join(d, "w.pt"))


def run_bad(net, trainer):
    with tempfile.TemporaryDirectory() as d:
        os.system("wget -P %s http://x.org/w.pt" % d)
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(os.path.join(d, "w.pt"))


def process_bad(x):
    with tempfile.TemporaryDirectory() as d:
        subprocess.run(["tar", "xf", x, "-C", d])
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(os.path.join(d, "w.pt"))


def library_bad(x):
    with tempfile.TemporaryDirectory() as d:
        hub.snapshot(x, cache_dir=d)
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(os.path.join(d, "w.pt"))


def method_bad(blob):
    with tempfile.NamedTemporaryFile() as f:
        blob.get_to(f)
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(f.name)


def write(net, folder):
    torch.save(net, os.path.join(folder, "w.pt"))


def bring(x, folder):
    subprocess.run(["cp", x, folder])


def callee_good(net):
    with tempfile.TemporaryDirectory() as d:
        write(net, d)
        return torch.load(os.path.join(d, "w.pt"))


def callee_bad(x):
    with tempfile.TemporaryDirectory() as d:
        bring(x, d)
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(os.path.join(d, "w.pt"))
