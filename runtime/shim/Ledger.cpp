//===- Ledger.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Ledger.h"
#include "runtime/abi/ForkSafe.h"
#include <algorithm>
#include <deque>
#include <map>
#include <shared_mutex>
#include <vector>

namespace devtidy::shim {
namespace {

/// Sorted pieces of at most MaxPiece blocks: a node of a tree for each block would take twice the memory.
class Ledger {
public:
  static constexpr size_t MaxPiece = 256;

  void insert(const Block &B);
  const Block *find(uintptr_t Address) const;
  std::optional<Block> remove(uintptr_t Base);

private:
  using Piece = std::vector<Block>;
  std::map<uintptr_t, Piece> Pieces; ///< by the address of the first block when the piece was made
  std::map<uintptr_t, Piece>::iterator pieceOf(uintptr_t Address) {
    auto After = Pieces.upper_bound(Address);
    return After == Pieces.begin() ? Pieces.end() : std::prev(After);
  }
};

bool isBefore(uintptr_t Address, const Block &B) { return Address < B.Base; }

void Ledger::insert(const Block &B) {
  auto It = pieceOf(B.Base);
  if (It == Pieces.end()) {
    // Before all others: the first piece begins earlier from here on.
    if (Pieces.empty() || Pieces.begin()->second.size() >= MaxPiece) {
      Pieces[B.Base].push_back(B);
      return;
    }
    auto First = Pieces.extract(Pieces.begin());
    First.key() = B.Base;
    It = Pieces.insert(std::move(First)).position;
  }
  Piece &P = It->second;
  auto Where = std::upper_bound(P.begin(), P.end(), B.Base, isBefore);
  if (Where != P.begin() && std::prev(Where)->Base == B.Base) {
    *std::prev(Where) = B; // freed by somebody whom nobody saw
    return;
  }
  P.insert(Where, B);
  if (P.size() <= MaxPiece)
    return;
  const auto Half = P.begin() + MaxPiece / 2;
  Pieces[Half->Base] = Piece(Half, P.end());
  P.erase(Half, P.end());
  P.shrink_to_fit();
}

const Block *Ledger::find(uintptr_t Address) const {
  auto After = Pieces.upper_bound(Address);
  if (After == Pieces.begin())
    return nullptr;
  const Piece &P = std::prev(After)->second;
  auto Where = std::upper_bound(P.begin(), P.end(), Address, isBefore);
  if (Where == P.begin() || Address - std::prev(Where)->Base >= std::prev(Where)->Size)
    return nullptr;
  return &*std::prev(Where);
}

std::optional<Block> Ledger::remove(uintptr_t Base) {
  auto It = pieceOf(Base);
  if (It == Pieces.end())
    return std::nullopt;
  Piece &P = It->second;
  auto Where = std::upper_bound(P.begin(), P.end(), Base, isBefore);
  if (Where == P.begin() || std::prev(Where)->Base != Base)
    return std::nullopt;
  const Block B = *std::prev(Where);
  P.erase(std::prev(Where));
  if (P.empty())
    Pieces.erase(It);
  return B;
}

struct State {
  std::shared_mutex Lock;
  Ledger Alive;
  std::map<uintptr_t, Block> Dead;
  std::deque<uintptr_t> Order; ///< of the dead ones, oldest first

  std::optional<Block> find(uintptr_t Address) const {
    if (const Block *B = Alive.find(Address))
      return *B;
    auto After = Dead.upper_bound(Address);
    if (After == Dead.begin() || Address - std::prev(After)->second.Base >= std::prev(After)->second.Size)
      return std::nullopt;
    return std::prev(After)->second;
  }
};

} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { abi::forkSafe<State>(); }

void noteAllocated(const Block &B) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  // The addresses live again.
  auto It = S.Dead.lower_bound(B.Base);
  if (It != S.Dead.begin() && std::prev(It)->second.Base + std::prev(It)->second.Size > B.Base)
    --It;
  while (It != S.Dead.end() && It->first < B.Base + B.Size)
    It = S.Dead.erase(It);
  S.Alive.insert(B);
}

std::optional<Block> noteFreed(uintptr_t Base, StackId By) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  std::optional<Block> B = S.Alive.remove(Base);
  if (!B) {
    auto Known = S.Dead.find(Base);
    return Known == S.Dead.end() ? std::nullopt : std::optional(Known->second);
  }
  Block Gone = *B;
  Gone.Alive = false;
  Gone.Freed = By;
  S.Dead[Base] = Gone;
  S.Order.push_back(Base);
  if (S.Order.size() > MaxDead) {
    S.Dead.erase(S.Order.front());
    S.Order.pop_front();
  }
  return B;
}

void noteKept(const Block &B) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  auto Known = S.Dead.find(B.Base);
  if (Known == S.Dead.end())
    return; // the address lives again
  S.Dead.erase(Known);
  S.Alive.insert(B);
}

std::optional<Block> findBlock(uintptr_t Address) {
  State &S = abi::forkSafe<State>();
  std::shared_lock Hold(S.Lock);
  return S.find(Address);
}

bool tryFindBlock(uintptr_t Address, std::optional<Block> &Into) {
  State &S = abi::forkSafe<State>();
  std::shared_lock Hold(S.Lock, std::try_to_lock);
  if (Hold)
    Into = S.find(Address);
  return Hold.owns_lock();
}

} // namespace devtidy::shim
