//===- Callees.h - Which function of the program a call runs ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_CALLEES_H
#define DEVTIDY_CHECKS_SUPPORT_CALLEES_H

#include "checks/support/NameUses.h"
#include "checks/support/Sink.h"

namespace devtidy::checks {

/// The call in F that made the object V of a class of the program; null if there is none.
const ir::Inst *makerOf(const dataflow::Program &P, const ir::Function &F, ir::ValueId V);

/// What of a library I calls by its name, whatever the module calls it; null if I is null, no call, or of nothing that
/// is known.
const knowledge::Callable *libraryCalleeOf(const dataflow::Program &P, const ir::Inst *I);

/// The function of the program that I, an instruction of F, calls: by its name, as a method of self, of an object that
/// F has made or was given, or as that object itself, `stopper(loss, net)`. Nothing if it is none, or nobody knows
/// which.
std::optional<dataflow::Program::Entry> calleeOf(const dataflow::Program &P, const ir::Function &F, const ir::Inst &I);

/// What of the program runs when I does: as above, or the constructor of the class that it makes an object of.
std::optional<dataflow::Program::Entry> runBy(const dataflow::Program &P, const ir::Function &F, const ir::Inst &I);

/// What a call gives for a parameter.
struct Given {
  const ir::Function &Caller;
  const ir::Inst &Call;
  const ir::Arg *A; ///< null if it gives nothing, and the default, if there is one, stands
};

/// What Call, which calls F, gives for its parameter N; null if it gives nothing.
const ir::Arg *givenFor(const ir::Function &F, unsigned N, const ir::Inst &Call);
/// True if Of holds of what each call of F in the run gives for its parameter N, and there are some. False if others
/// may call it, because something is made of it, `run(f)`. A call of a method of that name may be one of F.
bool holdsOfAllGiven(const dataflow::Program &P, const NameUses &All, const ir::Function &F, unsigned N,
                     llvm::function_ref<bool(const Given &)> Of);
/// The same of the calls alone, by who calls.
bool holdsOfAllCalls(const dataflow::Program &P, const NameUses &All, const ir::Function &F,
                     llvm::function_ref<bool(const ir::Function &Caller, const ir::Inst &Call)> Of);
/// How much of other functions a question has looked at, in instructions. Of names that everything has there is no end:
/// who looks for long cannot tell.
class Effort {
public:
  static constexpr size_t OfName = 32; ///< to ask whether that is meant where something of that name stands

  /// False if N more are too many.
  bool allows(size_t N) { return (Instructions += N) <= Max; }

private:
  static constexpr size_t Max = 1 << 17;
  size_t Instructions = 0;
};

/// True if Of holds of a call of F in the run that is seen, one of a method of that name on what nobody knows, too; if
/// something has F as a value, and may call it; or if to look at all of them is too much.
bool mayHoldOfCall(const dataflow::Program &P, const NameUses &All, const ir::Function &F, Effort &Spent,
                   llvm::function_ref<bool(const ir::Function &Caller, const ir::Inst &Call)> Of);
/// True if F is called where no call of it stands: what a decorator has made of it is called by whoever likes, and the
/// language calls what stands for an operator.
bool isCalledUnseen(const dataflow::Program &P, const NameUses &All, const ir::Function &F);
/// True if G gives None for parameter N of Callee, or leaves it at that.
bool isNone(const ir::Function &Callee, unsigned N, const Given &G);
/// The number of the parameter of F that V is; nothing if it is none.
std::optional<unsigned> parameterOf(const ir::Function &F, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_CALLEES_H
