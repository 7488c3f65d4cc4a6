//===- Arrays.h - What NumPy writes to, and what shares memory --*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array that a tensor gives has the tensor's memory: x.numpy()[0] = 5 changes x.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_ARRAYS_H
#define DEVTIDY_KNOWLEDGE_ARRAYS_H

#include <cstdint>
#include <string_view>

namespace devtidy::knowledge {

/// True for methods and attributes of an array that give another one with the same memory: reshape, T.
bool sharesMemory(std::string_view Member);
/// True for methods that arrays have and tensors have not: astype.
bool isOfArraysAlone(std::string_view Method);
/// True for functions that may give what they are given, or an array with its memory: numpy.asarray, torch.from_numpy.
bool givesSharedMemory(std::string_view Function);
/// True for methods that write to the array that they are called on: fill, sort.
bool writesToArray(std::string_view Method);
/// True for methods of files, sockets and communicators that write to an array which they are given: f.readinto(a).
bool writesToArguments(std::string_view Method);
/// True for functions that write to the first argument: numpy.copyto, random.shuffle, numpy.add.at,
/// torch.nn.init.ones_.
bool writesToFirst(std::string_view Function);
/// True for functions that write to the first argument if they are told not to copy: numpy.nan_to_num(x, copy=False).
bool writesUnlessCopied(std::string_view Function);
/// True for methods that write to all parameters of a module: optimizer.step(), net.load_state_dict(kept).
bool writesToParameters(std::string_view Method);
/// True for functions that give what another one gives in turn, or the next of that: list(arrays), next(arrays).
bool givesInTurn(std::string_view Function);
/// True for methods of tables that give what they hold, in turn: views.values().
bool givesHeld(std::string_view Method);
/// True for methods that run when an object is gone over, indexed or entered: what they give is of that object.
bool givesOfObject(std::string_view Method);

/// The function of the tables that does what `object.Method(...)` does, where Maker, a function or a class of a
/// library, made the object: `axes.plot(x)` draws what `plt.plot(x)` draws, an estimator of sklearn makes arrays of
/// what it fits, an array is indexed with an array: "__getitem__" and "__setitem__" are methods, too. A method of what
/// another framework has made is one of that framework's functions, of which no table speaks: Maker itself,
/// `paddle.rand((3,)).cuda()`. "" for others.
std::string_view functionOfObject(std::string_view Maker, std::string_view Method);
/// True if what Maker made takes a tensor without dimensions for a number, where it stores one.
bool takesNumbers(std::string_view Maker);

/// True for methods that give a part of what they are called on, of which the same is true: file.create_group(name).
bool givesPart(std::string_view Method);

/// What tells a factory of PyTorch, by its last name, how large a tensor it makes: each of its arguments or one tuple,
/// `zeros(2, 3)`; one tuple, `full((2, 3), 0)`; what it copies, `tensor([[0, 0, 0], [0, 0, 0]])`.
enum class SizedBy : uint8_t { Unknown, Arguments, Tuple, Data };
SizedBy sizedBy(std::string_view Factory);

/// True for the types of arrays, and of the lists and numbers that they are made of: "numpy.ndarray", "list".
bool isArrayOrContainer(std::string_view Type);

/// True for functions of packages that make arrays, tables, images, texts and numbers, and never tensors.
bool makesArrays(std::string_view Function);
/// True for a function of NumPy that goes by elements: of a tensor it gives a tensor (torch/_tensor.py,
/// __array_wrap__).
bool givesTensors(std::string_view Function);

/// True for functions of packages that have nothing to do with tensors, or make arrays, texts and files of them.
bool worksOnHost(std::string_view Function);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_ARRAYS_H
