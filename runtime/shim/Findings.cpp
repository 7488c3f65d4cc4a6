//===- Findings.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Findings.h"
#include "runtime/abi/Cuda.h"
#include "runtime/shim/Kernels.h"
#include "runtime/shim/Order.h"
#include <algorithm>
#include <unwind.h>

using devtidy::runtime::Finding;

namespace devtidy::shim {

constexpr char WrongCopy[] = "device-wrong-copy-direction", HostPointer[] = "device-host-pointer-in-kernel",
               HostDereference[] = "device-host-dereference", WrongLaunch[] = "device-unguarded-launch",
               StreamMismatch[] = "device-stream-mismatch", UseAfterFree[] = "device-use-after-free";

static uintptr_t number(const void *P) { return reinterpret_cast<uintptr_t>(P); }
static std::string device(int Index) { return "cuda:" + std::to_string(Index); }
static std::string quoted(const std::string &Text) { return "'" + Text + "'"; }
static std::string deviceOf(const Block &B) { return B.isOnDevice() ? device(B.Device) : "cpu"; }

/// The kernel that is being launched by this thread: what the compiler made of its name is not the program's code.
static thread_local const void *Stub = nullptr;

/// Drops the frames of the stub, and what it calls.
static void dropStub(runtime::Stack &S) {
  constexpr unsigned Few = 4;
  for (unsigned N = 0; Stub && N < Few && N + 1 < S.Count; ++N) {
    void *Address = reinterpret_cast<void *>(S.Frames[N]); // NOLINT(performance-no-int-to-ptr)
    if (_Unwind_FindEnclosingFunction(Address) != Stub)
      continue;
    std::copy(S.Frames + N + 1, S.Frames + S.Count, S.Frames);
    S.Count -= N + 1;
    return;
  }
}

/// Begins a finding at the caller's place; nothing if the check has reported that.
static std::optional<Finding> begin(const char *Check) {
  Finding F;
  runtime::captureStack(F.Where.Calls, runtime::options().StackDepth);
  dropStub(F.Where.Calls);
  F.Key = runtime::stackKey(F.Where.Calls);
  if (runtime::countRepeated(Check, F.Key))
    return std::nullopt;
  F.Check = Check;
  return F;
}

/// Which tensor has the memory, where instrumented code has asked for the address.
static void addTensor(Finding &F, const std::string &What, const void *Address) {
  for (runtime::Note &N : runtime::describeMemory(Address, What))
    F.Notes.push_back(std::move(N));
}

static void addOrigin(Finding &F, const std::string &What, const Block &B) {
  const std::string Made = B.Kind == Memory::Variable
                               ? " is a variable of " + deviceOf(B) + ", whose address was asked for here"
                               : " allocated on " + deviceOf(B) + " by " + quoted(B.By) + " here";
  F.Notes.push_back({What + Made, {.Position = "", .Calls = stackOf(B.Allocated)}});
  if (!B.Alive)
    F.Notes.push_back({What + " freed here", {.Position = "", .Calls = stackOf(B.Freed)}});
}

static void reportFreed(const std::string &Use, const std::string &What, const Block &B, const void *Address) {
  std::optional<Finding> F = begin(UseAfterFree);
  if (!F)
    return;
  F->Headline = Use + " " + What + ", whose memory on " + deviceOf(B) + " has been freed";
  addTensor(*F, What, Address);
  addOrigin(*F, What, B);
  runtime::report(std::move(*F));
}

BEHIND(cudaPointerGetAttributes)(abi::PointerAnswer *, const void *);
BEHIND(cudaDeviceGetAttribute)(int *, int, int);

/// True if the runtime says that the address is memory of the host that no device may use. Slow: asked only of memory
/// that the ledger does not know and that has to be a device's.
static bool isHostOnly(const void *Address) {
  abi::PointerAnswer A = {};
  constexpr int Unregistered = 0, PageableMemoryAccess = 88;
  if (!asked([&] { return NEXT(cudaPointerGetAttributes)(&A, Address); }) || A.Type != Unregistered)
    return false;
  int ReadsAll = 0;
  return !asked([&] { return NEXT(cudaDeviceGetAttribute)(&ReadsAll, PageableMemoryAccess, currentDevice()); }) ||
         !ReadsAll;
}

void askEarly() {
  static std::atomic<bool> Done = false;
  if (Done || NEXT(cudaPeekAtLastError)() != 0 || Done.exchange(true))
    return;
  const char OnHost = 0;
  isHostOnly(&OnHost);
}

void checkCopy(const char *Call, Named Dst, Named Src, int Kind, bool IsPeer) {
  Stub = nullptr;
  static constexpr const char *Kinds[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                          "cudaMemcpyDeviceToDevice"};
  std::string Wrong;
  std::vector<std::pair<Named, std::optional<Block>>> Origins;
  auto Look = [&](Named N, bool WantsDevice) {
    if (!N.Address)
      return;
    const std::optional<Block> B = findBlock(number(N.Address));
    if (B && !B->Alive)
      return reportFreed(quoted(Call) + " is given", N.What, *B, N.Address);
    const bool OnDevice = B && B->isOnDevice();
    if (Kind == DefaultKind || (B ? !B->isOnDevice() || WantsDevice : !WantsDevice || !isHostOnly(N.Address)))
      return;
    Wrong += (Wrong.empty() ? "" : ", ") + std::string(N.What) + " is on " + (OnDevice ? device(B->Device) : "cpu");
    Origins.push_back({N, B});
  };
  Look(Dst, Kind == 1 || Kind == 3);
  Look(Src, Kind == 2 || Kind == 3);
  if (Wrong.empty() || Kind < 0 || Kind > 3)
    return;
  std::optional<Finding> F = begin(WrongCopy);
  if (!F)
    return;
  F->Headline =
      quoted(Call) + (IsPeer ? " copies from device to device" : " is given " + quoted(Kinds[Kind])) + ", but " + Wrong;
  for (const auto &[N, B] : Origins) {
    addTensor(*F, N.What, N.Address);
    if (B)
      addOrigin(*F, N.What, *B);
  }
  runtime::report(std::move(*F));
}

void checkFill(const char *Call, Named Dst) {
  Stub = nullptr;
  const std::optional<Block> B = findBlock(number(Dst.Address));
  if (B && !B->Alive)
    return reportFreed(quoted(Call) + " is given", Dst.What, *B, Dst.Address);
  if (B || !isHostOnly(Dst.Address))
    return;
  std::optional<Finding> F = begin(WrongCopy);
  if (!F)
    return;
  F->Headline = quoted(Call) + " fills memory of a device, but " + Dst.What + " is on cpu";
  addTensor(*F, Dst.What, Dst.Address);
  runtime::report(std::move(*F));
}

namespace {
/// An argument of a launch: its position, what it is, and the memory there.
struct Argument {
  unsigned Position;
  const void *Address;
  const std::optional<Block> &B;
  std::string what() const { return "argument " + std::to_string(Position + 1); }
};
} // namespace

static void checkArgument(const Kernel &K, const Argument &A, int Current, const void *Stream) {
  const std::optional<Block> &B = A.B;
  if (B && !B->Alive)
    return reportFreed(quoted(K.Name) + " is launched with", A.what(), *B, A.Address);
  if (!B) {
    if (!isHostOnly(A.Address))
      return;
    if (std::optional<Finding> F = begin(HostPointer)) {
      F->Headline = quoted(K.Name) + " is launched with " + A.what() + ", whose memory is on cpu";
      addTensor(*F, A.what(), A.Address);
      runtime::report(std::move(*F));
    }
    return;
  }
  if (B->Kind == Memory::Pooled && isOrderKept())
    noteUse(B->Base, Stream, K.Name);
  if (B->Kind > Memory::Variable || B->Device == Current || hasPeerAccess(Current, B->Device))
    return;
  std::optional<Finding> F = begin(WrongLaunch);
  if (!F)
    return;
  F->Headline = quoted(K.Name) + " is launched on " + device(Current) + " with " + A.what() + ", whose memory is on " +
                device(B->Device) + ", and peer access is not enabled";
  addTensor(*F, A.what(), A.Address);
  addOrigin(*F, A.what(), *B);
  runtime::report(std::move(*F));
}

static void checkArguments(const Kernel &K, void **Arguments, int Current, const void *Stream) {
  constexpr size_t Few = 8;
  uintptr_t Addresses[Few];
  unsigned Positions[Few];
  std::optional<Block> Blocks[Few];
  size_t Count = 0;
  auto CheckThese = [&] {
    findBlocks({Addresses, Count}, Blocks);
    for (size_t N = 0; N < Count; ++N) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      const Argument A{Positions[N], reinterpret_cast<const void *>(Addresses[N]), Blocks[N]};
      checkArgument(K, A, Current, Stream);
    }
    Count = 0;
  };
  for (const unsigned N : K.Pointers) {
    const void *Address = Arguments[N] ? *static_cast<void **>(Arguments[N]) : nullptr;
    if (!Address)
      continue;
    Addresses[Count] = number(Address);
    Positions[Count++] = N;
    if (Count == Few)
      CheckThese();
  }
  if (Count)
    CheckThese();
}

void checkLaunch(const void *Function, void **Arguments, const void *Stream) {
  const Kernel &K = kernelOf(Function);
  Stub = Function;
  const int Current = currentDevice();
  // A default stream is of the current device, whichever that is.
  const Owner O = abi::isDefaultStream(Stream) ? Owner() : ownerOf(Stream);
  if (O.Device >= 0 && O.Device != Current)
    if (std::optional<Finding> F = begin(StreamMismatch)) {
      F->Headline = quoted(K.Name) + " is launched on a stream of " + device(O.Device) + " while " + device(Current) +
                    " is current";
      F->Notes.push_back(
          {"stream created on " + device(O.Device) + " here", {.Position = "", .Calls = stackOf(O.Created)}});
      runtime::report(std::move(*F));
    }
  if (Arguments)
    checkArguments(K, Arguments, Current, Stream);
}

void checkRecord(const void *Event, const void *Stream) {
  Stub = nullptr;
  const Owner E = ownerOf(Event), S = ownerOf(Stream);
  if (E.Device < 0 || S.Device < 0 || E.Device == S.Device)
    return;
  std::optional<Finding> F = begin(StreamMismatch);
  if (!F)
    return;
  F->Headline = "an event of " + device(E.Device) + " is recorded on a stream of " + device(S.Device);
  F->Notes.push_back({"event created on " + device(E.Device) + " here", {.Position = "", .Calls = stackOf(E.Created)}});
  if (S.Created)
    F->Notes.push_back(
        {"stream created on " + device(S.Device) + " here", {.Position = "", .Calls = stackOf(S.Created)}});
  runtime::report(std::move(*F));
}

void checkFree(const char *Call, const Block &Known) {
  Stub = nullptr;
  if (!Known.Alive)
    reportFreed(quoted(Call) + " is given", "a pointer", Known, reinterpret_cast<const void *>(Known.Base));
}

void checkFreeInOrder(const char *Call, const void *Address, const void *Stream) {
  Stub = nullptr;
  const std::optional<Block> B = findBlock(number(Address));
  if (!B || !B->Alive || !isOrderKept())
    return;
  const std::optional<UnfinishedUse> Use = findUnfinished(B->Base, Stream);
  forgetUses(B->Base);
  std::optional<Finding> F = Use ? begin(UseAfterFree) : std::nullopt;
  if (!F)
    return;
  F->Headline = quoted(Call) + " frees memory on " + deviceOf(*B) + " in the order of one stream, but " +
                quoted(Use->What) + " on another stream may still use it";
  F->Notes.push_back(
      {quoted(Use->What) + " launched here, and nothing waits for it", {.Position = "", .Calls = stackOf(Use->Where)}});
  addOrigin(*F, "the memory", *B);
  runtime::report(std::move(*F));
}

void reportTouched(const Block &B, const runtime::Stack &Where) {
  Finding F;
  F.Check = B.Alive ? HostDereference : UseAfterFree;
  F.Headline = "host code dereferences a pointer to memory that is on " + device(B.Device) +
               (B.Alive ? "" : " and has been freed");
  F.Where.Calls = Where;
  addOrigin(F, "the memory", B);
  runtime::report(std::move(F));
}

} // namespace devtidy::shim
