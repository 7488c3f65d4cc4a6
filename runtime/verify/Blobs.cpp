//===- Blobs.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Blobs.h"
#include "runtime/abi/Cuda.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/abi/StandIn.h"
#include <c10/core/CPUAllocator.h>
#include <string_view>

namespace devtidy::verify {
namespace {

struct Runtime {
  int (*GetAttributes)(abi::PointerAnswer *, const void *) = nullptr;
  int (*PeekAtLastError)() = nullptr, (*GetLastError)() = nullptr;

  Runtime() {
    auto Find = [](auto &Function, const char *Name) {
      Function = reinterpret_cast<std::remove_reference_t<decltype(Function)>>(dlsym(RTLD_DEFAULT, Name));
    };
    Find(GetAttributes, "cudaPointerGetAttributes");
    Find(PeekAtLastError, "cudaPeekAtLastError");
    Find(GetLastError, "cudaGetLastError");
  }
  bool isThere() const { return GetAttributes && PeekAtLastError && GetLastError; }

  static const Runtime &get() {
    return abi::madeOnce([] { return Runtime(); });
  }
};

/// True of the function that gives memory back to LibTorch's allocator of the CPU, to its allocator that keeps CUDA's
/// memory, or to the simulated devices'.
bool isOwnDeleter(c10::DeleterFnPtr Deleter) {
  if (Deleter == abi::madeOnce([] { return c10::GetDefaultCPUAllocator()->raw_deleter(); }))
    return true;
  // A program has few.
  static thread_local std::pair<c10::DeleterFnPtr, bool> Last = {nullptr, false};
  if (Last.first != Deleter) {
    Dl_info Found{};
    std::string_view Path;
    if (dladdr(reinterpret_cast<const void *>(Deleter), &Found) && Found.dli_fname)
      Path = Found.dli_fname;
    Last = {Deleter, Path.ends_with("/libc10_cuda.so") || Path.ends_with("/libdevice_tidy_sim.so")};
  }
  return Last.second;
}

/// The simulated device whose memory an address is; -1 if it is none's, -2 if nobody knows (Simulator.h).
int askSimulator(const void *Address) {
  using Function = int32_t(const void *);
  auto *Ask = abi::madeOnce([] { return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, "devtidySimDeviceOf")); });
  return Ask ? Ask(Address) : -2;
}

} // namespace

bool isForeign(const c10::TensorImpl &T) {
  if (!Runtime::get().isThere() || !T.has_storage())
    return false;
  return !isOwnDeleter(T.unsafe_storage().unsafeGetStorageImpl()->_mutable_data_ptr_no_checks().get_deleter());
}

std::optional<c10::Device> findWrongMemory(const c10::TensorImpl &T) {
  const Runtime &Cuda = Runtime::get();
  const c10::Device Told = T.device();
  if ((!Told.is_cpu() && !Told.is_cuda()) || !T.has_storage() || !T.numel() || !T.data())
    return std::nullopt;
  const int Simulated = askSimulator(T.data());
  const bool UsesCuda = abi::standIn() ? abi::standIn()->IsUsed() : Cuda.isThere();
  if (Simulated >= 0 || (Simulated == -1 && !UsesCuda)) {
    const auto On =
        Simulated < 0 ? c10::Device(c10::kCPU) : c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(Simulated));
    return On == Told ? std::nullopt : std::optional(On);
  }
  // Simulated tensors are in memory of the stand-in only if the program uses CUDA.
  if (!Cuda.isThere() || (Told.is_cuda() && abi::standIn() && !UsesCuda))
    return std::nullopt;
  // A question that fails would leave an error for the program.
  abi::PointerAnswer Answer = {};
  if (Cuda.PeekAtLastError() != 0)
    return std::nullopt;
  if (Cuda.GetAttributes(&Answer, T.data()) != 0) {
    Cuda.GetLastError();
    return std::nullopt;
  }
  // cudaMemoryType; pinned and managed memory serves both.
  constexpr int Unregistered = 0, OnDevice = 2;
  if (Answer.Type == OnDevice && (!Told.is_cuda() || Told.index() != Answer.Device))
    return c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(Answer.Device));
  if (Answer.Type == Unregistered && Told.is_cuda())
    return c10::Device(c10::kCPU);
  return std::nullopt;
}

} // namespace devtidy::verify
