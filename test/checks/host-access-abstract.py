# RUN: not %device_tidy check --isolated --level 2 --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Whoever calls a method that a class leaves to those that derive from it runs one of theirs: five are followed.
import torch
from abc import ABC, abstractmethod


class Evaluator(ABC):
    @abstractmethod
    def process(self, batch, scores):
        raise NotImplementedError


class Mean(Evaluator):
    def process(self, batch, scores):
        self.mean = scores.mean().item()


class Shape(Evaluator):
    def process(self, batch, scores):
        self.shape = batch.shape


class Kept(Evaluator):
    def process(self, batch, scores):
        self.batch = batch


class Nothing(Evaluator):
    def process(self, batch, scores):
        pass


class Keys(Evaluator):
    def process(self, batch, scores):
        self.keys = batch.detach().numpy().tolist()


class Bad:
    def __init__(self, model, evaluator: Evaluator, device):
        self.model = model.to(device)
        self.device = device
        self.evaluator = evaluator

    def run(self, loader):
        for batch in loader:
            batch = batch.to(self.device)
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'batch.detach()' on the host, but 'batch.detach()' may be on 'device'
            self.evaluator.process(batch, self.model(batch))


class Good:
    def __init__(self, model, evaluator: Evaluator, device):
        self.model = model.to(device)
        self.device = device
        self.evaluator = evaluator

    def run(self, loader):
        for batch in loader:
            self.evaluator.process(batch.cpu(), self.model(batch.to(self.device)))
