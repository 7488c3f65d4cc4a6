//===- Wording.h - Every sentence of the project's findings ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check states its headline as a template; everything else that a user reads about a finding is one of the functions
// below, so that the same thing is always said in the same words. docs/WORDING.md has the rules.
//
// Parameters named What, Owner, Callee ... are already quoted, by quoted(); devices are as torch spells them.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_WORDING_H
#define DEVTIDY_REPORT_WORDING_H

#include "report/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace devtidy::report::wording {

//===--- Building blocks --------------------------------------------------===//

/// Source text in single quotes; text that is empty, longer than 40 characters or longer than a line becomes Otherwise,
/// unquoted: "the first operand".
std::string quoted(llvm::StringRef Source, llvm::StringRef Otherwise = "the expression");
/// An expression that says a device; a string in it is quoted once: 'x.device', 'cuda'.
std::string quotedDevice(llvm::StringRef Source);
/// A qualified name, without what stands first in it if it is too long to be quoted: 'models.Net.forward'.
std::string quotedName(llvm::StringRef Qualified);
/// "'weight' on cuda:0"
std::string onDevice(llvm::StringRef What, llvm::StringRef Device);
/// "a", "a, b", "a, b, c"
std::string list(llvm::ArrayRef<std::string> Items);
/// "on a machine with a GPU" and so on; what covers every world is "on every machine". Precondition: Worlds is not 0.
llvm::StringRef world(uint8_t Worlds);

using Slot = std::pair<llvm::StringRef, std::string>;
/// Fills a headline: "{name}" takes the text of that slot, "{is|may be}" its left side if Certain, else its right side.
/// A name without a slot stays as it stands, braces and all, for the tests to see.
std::string fill(llvm::StringRef Template, llvm::ArrayRef<Slot> Slots, bool Certain);

/// A headline's template as a description of its check: "operands of <op> are on different devices: <operands>".
std::string describe(llvm::StringRef Template);

//===--- The step that decided a device -----------------------------------===//

/// "'w' created on cuda:0 here"
std::string created(llvm::StringRef What, llvm::StringRef Device);
/// "'w' created on cpu here, the default device"
std::string createdByDefault(llvm::StringRef What, llvm::StringRef Device = "cpu");
/// "'x' moved to cuda:0 here"
std::string moved(llvm::StringRef What, llvm::StringRef Device);
/// "'x' moved to the device of 'y' here"
std::string movedLike(llvm::StringRef What, llvm::StringRef Owner);
/// "'target' copied on cpu here": what is copied stays where it was.
std::string copied(llvm::StringRef What, llvm::StringRef Device);
/// "'y' copied to cpu here without waiting"
std::string copiedWithoutWaiting(llvm::StringRef What, llvm::StringRef Device);
/// "'batch' collated on cpu here by the data loader"
std::string batched(llvm::StringRef What);
/// "address of 'h' captured here"
std::string captured(llvm::StringRef What);
/// "device of 'low' asked here"
std::string deviceAsked(llvm::StringRef Of);
/// "'d' used on the host here"
std::string usedHere(llvm::StringRef What);
/// "'k' launched here"
std::string launchedHere(llvm::StringRef Kernel);
/// "'from_blob' called here": what a callee does with what it is given.
std::string calledHere(llvm::StringRef What);
/// "'d' allocated on cuda:0 by 'cudaMalloc' here"; without By, "'h' allocated on cpu here"
std::string allocated(llvm::StringRef What, llvm::StringRef Device, llvm::StringRef By);
/// "'net' loaded onto cpu here"
std::string loaded(llvm::StringRef What, llvm::StringRef Device);

//===--- What a function cannot know --------------------------------------===//

/// "'x' is a parameter of 'forward' and follows the module's device"
std::string parameterFollowsModule(llvm::StringRef What, llvm::StringRef Function);
/// "'x' is a parameter of 'scale' and is on its caller's device"
std::string parameterOfCaller(llvm::StringRef What, llvm::StringRef Function);
/// "'weight' is a member of 'Net' and follows the module's device"
std::string memberFollowsModule(llvm::StringRef What, llvm::StringRef Class);
/// "'device' is a parameter of 'load' and names its caller's device"
std::string deviceOfCaller(llvm::StringRef What, llvm::StringRef Function);
/// "on a machine with a GPU 'x' can be on cuda"
std::string canBeOn(llvm::StringRef What, llvm::StringRef Device, uint8_t Worlds);
/// "it fails on a machine with a GPU"
std::string fails(uint8_t Worlds);

//===--- How it gets from there to the operation --------------------------===//

/// "'make_mask' returns a tensor on cpu here"
std::string returned(llvm::StringRef Callee, llvm::StringRef Device);
/// "'mask' stored in 'batch' here"
std::string stored(llvm::StringRef What, llvm::StringRef Container);
/// "operands of 'matmul' meet here", where the finding stands at a call and the operation is elsewhere
std::string operandsMeet(llvm::StringRef Operation);
/// "'x' read on the host here"
std::string readHere(llvm::StringRef What);
/// "'forward' defined here"
std::string defined(llvm::StringRef What);

/// "'x' comes from 'make(n)' here", of what a variable is made of
std::string comesFrom(llvm::StringRef What, llvm::StringRef From);
/// "'n' moved to cuda here; 'x' is 'n'", of two names for one thing
std::string isAlso(llvm::StringRef Note, llvm::StringRef What, llvm::StringRef Other);

//===--- Modules ----------------------------------------------------------===//

/// "'net' used with 'x' here"
std::string usedWith(llvm::StringRef What, llvm::StringRef Other);
/// "'net' used here", where the others have their names in a callee
std::string used(llvm::StringRef What);

//===--- Conditions -------------------------------------------------------===//

/// "'mask' created on cpu here when 'use_cache' is false". A trailing ", the default device" stays at the end.
std::string when(llvm::StringRef Note, llvm::StringRef Condition, bool Value);
/// "'use_cache' is false on this path"
std::string branch(llvm::StringRef Condition, bool Value);
/// "'mask' created on cpu here; on a machine with a GPU 'x' can be on cuda"
std::string both(llvm::StringRef Note, llvm::StringRef Other);
/// "cuda:0 named here"
std::string named(llvm::StringRef Device);
/// "needed by 'to' here", where the finding stands at a call and the operation is elsewhere
std::string neededBy(llvm::StringRef Operation);
/// "'cuda' is true here unless it is given", "'cpu' is false here unless it is given"
std::string flagByDefault(llvm::StringRef What, bool IsTrue);

//===--- What runs have seen -----------------------------------------------===//

/// "a run failed here with 'x' on cuda:0, 'mask' on cpu"
std::string confirmed(llvm::ArrayRef<std::string> Operands);
/// "no run failed here; one had 'x' on cpu, 'mask' on cpu"
std::string refuted(llvm::ArrayRef<std::string> Operands);
/// "these operands fitted; a run failed here with 'mask' on cuda:0, 'x' on cpu, 'y' on cpu"
std::string refutedByOther(llvm::ArrayRef<std::string> Operands);
/// "no run came here"
llvm::StringRef notReached();

//===--- Repairs and suppressions -----------------------------------------===//

/// A fix that is not sure, as a note: "possible fix: create 'mask' on the device of 'x'".
std::string possibleFix(const Fix &F);
/// What a repair of several places does, of what it does at each: "create 'a' and 'b' on 'cuda'", "create 'a' on 'cuda'
/// and move 'b' to 'cuda'"; "create both 'torch.ones(3)' on 'cuda'" of two that are called alike.
std::string together(llvm::ArrayRef<std::string> Titles);
/// "level 1, on every machine, evidence: forward-of-module 3": what -v adds to a finding
std::string reasons(int Level, uint8_t Worlds, llvm::ArrayRef<std::string> Evidence);
/// "'NOLINT' silences nothing"; Name is the check that it names, or ""
std::string unusedSuppression(llvm::StringRef Marker, llvm::StringRef Name);
/// "'NOLINTBEGIN' without a matching 'NOLINTEND'"
std::string unmatchedSuppression(llvm::StringRef Marker, llvm::StringRef Missing);

} // namespace devtidy::report::wording

#endif // DEVTIDY_REPORT_WORDING_H
