"""A model of transformers: what its tokenizers and processors give, and where.

Read by the analyzer in place of what it defines, never run. Tensors are made on the CPU, and only if they are asked for
(tokenization_utils_base.py, BatchEncoding.convert_to_tensors; feature_extraction_utils.py, BatchFeature). `to` changes the
object and gives it back.
"""

import torch


class _Batch(dict):
    def __init__(self, tensors):
        self.attention_mask = tensors
        self.input_features = tensors
        self.input_ids = tensors
        self.input_values = tensors
        self.pixel_mask = tensors
        self.pixel_values = tensors
        self.token_type_ids = tensors

    def __getitem__(self, key):
        """Of a key that nobody knows: all are alike."""
        return self.input_ids

    def get(self, key, default=None):
        return self.input_ids

    def items(self):
        return [(key, self.input_ids) for key in self]

    def to(self, device, non_blocking=False):
        self.attention_mask = self.attention_mask.to(device)
        self.input_features = self.input_features.to(device)
        self.input_ids = self.input_ids.to(device)
        self.input_values = self.input_values.to(device)
        self.pixel_mask = self.pixel_mask.to(device)
        self.pixel_values = self.pixel_values.to(device)
        self.token_type_ids = self.token_type_ids.to(device)
        return self


class BatchEncoding(_Batch):
    """Made by the program itself, it holds what the program put there: see _Batch for a tokenizer's."""

    def __init__(self, data=None, encoding=None, tensor_type=None, prepend_batch_axis=False, n_sequences=None):
        self.attention_mask = data["attention_mask"]
        self.input_features = data["input_features"]
        self.input_ids = data["input_ids"]
        self.input_values = data["input_values"]
        self.pixel_mask = data["pixel_mask"]
        self.pixel_values = data["pixel_values"]
        self.token_type_ids = data["token_type_ids"]


class BatchFeature(BatchEncoding):
    pass


class _Images(dict):
    """What an image processor gives, which makes nothing beside the images (image_processing_base.py)."""

    def __init__(self, tensors):
        self.pixel_values = tensors

    def __getitem__(self, key):
        return self.pixel_values

    def to(self, device, non_blocking=False):
        self.pixel_values = self.pixel_values.to(device)
        return self


class _Processor:
    """Any tokenizer, image processor, feature extractor, or several of them together."""

    @staticmethod
    def from_pretrained(pretrained_model_name_or_path):
        return _Processor()

    def __call__(self, text=None, return_tensors=None):
        return _Batch(torch.zeros(1, 1) if return_tensors == "pt" else None)

    def encode_plus(self, text=None, return_tensors=None):
        return _Batch(torch.zeros(1, 1) if return_tensors == "pt" else None)

    def batch_encode_plus(self, text=None, return_tensors=None):
        return _Batch(torch.zeros(1, 1) if return_tensors == "pt" else None)

    def pad(self, encoded_inputs=None, return_tensors=None):
        return _Batch(torch.zeros(1, 1) if return_tensors == "pt" else None)

    def encode(self, text=None, return_tensors=None):
        return torch.zeros(1, 1) if return_tensors == "pt" else None


class _ImageProcessor:
    """An image processor that gives images alone."""

    @staticmethod
    def from_pretrained(pretrained_model_name_or_path):
        return _ImageProcessor()

    def __call__(self, images=None, return_tensors=None):
        return _Images(torch.zeros(1, 1) if return_tensors == "pt" else None)

    def preprocess(self, images=None, return_tensors=None):
        return _Images(torch.zeros(1, 1) if return_tensors == "pt" else None)


class AlbertTokenizer(_Processor):
    pass


class AlbertTokenizerFast(_Processor):
    pass


class AutoFeatureExtractor(_Processor):
    pass


class AutoImageProcessor(_ImageProcessor):
    pass


class AutoProcessor(_Processor):
    pass


class AutoTokenizer(_Processor):
    pass


class BartTokenizer(_Processor):
    pass


class BartTokenizerFast(_Processor):
    pass


class BertTokenizer(_Processor):
    pass


class BertTokenizerFast(_Processor):
    pass


class Blip2Processor(_Processor):
    pass


class BlipProcessor(_Processor):
    pass


class CLIPImageProcessor(_ImageProcessor):
    pass


class CLIPProcessor(_Processor):
    pass


class CLIPTokenizer(_Processor):
    pass


class CLIPTokenizerFast(_Processor):
    pass


class CamembertTokenizer(_Processor):
    pass


class DebertaV2Tokenizer(_Processor):
    pass


class DebertaV2TokenizerFast(_Processor):
    pass


class DetrImageProcessor(_Processor):
    pass


class DistilBertTokenizer(_Processor):
    pass


class DistilBertTokenizerFast(_Processor):
    pass


class ElectraTokenizer(_Processor):
    pass


class GPT2Tokenizer(_Processor):
    pass


class GPT2TokenizerFast(_Processor):
    pass


class LlamaTokenizer(_Processor):
    pass


class LlamaTokenizerFast(_Processor):
    pass


class MBart50Tokenizer(_Processor):
    pass


class MarianTokenizer(_Processor):
    pass


class RobertaTokenizer(_Processor):
    pass


class RobertaTokenizerFast(_Processor):
    pass


class SamProcessor(_Processor):
    pass


class T5Tokenizer(_Processor):
    pass


class T5TokenizerFast(_Processor):
    pass


class ViTFeatureExtractor(_Processor):
    pass


class ViTImageProcessor(_ImageProcessor):
    pass


class Wav2Vec2FeatureExtractor(_Processor):
    pass


class Wav2Vec2Processor(_Processor):
    pass


class WhisperFeatureExtractor(_Processor):
    pass


class WhisperProcessor(_Processor):
    pass


class XLMRobertaTokenizer(_Processor):
    pass
