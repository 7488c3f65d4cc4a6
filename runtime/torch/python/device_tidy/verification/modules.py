# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moves of modules: what they do not reach, and the optimizers that were made before them."""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any

import torch
from torch import nn

from device_tidy import sources, wording
from device_tidy.explanation import classes
from device_tidy.findings import Finding, Note
from device_tidy.registration import Unregistered, unregistered
from device_tidy.verification import patches
from device_tidy.verification.recorder import Recorder
from device_tidy.verification.sites import Site
from device_tidy.verification.steps import After, Told

_optimizers: weakref.WeakKeyDictionary[Any, Site] = weakref.WeakKeyDictionary()
# Those of which no step has been seen, with the number of backward passes since they were made.
_unproved: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()


def install() -> None:
    for name in ("to", "cuda", "cpu", "to_empty"):
        patches.follow(nn.Module, name, _after_move(name), Told.OUTERMOST)
    patches.follow(torch.optim.Optimizer, "__init__", _after_creation, Told.EACH)
    patches.follow(torch.Tensor, "backward", _after_backward, Told.EACH)


def _device_of(module: nn.Module) -> torch.device | None:
    return next((tensor.device for tensor in (*module.parameters(), *module.buffers())), None)


def _after_move(name: str) -> After:
    def after(module: Any, result: Any, arguments: Any, keywords: Any, seconds: float) -> None:
        for recorder in patches.recorders():
            try:
                _moved(recorder, patches.caller(), name, module)
            except Exception as mistake:
                patches.complain(mistake)

    return after


def _moved(recorder: Recorder, frame: FrameType, operation: str, module: nn.Module) -> None:
    site = recorder.sites.find(frame)
    device = _device_of(module)
    recorder.ledger.move_module(module, site, device)
    if device is None or device.type in ("cpu", "meta"):
        return
    for left in unregistered(module):
        if left.tensor.device != device and _is_missed(left):
            _report_left(recorder, left, site)
    for optimizer, created in list(_optimizers.items()):
        _compare_state(recorder, optimizer, created, operation, module, site)


def _is_missed(left: Unregistered) -> bool:
    """Whether the tensor is meant to move along. Numbers and indices may stay on the CPU; what the class moves where
    it uses it, too; how libraries' classes keep their tensors is their affair."""
    if sources.kind_of(classes.file_of(type(left.owner))) is not sources.PROJECT:
        return False
    if left.of_module:
        return True
    is_index = not left.tensor.is_floating_point() and not left.tensor.is_complex() and left.tensor.dtype != torch.bool
    return left.tensor.dim() > 0 and not is_index and not classes.moves_member(type(left.owner), left.member)


def _report_left(recorder: Recorder, left: Unregistered, site: Site) -> None:
    owner = type(left.owner)
    stored = classes.assignment_of(owner, left.member)
    place = classes.place_of_value(owner, stored) if stored is not None else site.place
    message = wording.not_registered(left.member, owner.__name__, str(left.tensor.device))
    finding = Finding("device-unregistered-state", 1, message, place, f"{owner.__qualname__}.__init__")
    device = str(_device_of(left.owner) or "the accelerator")
    finding.notes.append(Note(wording.moved(site.module_name, device), site.place))
    recorder.report(finding)


def _compare_state(
    recorder: Recorder, optimizer: Any, created: Site, operation: str, module: nn.Module, site: Site
) -> None:
    """State of an optimizer does not move with the parameters that it is for. Steps are counted on the CPU."""
    parameters = {id(parameter) for parameter in module.parameters()}
    for parameter, state in optimizer.state.items():
        if id(parameter) not in parameters or not isinstance(state, dict):
            continue
        for name, value in state.items():
            if isinstance(value, torch.Tensor) and value.dim() > 0 and value.device != parameter.device:
                placement = site.module_name or "the module", str(parameter.device)
                text = f"{wording.stale_optimizer(operation, [placement])}, its state '{name}' on {value.device}"
                finding = Finding("device-optimizer-before-move", 1, text, site.place, site.function)
                finding.notes.append(
                    Note(wording.created(created.target or "the optimizer", str(value.device)), created.place)
                )
                recorder.report(finding)
                return


def _after_creation(optimizer: Any, result: Any, arguments: Any, keywords: Any, seconds: float) -> None:
    for recorder in patches.recorders():
        try:
            _optimizers[optimizer] = recorder.sites.find(patches.caller())
            _unproved[optimizer] = 0
        except Exception as mistake:
            patches.complain(mistake)


def _after_backward(tensor: Any, result: Any, arguments: Any, keywords: Any, seconds: float) -> None:
    if _unproved:
        try:
            _look_at_gradients()
        except Exception as mistake:
            patches.complain(mistake)


def _look_at_gradients() -> None:
    """After the first backward pass: parameters on the CPU without a gradient, beside others on an accelerator that
    have one or under a name that the program has moved, are copies that the model does not have any more."""
    for optimizer, passes in list(_unproved.items()):
        parameters = [p for group in optimizer.param_groups for p in group["params"] if p.requires_grad]
        learning = [p for p in parameters if p.grad is not None]
        if not learning and passes < 1:
            _unproved[optimizer] = passes + 1
            continue
        _unproved.pop(optimizer, None)
        for recorder in patches.recorders():
            _report_stale(recorder, optimizer, parameters, learning)


def _report_stale(recorder: Recorder, optimizer: Any, parameters: list[Any], learning: list[Any]) -> None:
    left = [p for p in parameters if p.grad is None and p.is_cpu]
    device = next((str(p.device) for p in learning if not p.is_cpu), None)
    moves = [(p, recorder.ledger.copied_at(p)) for p in left]
    moved = next((site for _, site in moves if site is not None), None)
    if not left or (device is None and moved is None):
        return
    created = _optimizers[optimizer]
    count = f"{len(left)} of {len(parameters)} parameters"
    text = f"optimizer updates {count} on cpu that get no gradient: the model has others"
    finding = Finding("device-optimizer-before-move", 1, text, created.place, created.function)
    if moved is not None:
        finding.notes.append(Note(wording.moved(moved.name, "an accelerator"), moved.place))
    recorder.report(finding)
