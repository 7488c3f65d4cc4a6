//===- Ledger.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Ledger.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/abi/StandIn.h"
#include <algorithm>
#include <cerrno>
#include <deque>
#include <map>
#include <shared_mutex>
#include <sys/uio.h>
#include <unistd.h>
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
  /// The address of the first block that begins there or behind.
  std::optional<uintptr_t> firstFrom(uintptr_t Address) const;

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

std::optional<uintptr_t> Ledger::firstFrom(uintptr_t Address) const {
  auto After = Pieces.upper_bound(Address);
  if (After != Pieces.begin()) {
    const Piece &P = std::prev(After)->second;
    auto Where = std::lower_bound(P.begin(), P.end(), Address, [](const Block &B, uintptr_t A) { return B.Base < A; });
    if (Where != P.end())
      return Where->Base;
  }
  return After == Pieces.end() ? std::nullopt : std::optional(After->second.front().Base);
}

/// Blocks that are alive, and the latest dead ones.
class Blocks {
public:
  void add(const Block &B) {
    forgetDead(B);
    Alive.insert(B);
  }
  /// As noteFreed.
  std::optional<Block> free(uintptr_t Base, StackId By);
  void revive(const Block &B);
  std::optional<Block> find(uintptr_t Address) const;
  /// Where the blocks on a device begin.
  std::vector<uintptr_t> on(int Device) const;
  /// Forgets all that is in the addresses of B.
  void forget(const Block &B);

private:
  void forgetDead(const Block &B);
  void addDead(const Block &B);

  Ledger Alive;
  std::map<uintptr_t, Block> Dead;
  std::deque<uintptr_t> Order; ///< of the dead ones, oldest first
};

/// What of a dead block is not in the addresses of B stays dead.
void Blocks::forgetDead(const Block &B) {
  const uintptr_t End = B.Base + B.Size;
  auto It = Dead.lower_bound(B.Base);
  if (It != Dead.begin() && std::prev(It)->second.Base + std::prev(It)->second.Size > B.Base)
    --It;
  std::vector<Block> Rests; // one that is added can push another one out, which It may stand at
  while (It != Dead.end() && It->first < End) {
    Block Before = It->second, Behind = It->second;
    It = Dead.erase(It);
    const uintptr_t OldEnd = Before.Base + Before.Size;
    if (Before.Base < B.Base) {
      Before.Size = B.Base - Before.Base;
      Dead[Before.Base] = Before;
    }
    if (OldEnd > End) {
      Behind.Base = End;
      Behind.Size = OldEnd - End;
      Rests.push_back(Behind);
    }
  }
  for (const Block &Rest : Rests)
    addDead(Rest);
}

void Blocks::addDead(const Block &B) {
  Dead[B.Base] = B;
  Order.push_back(B.Base);
  if (Order.size() > MaxDead) {
    Dead.erase(Order.front());
    Order.pop_front();
  }
}

void Blocks::forget(const Block &B) {
  forgetDead(B);
  while (const std::optional<uintptr_t> Known = Alive.firstFrom(B.Base)) {
    if (*Known - B.Base >= B.Size)
      break;
    Alive.remove(*Known);
  }
}

std::optional<Block> Blocks::free(uintptr_t Base, StackId By) {
  std::optional<Block> B = Alive.remove(Base);
  if (!B) {
    auto Known = Dead.find(Base);
    return Known == Dead.end() ? std::nullopt : std::optional(Known->second);
  }
  if (B->Kind == Memory::Registered)
    return B;
  Block Gone = *B;
  Gone.Alive = false;
  Gone.Freed = By;
  addDead(Gone);
  return B;
}

void Blocks::revive(const Block &B) {
  if (B.Kind != Memory::Registered && !Dead.erase(B.Base))
    return; // the address lives again
  Alive.insert(B);
}

std::optional<Block> Blocks::find(uintptr_t Address) const {
  if (const Block *B = Alive.find(Address))
    return *B;
  auto After = Dead.upper_bound(Address);
  if (After == Dead.begin() || Address - std::prev(After)->second.Base >= std::prev(After)->second.Size)
    return std::nullopt;
  return std::prev(After)->second;
}

std::vector<uintptr_t> Blocks::on(int Device) const {
  std::vector<uintptr_t> Found;
  for (std::optional<uintptr_t> Next = Alive.firstFrom(0); Next; Next = Alive.firstFrom(*Next + 1))
    if (const Block *B = Alive.find(*Next); B && B->isOnDevice() && B->Device == Device)
      Found.push_back(*Next);
  return Found;
}

struct State {
  std::shared_mutex Lock;
  Blocks Own;    ///< of the CUDA runtime
  Blocks Cached; ///< of PyTorch, mostly inside of these

  std::optional<Block> find(uintptr_t Address) const {
    std::optional<Block> B = Cached.find(Address);
    return B ? B : Own.find(Address);
  }
};

} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { abi::forkSafe<State>(); }

void noteAllocated(const Block &B) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  S.Own.add(B);
  S.Cached.forget(B);
}

void noteCached(const Block &B) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  S.Cached.add(B);
}

std::optional<Block> noteFreed(uintptr_t Base, StackId By) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  std::optional<Block> B = S.Own.free(Base, By);
  if (B && B->Alive)
    S.Cached.forget(*B);
  return B;
}

void noteAllFreed(int Device, StackId By) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  for (const uintptr_t Base : S.Own.on(Device))
    if (const std::optional<Block> B = S.Own.free(Base, By))
      S.Cached.forget(*B);
}

void noteCachedFreed(uintptr_t Base, StackId By) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  S.Cached.free(Base, By);
}

void noteKept(const Block &B) {
  State &S = abi::forkSafe<State>();
  std::lock_guard Hold(S.Lock);
  S.Own.revive(B);
}

/// Asks the system, which answers without a fault.
static bool isReadable(uintptr_t Address) {
  char Byte = 0;
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  const iovec Into = {&Byte, 1}, From = {reinterpret_cast<void *>(Address), 1};
  return process_vm_readv(getpid(), &Into, 1, &From, 1, 0) == 1 || errno != EFAULT;
}

void findBlocks(std::span<const uintptr_t> Addresses, std::optional<Block> *Into) {
  const State &S = abi::forkSafe<State>();
  {
    std::shared_lock Hold(abi::forkSafe<State>().Lock);
    for (size_t N = 0; N < Addresses.size(); ++N)
      Into[N] = S.find(Addresses[N]);
  }
  // What the driver gives back to the system can be malloc's next; the stand-in keeps its addresses.
  for (size_t N = 0; N < Addresses.size(); ++N)
    if (const std::optional<Block> &B = Into[N];
        B && !B->Alive && !B->isOnDevice() && !abi::standIn() && isReadable(Addresses[N]))
      Into[N].reset();
}

std::optional<Block> findBlock(uintptr_t Address) {
  std::optional<Block> B;
  findBlocks({&Address, 1}, &B);
  return B;
}

bool tryFindBlock(uintptr_t Address, std::optional<Block> &Into) {
  State &S = abi::forkSafe<State>();
  std::shared_lock Hold(S.Lock, std::try_to_lock);
  if (Hold)
    Into = S.find(Address);
  return Hold.owns_lock();
}

} // namespace devtidy::shim
