# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Loaders of other packages that leave the place to the file, too.
from mmengine.runner.checkpoint import load_checkpoint


def build_bad(model, path, device):
    # CHECK: :[[#@LINE+1]]:5: warning: 'load_checkpoint' without a device
    load_checkpoint(model, path)
    return model.to(device)


def build_good(model, path, device):
    load_checkpoint(model, path, map_location=device)
    return model.to(device)


def build_by_position_good(model, path, device):
    load_checkpoint(model, path, "cpu")
    return model.to(device)
