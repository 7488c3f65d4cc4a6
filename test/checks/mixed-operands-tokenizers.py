# What is asked for tensors, whatever class it is, makes them on the CPU.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from transformers import AutoImageProcessor, AutoTokenizer, BatchEncoding, BatchFeature, BertModel


def given_bad(model, tok, text):
    model = model.cuda()
    batch = tok(text, return_tensors="pt")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of {{.*}} are on different devices: 'model' on cuda, an element of 'batch' on cpu
    return model(**batch)


def given_good(model, tok, text):
    model = model.cuda()
    batch = tok(text, return_tensors="pt").to("cuda")
    return model(**batch)


class Pipe:
    def __init__(self, model, tokenizer, image_processor, device):
        self.model = model.to(device)
        self.tokenizer = tokenizer
        self.image_processor = image_processor
        self.device = device

    def member_bad(self, text):
        ids = self.tokenizer(text, return_tensors="pt", padding=True).input_ids
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of {{.*}} may be on different devices: 'self.model' on 'device', 'ids' on cpu
        return self.model(ids)

    def member_good(self, text):
        ids = self.tokenizer(text, return_tensors="pt", padding=True).input_ids.to(self.device)
        return self.model(ids)

    def entry_bad(self, text):
        batch = self.tokenizer(text, return_tensors="pt", padding=True)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of {{.*}} may be on different devices: 'self.model' on 'device', {{.*}} on cpu
        return self.model(batch.get("input_ids"))

    def entry_good(self, text):
        batch = self.tokenizer(text, return_tensors="pt", padding=True)
        return self.model(batch.get("input_ids").to(self.device))

    def image_bad(self, image):
        pixels = self.image_processor(image, return_tensors="pt").pixel_values
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of {{.*}} may be on different devices: 'self.model' on 'device', 'pixels' on cpu
        return self.model(pixels)

    def image_good(self, image):
        pixels = self.image_processor(image, return_tensors="pt").pixel_values
        return self.model(pixels.to(self.device))

    def arrays(self, text):
        """Arrays are no tensors."""
        return self.model(self.tokenizer(text, return_tensors="np").input_ids)

    def there(self, image):
        """Some processors are told where."""
        return self.model(self.image_processor(image, return_tensors="pt", device=self.device).pixel_values)

    def compared_bad(self, text):
        ids = self.tokenizer(text, padding="max_length", return_tensors="pt").input_ids.to(self.device)
        whole = self.tokenizer(text, padding="longest", return_tensors="pt").input_ids
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'equal' may be on different devices: 'ids' on {{.*}}, 'whole' on cpu
        return torch.equal(ids, whole)

    def compared_good(self, text):
        ids = self.tokenizer(text, padding="max_length", return_tensors="pt").input_ids
        whole = self.tokenizer(text, padding="longest", return_tensors="pt").input_ids
        return torch.equal(ids, whole)


AutoTokenizer.from_pretrained("gpt2")


# What the program makes itself holds what it puts there.
def made_keywords_bad():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding({"input_ids": torch.ones(1, 3)})
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BertModel' are on different devices: 'model' on cuda, {{.*batch.*}} on cpu
    return model(**batch)


def made_keywords_good():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding({"input_ids": torch.ones(1, 3).cuda()})
    return model(**batch)


def made_moved_good():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding({"input_ids": torch.ones(1, 3), "attention_mask": torch.ones(1, 3)}).to("cuda")
    return model(**batch)


def made_moved_bad():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding({"input_ids": torch.ones(1, 3), "attention_mask": torch.ones(1, 3)}).to("cpu")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BertModel' are on different devices: 'model' on cuda, {{.*batch.*}} on cpu
    return model(**batch)


def made_member_bad():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding({"input_ids": torch.ones(1, 3)})
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BertModel' are on different devices: 'model' on cuda, {{.*batch.*}} on cpu
    return model(batch["input_ids"])


def made_member_good():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding({"input_ids": torch.ones(1, 3, device="cuda")})
    return model(batch["input_ids"])


def made_attribute_bad():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchFeature({"pixel_values": torch.ones(1, 3)})
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BertModel' are on different devices: 'model' on cuda, {{.*batch.*}} on cpu
    return model(batch.pixel_values)


def made_attribute_good():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchFeature({"pixel_values": torch.ones(1, 3)}).to("cuda")
    return model(batch.pixel_values)


def made_lists_good():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding({"input_ids": [[1, 2]]}, tensor_type="pt").to("cuda")
    return model(**batch)


def made_given_good(data):
    model = BertModel.from_pretrained("b").cuda()
    return model(**BatchEncoding(data))


def made_empty_good(data):
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding()
    batch["input_ids"] = torch.ones(1, 3, device="cuda")
    return model(**batch)


def made_stored_bad():
    model = BertModel.from_pretrained("b").cuda()
    batch = BatchEncoding()
    batch["input_ids"] = torch.ones(1, 3)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BertModel' are on different devices: 'model' on cuda, {{.*batch.*}} on cpu
    return model(**batch)


# Who asks each whether it is a tensor moves all.
def each_asked_good(text):
    tokenizer, model = AutoTokenizer.from_pretrained("b"), BertModel.from_pretrained("b").cuda()
    batch = tokenizer(text, return_tensors="pt")
    for key in batch:
        if isinstance(batch[key], torch.Tensor):
            batch[key] = batch[key].cuda()
    return model(**batch)


def each_item_asked_good(text):
    tokenizer, model = AutoTokenizer.from_pretrained("b"), BertModel.from_pretrained("b").cuda()
    batch = tokenizer(text, return_tensors="pt")
    for key, value in batch.items():
        if isinstance(value, torch.Tensor):
            batch[key] = value.cuda()
    return model(**batch)


def one_moved_bad(text):
    tokenizer, model = AutoTokenizer.from_pretrained("b"), BertModel.from_pretrained("b").cuda()
    batch = tokenizer(text, return_tensors="pt")
    batch["input_ids"] = batch["input_ids"].cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'BertModel'
    return model(**batch)


# An image processor gives images alone.
def images_good(images):
    processor, model = AutoImageProcessor.from_pretrained("v"), BertModel.from_pretrained("b").cuda()
    batch = processor(images, return_tensors="pt")
    batch["pixel_values"] = batch["pixel_values"].cuda()
    return model(**batch)
