# Whoever gives an accelerator to what puts something there needs one, whoever puts it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --level 1 --select device-unguarded-accelerator %s | FileCheck %s --check-prefix=FULL
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


# After a loop, whatever that does.
def build(state, device="cuda"):
    model = nn.Linear(4, 4)
    clean = {}
    for key in state.keys():
        if "loss" in key:
            continue
        clean[key] = state[key]
    model.load_state_dict(clean)
    model.to(device)
    return model


def left_bad(state, x):
    return build(state)(x.to(device))
    # CHECK: :[[@LINE-1]]:12: warning: 'build' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
    # FULL: {{.*}}.py:11:{{[0-9]+}}: note: cuda named here
    # FULL: {{.*}}.py:19:{{[0-9]+}}: note: needed by 'to' here


def given_bad(state, x):
    return build(state, "cuda")(x.to(device))
    # CHECK: :[[@LINE-1]]:12: warning: 'build' needs an accelerator


def left_good(state, x):
    return build(state, device)(x.to(device))


# A default that is computed, and one that a constructor keeps for later.
def spectrum(clip, device="cuda" if not torch.backends.mps.is_available() else "mps"):
    return clip.to(device)


def spectrum_good(clip, device="cuda" if torch.cuda.is_available() else "cpu"):
    return clip.to(device)


def computed_bad(clip):
    return spectrum(clip)
    # CHECK: :[[@LINE-1]]:12: warning: 'spectrum' needs an accelerator


def computed_good(clip):
    return spectrum_good(clip)


class Aligner:
    def __init__(self, device="cuda"):
        self.model = nn.Linear(4, 4).cpu()
        self.device = device

    def align(self, audio):
        self.model = self.model.to(self.device)
        return self.model(audio.to(self.device))


def kept_bad(x):
    aligner = Aligner()
    return aligner.align(x)
    # CHECK: :[[@LINE-1]]:20: warning: 'align' needs an accelerator


def kept_good(x):
    aligner = Aligner(device)
    return aligner.align(x)


# Through another function; under a question, under a switch, and where somebody catches what fails.
def outer(state, place):
    return build(state, place)


def lifted_bad(state):
    return outer(state, torch.device("cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: 'outer' needs an accelerator


def guarded_good(state):
    return outer(state, "cuda") if torch.cuda.is_available() else outer(state, "cpu")


def switched(x, place, moves):
    if moves:
        x = x.to(place)
    return x


def switched_bad(x):
    return switched(x, "cuda", True)
    # CHECK: :[[@LINE-1]]:12: warning: 'switched' needs an accelerator


def switched_good(x, moves):
    return switched(x, "cuda", False) + switched(x, "cuda", moves)


def tried(x, place):
    try:
        return x.to(place)
    except RuntimeError:
        return x


def tried_good(x):
    return tried(x, "cuda")


def asked(x, place):
    return x.to(place if torch.cuda.is_available() else "cpu")


def asked_good(x):
    return asked(x, "cuda")
