# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Classes of models by their names, and a tokenizer of one's own that gives a tensor or a list.
import torch
from transformers import BertConfig, BertForMaskedLM, DataCollatorForLanguageModeling, PreTrainedModel


class Letters:
    def encode(self, text, return_tensors=None):
        ids = [ord(c) % 30 for c in text]
        return torch.tensor([ids]) if return_tensors == "pt" else ids


class Writer:
    def __init__(self, model: PreTrainedModel, tokenizer, prompt):
        self.model = model
        self.tokenizer = tokenizer
        self.prompt = prompt

    def write(self):
        return self.model.generate(self.tokenizer.encode(self.prompt, return_tensors="pt"), max_new_tokens=3)


class WriterThere(Writer):
    def write_there(self):
        return self.model.generate(self.tokenizer.encode(self.prompt, return_tensors="pt").to(self.model.device))


def written_bad():
    model = BertForMaskedLM(BertConfig()).cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'generate' are on different devices: 'self.model' on cuda, the result of 'encode' on cpu
    return Writer(model, Letters(), "a").write()


def written_good():
    model = BertForMaskedLM(BertConfig()).cuda()
    return WriterThere(model, Letters(), "a").write_there()


def listed_good(layer: PreTrainedModel):
    # A list is no tensor.
    return Letters().encode("a"), layer.cuda()


def called_bad():
    model = BertForMaskedLM(BertConfig())
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BertForMaskedLM' are on different devices: 'model' on cpu, 'torch.ones(3).cuda()' on cuda
    return model(torch.ones(3).cuda())


def collated_good(tokenizer, x: torch.Tensor):
    # No model, whatever it is for.
    collate = DataCollatorForLanguageModeling(tokenizer)
    return collate(x.cuda())
