//===- Tokenizers.h - What makes tensors of texts and images -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_TOKENIZERS_H
#define DEVTIDY_KNOWLEDGE_TOKENIZERS_H

#include <string_view>

namespace devtidy::knowledge {

/// The model of any tokenizer or processor (models/transformers).
inline constexpr std::string_view TokenizerClass = "transformers._Processor";

/// True for the keyword by which they are asked for tensors; nothing else has it.
inline bool asksForTensors(std::string_view Keyword) { return Keyword == "return_tensors"; }

/// True for what programs call a tokenizer or a processor that they keep: `self.tokenizer(text)`, `self.tok(text)`.
inline bool isTokenizer(std::string_view Name) {
  return Name.find("tok") != std::string_view::npos || Name.find("process") != std::string_view::npos ||
         Name.find("extractor") != std::string_view::npos;
}

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_TOKENIZERS_H
