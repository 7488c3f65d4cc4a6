//===- MethodNames.h - What the name of a method says --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_METHODNAMES_H
#define DEVTIDY_KNOWLEDGE_METHODNAMES_H

#include "knowledge/Names.h"

namespace devtidy::knowledge {

/// True for methods of tensors whose first argument is a dimension: groups of processes gather along none.
bool takesDimensionFirst(std::string_view Method);
/// True for `x.type(torch.cuda.FloatTensor)`, which only tensors have if they are given such a type.
bool takesTensorType(std::string_view Method);
/// True for what a method does, and an attribute that is read does not: `convert = x.numpy` converts nothing.
bool actsWhenCalled(Action Kind);
/// True for a method of tensors that is written as a function, `torch.Tensor.cuda(x)`.
bool isMethodOfTensors(std::string_view Function);
/// True for methods of a module that give each part with its name: named_children.
bool givesNames(std::string_view Method);
/// True for methods of modules that give parameters or buffers, which nothing else has: state_dict.
bool givesState(std::string_view Method);
/// True for methods that say that a module is at work: `net.train()`, `loss.backward()`.
bool runsModules(std::string_view Method);
/// True for methods of modules that compute with inputs as a call does, under a name of their own: net.generate(ids).
bool isNamedPass(std::string_view Method);
/// True for members that are called so as what makes numbers of texts: self.tokenizer.encode(text).
bool readsTexts(std::string_view Member);
/// True for methods and attributes of tensors that give one which requires no gradient: detach, data.
bool cutsGradient(std::string_view Name);
/// True for methods of tensors that count what is there along a dimension: mask.sum(1).
bool addsUp(std::string_view Method);
/// The method of tensors that one of that name is if it gives a pointer: `x.data<float>()` of C++ is data_ptr
/// (ATen/core/TensorBody.h), and `x.data()` is a tensor. "" for others.
std::string_view pointerMethod(std::string_view Method);
/// True for methods of modules that keep a tensor which does not move with them: register_attribute of TorchScript.
bool keepsAttribute(std::string_view Method);

/// True for methods of classes that bases in packages have, and that make an object of whatever class is named:
/// Net.from_pretrained(path). The path is no argument of the constructor, the others are.
bool makesOwnClass(std::string_view Method);

/// True for names that programs give to lengths of sequences: input_lengths, x_lens.
bool namesLengths(std::string_view Name);

/// True for methods and attributes of tensors that say how many dimensions there are, and for those that say how long
/// each is.
bool givesRank(std::string_view Name);
bool givesShape(std::string_view Name);
/// True for a method that fills what its object has, a module or an optimizer, where that is: `load_state_dict`.
bool fillsState(std::string_view Method);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_METHODNAMES_H
