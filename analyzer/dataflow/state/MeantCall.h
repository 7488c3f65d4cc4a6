//===- MeantCall.h - The call that an instruction is taken for ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `layer = nn.Linear; layer(8, 8)` is the call nn.Linear(8, 8). While it is looked at so, whoever asks for the
// instruction is given that call.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_MEANTCALL_H
#define DEVTIDY_DATAFLOW_STATE_MEANTCALL_H

#include "dataflow/domain/Value.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

class MeantCall {
public:
  explicit MeantCall(const ir::Function &F) : F(F) {}

  const ir::Inst &inst(ir::InstId Id) const { return Other && Id == At ? *Other : F.inst(Id); }
  /// True while an instruction is looked at as another: that one is what it looks like.
  bool isOther() const { return Other; }
  /// True if an object that nobody knows makes the other call, `form.submit(f, x)`, and may do more before.
  bool isOfUnknown() const { return OfUnknown; }
  /// What the other instruction calls, if that is a member; else null.
  const Value *member() const { return Member ? &*Member : nullptr; }
  /// The same, if A is the argument that it calls.
  const Value *member(const ir::Arg &A) const { return Member && &A == Other->Args.begin() ? &*Member : nullptr; }

  /// As long as it lives, the instruction At is looked at as Other, which calls Member if that is given. OfUnknown: an
  /// object that nobody knows makes that call.
  class Scope {
  public:
    Scope(MeantCall &Of, const ir::Inst &Other, ir::InstId At, std::optional<Value> Member = std::nullopt,
          bool OfUnknown = false)
        : Of(Of) {
      Of.Other = &Other;
      Of.At = At;
      Of.Member = std::move(Member);
      Of.OfUnknown = OfUnknown;
    }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
    ~Scope() {
      Of.Other = nullptr;
      Of.Member.reset();
      Of.OfUnknown = false;
    }

  private:
    MeantCall &Of;
  };

private:
  const ir::Function &F;
  const ir::Inst *Other = nullptr;
  ir::InstId At;
  std::optional<Value> Member;
  bool OfUnknown = false;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_MEANTCALL_H
