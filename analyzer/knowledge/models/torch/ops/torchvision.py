"""A model of the operators that torchvision registers: what they take has to be on one device, and they give it there.

Read by the analyzer in place of what it defines, never run (torchvision/csrc/ops/cuda: each kernel asks that all of its
tensors be on its accelerator; csrc/ops/cpu asks the same of the CPU).
"""

import torch


def nms(dets, scores, iou_threshold):
    return torch.cat((dets, scores)).long()


def roi_align(input, rois, spatial_scale=1.0, pooled_height=1, pooled_width=1, sampling_ratio=-1, aligned=False):
    return torch.cat((input, rois))


def roi_pool(input, rois, spatial_scale=1.0, pooled_height=1, pooled_width=1):
    met = torch.cat((input, rois))
    return met, met.int()


def ps_roi_align(input, rois, spatial_scale=1.0, pooled_height=1, pooled_width=1, sampling_ratio=-1):
    met = torch.cat((input, rois))
    return met, met.int()


def ps_roi_pool(input, rois, spatial_scale=1.0, pooled_height=1, pooled_width=1):
    met = torch.cat((input, rois))
    return met, met.int()


def deform_conv2d(input, weight, offset, mask, bias, *geometry):
    return torch.cat((input, weight, offset, mask, bias))
