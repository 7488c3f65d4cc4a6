//===- Texts.h - Strings, and what holds them -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No module of tensors is called with text: `processor(f"a photo of {name}")`, `tokenizer(["a", "b"])`.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_TEXTS_H
#define DEVTIDY_DATAFLOW_STATE_TEXTS_H

#include "dataflow/domain/Memory.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// True if V is a string, or a container of strings: by its value, by its type, or by what makes it.
bool isText(const FunctionFrame &In, ir::ValueId V, const State &S, unsigned Depth = 0);

/// What `text.lower()`, which I is, gives of V: of a text that is known, another one; of what is called a device, which
/// is spelled in small letters, the same. Nothing if I does something else.
std::optional<Value> respelled(const FunctionFrame &In, const ir::Inst &I, const Value &V);

/// What stands for each member that a computed name may mean, "grid_{}" for f"grid_{i}"; "" if nobody knows how the
/// name starts.
llvm::StringRef nameOfSeveral(const FunctionFrame &In, ir::ValueId Text);

/// The device that I names, if it is a text that is put together: `f"{kind}:0"`, `"cuda:{}".format(ids[0])`. Nothing if
/// it is none, or nobody knows.
std::optional<Value> joinedDevice(const FunctionFrame &In, const ir::Inst &I);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_TEXTS_H
