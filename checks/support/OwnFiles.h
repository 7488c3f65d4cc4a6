//===- OwnFiles.h - Files that the program itself has written --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run has saved it can load again: the devices that were there then are there now.
//
//   stopper = EarlyStopping(path)
//   for epoch in range(n):
//     stopper(loss, net)                     # saves net under path
//   net.load_state_dict(torch.load(path))
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_OWNFILES_H
#define DEVTIDY_CHECKS_SUPPORT_OWNFILES_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// Where the bytes are that a function reads or writes, as far as it shows that.
enum class Storage {
  File,
  Bytes,     ///< io.BytesIO(BYTES) may hold what another machine has sent
  OwnBuffer, ///< one that starts empty holds what this program has written
};
/// Of At, a path or what stands for a file.
Storage storageOf(const SolvedFunction &S, const ir::Arg &At);

/// True if the function has written the file before, or the one around it has, or something of the program that either
/// has called and that saves files was given the path, or a piece of it; if all that call it have called before what
/// saves under that name, `self.prepare(); self.train()`; if it is in a temporary folder of the run; if all that give
/// the function the path have written it before; or if all files that the run saves hold what was on the CPU. A copy of
/// such a file, or another name of it, is one, too. What is written under a condition only, such as the best model so
/// far, is meant to be found there.
bool isOwnFile(const SolvedFunction &S, const NameUses &Names, const Event &Load);
/// True if two loads of S read the same path.
bool readSame(const SolvedFunction &S, const Event &A, const Event &B);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_OWNFILES_H
