# What a field of a record is by default, its class computes once: the value itself, what a function gives, or what an
# object has of its class. Who makes the object may give another one.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
from dataclasses import dataclass, field

import attrs
import pydantic
import torch


def best():
    return "cuda" if torch.cuda.is_available() else "cpu"


@dataclass
class Plain:
    device: str = "cuda" if torch.cuda.is_available() else "cpu"
    parts: list = field(default_factory=list)


@dataclass
class Made:
    size: int = 3
    device: str = field(default_factory=best)


@dataclass
class Beside:
    device: str = field(default=best())


@attrs.define
class Defined:
    device: str = attrs.field(factory=best)


class Settings(pydantic.BaseModel):
    device: str = best()


class Own(Settings):
    size: int = 3


class Annotated:
    device: str = best()


# CHECK: :[[@LINE+1]]:43: warning: 'numpy' reads memory
torch.zeros(3).to(Plain(parts=[]).device).numpy()
# CHECK: :[[@LINE+1]]:34: warning: 'numpy' reads memory
torch.zeros(3).to(Made().device).numpy()
# CHECK: :[[@LINE+1]]:36: warning: 'numpy' reads memory
torch.zeros(3).to(Beside().device).numpy()
# CHECK: :[[@LINE+1]]:37: warning: 'numpy' reads memory
torch.zeros(3).to(Defined().device).numpy()
# CHECK: :[[@LINE+1]]:38: warning: 'numpy' reads memory
torch.zeros(3).to(Settings().device).numpy()
# CHECK: :[[@LINE+1]]:33: warning: 'numpy' reads memory
torch.zeros(3).to(Own().device).numpy()
# CHECK: :[[@LINE+1]]:39: warning: 'numpy' reads memory
torch.zeros(3).to(Annotated().device).numpy()

torch.zeros(3).to(Plain(device="cpu").device).numpy()
torch.zeros(3).to(Made(3, "cpu").device).numpy()
torch.zeros(3).to(Beside(device="cpu").device).numpy()
torch.zeros(3).to(Defined(device="cpu").device).numpy()
torch.zeros(3).to(Settings(device="cpu").device).numpy()
torch.zeros(3).to(Own(device="cpu").device).numpy()

# Each object has parts of its own.
first, second = Plain(), Plain()
first.parts.append(torch.zeros(3, device=best()))
second.parts.append(torch.zeros(3))
second.parts[0].numpy()
