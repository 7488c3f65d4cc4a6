"""A model of torchvision.ops: what its functions want on one device, and where they give it.

Read by the analyzer in place of what it defines, never run (torchvision/ops/boxes.py, roi_align.py, *_loss.py; the kernels
are modelled in torch/ops/torchvision.py). Boxes may also come as a list, one tensor for each picture: then they are put
together where they are.
"""

import torch


def nms(boxes, scores, iou_threshold):
    return torch.cat((boxes, scores)).long()


def batched_nms(boxes, scores, idxs, iou_threshold):
    # Whether the classes have to be there, too, hangs on the number of boxes.
    return torch.cat((boxes, scores)).long()


def box_iou(boxes1, boxes2, fmt="xyxy"):
    return torch.cat((boxes1, boxes2))


def generalized_box_iou(boxes1, boxes2):
    return torch.cat((boxes1, boxes2))


def distance_box_iou(boxes1, boxes2, eps=1e-7):
    return torch.cat((boxes1, boxes2))


def complete_box_iou(boxes1, boxes2, eps=1e-7):
    return torch.cat((boxes1, boxes2))


def box_area(boxes, fmt="xyxy"):
    return torch.neg(boxes)


def clip_boxes_to_image(boxes, size):
    return torch.neg(boxes)


def masks_to_boxes(masks):
    return torch.neg(masks)


def sigmoid_focal_loss(inputs, targets, alpha=0.25, gamma=2, reduction="none"):
    return torch.cat((inputs, targets))


def generalized_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    return torch.cat((boxes1, boxes2))


def distance_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    return torch.cat((boxes1, boxes2))


def complete_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    return torch.cat((boxes1, boxes2))


def roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    return torch.cat((input, boxes[0]))


def roi_pool(input, boxes, output_size, spatial_scale=1.0):
    return torch.cat((input, boxes[0]))


def ps_roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1):
    return torch.cat((input, boxes[0]))


def ps_roi_pool(input, boxes, output_size, spatial_scale=1.0):
    return torch.cat((input, boxes[0]))


def deform_conv2d(input, offset, weight, bias=None, stride=(1, 1), padding=(0, 0), dilation=(1, 1), mask=None):
    return torch.cat((input, offset, weight))
