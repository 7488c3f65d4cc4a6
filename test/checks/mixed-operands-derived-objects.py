# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# An annotation names a base: which of its methods run, the object says that is given.
import torch


class Env:
    def noise(self):
        return torch.zeros(3).cuda()


class OnCpu(Env):
    def noise(self):
        return torch.zeros(3)


def run(env: Env, x):
    return env.noise() + x


def handed_on(env: Env, x):
    return run(env, x)


class Agent:
    def __init__(self, env: Env):
        self.env = env

    def act(self, x):
        return self.env.noise() + x


def calls(make):
    run(OnCpu(), torch.zeros(3))
    run(Env(), torch.zeros(3).cuda())
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'env.noise()' on cuda, 'x' on cpu [device-mixed-operands]
    run(Env(), torch.zeros(3))
    handed_on(OnCpu(), torch.zeros(3))
    Agent(OnCpu()).act(torch.zeros(3))
    Agent(Env()).act(torch.zeros(3).cuda())
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'self.env.noise()' on cuda, 'x' on cpu [device-mixed-operands]
    Agent(Env()).act(torch.zeros(3))


calls(OnCpu)
