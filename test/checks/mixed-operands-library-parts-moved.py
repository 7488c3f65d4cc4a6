# Parts of a model of a library that are moved one by one: nobody here knows which parts it has, so the model may be
# where they are.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s > %t; FileCheck %s --implicit-check-not=warning: < %t
import torch
import transformers


def bad():
    model = transformers.BertModel.from_pretrained("x")
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'BertModel' are on different devices
    return model(torch.ones(3, device="cuda"))


def good():
    model = transformers.BertModel.from_pretrained("x")
    model.encoder = model.encoder.to("cuda")
    model.embeddings = model.embeddings.to("cuda")
    model.pooler.to("cuda")
    return model(torch.ones(3, device="cuda"))
