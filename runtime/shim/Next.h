//===- Next.h - The functions behind the ones that the shim interposes ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shim is found before libcudart.so, by LD_PRELOAD. What it calls is the next definition: that of the CUDA runtime
// that the program uses, or of the stand-in. A module that has the runtime inside calls entries of its own
// (abi/Inside.h); what it is given is the runtime of that module, or the stand-in. A process can have both.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_NEXT_H
#define DEVTIDY_RUNTIME_SHIM_NEXT_H

#include <atomic>
#include <cstddef>
#include <cstdint>

/// Whose call this is: the number of the module, if that has the CUDA runtime inside, else 0. Each entry says it.
extern "C" [[gnu::visibility("hidden"), gnu::tls_model("initial-exec")]] constinit thread_local unsigned DevtidyCaller;

#if defined(__x86_64__)
/// The symbol Symbol, which stands for the function of that name and says that it is Whose call: an operand of the
/// assembler. Arguments stay where they are.
#define SHIM_ENTRY(Symbol, Name, Whose)                                                                                \
  asm(".pushsection .text\n"                                                                                           \
      ".globl " Symbol "\n"                                                                                            \
      ".type " Symbol ", @function\n" Symbol ": movq DevtidyCaller@gottpoff(%rip), %r10\n"                             \
      "movl " Whose ", %fs:(%r10)\n"                                                                                   \
      "jmp shim_" #Name "\n"                                                                                           \
      ".size " Symbol ", .-" Symbol "\n"                                                                               \
      ".popsection\n");
#define SHIM_ENTRIES(Name) SHIM_ENTRY(#Name, Name, "$0") SHIM_ENTRY("device_tidy_inside_" #Name, Name, "%r11d")
#else
#define SHIM_ENTRIES(Name) asm(".globl " #Name "\n.set " #Name ", shim_" #Name "\n");
#endif

/// Defines an interposed function of the CUDA runtime.
#define SHIM(Name) SHIM_ENTRIES(Name) extern "C" [[gnu::visibility("hidden"), gnu::used]] int shim_##Name
/// Says what a function of the runtime is that is called and not interposed.
#define BEHIND(Name) extern "C" int shim_##Name
/// The function behind the interposed one of that name; never null.
#define NEXT(Name)                                                                                                     \
  ([] {                                                                                                                \
    static std::atomic<void *> Known[::devtidy::shim::MaxCallers];                                                     \
    return reinterpret_cast<decltype(&shim_##Name)>(::devtidy::shim::nextFunction(#Name, Known));                      \
  }())

namespace devtidy::shim {

/// Modules that have the CUDA runtime inside are 1 and up; who has not is 0.
inline constexpr unsigned MaxCallers = 8;

/// Looks the function up, once for each caller. If no library has it, gives one that returns cudaErrorSymbolNotFound,
/// and says so.
void *findFunction(const char *Name, std::atomic<void *> &Known);
inline void *nextFunction(const char *Name, std::atomic<void *> (&Known)[MaxCallers]) {
  std::atomic<void *> &Mine = Known[DevtidyCaller];
  void *F = Mine.load(std::memory_order_acquire);
  return F ? F : findFunction(Name, Mine);
}

/// True for calls that the CUDA runtime itself, or one of its libraries, makes while it serves one of the program.
class Entered {
public:
  Entered() { ++Depth; }
  ~Entered() { --Depth; }
  Entered(const Entered &) = delete;
  Entered &operator=(const Entered &) = delete;
  bool isInner() const { return Depth > 1; }

private:
  static thread_local int Depth;
};

BEHIND(cudaGetLastError)();
BEHIND(cudaPeekAtLastError)();

/// Asks the runtime without the program's notice: a question that fails leaves an error behind, which would take the
/// place of one that the program has not asked for yet. While there is one, only what has been answered before is
/// asked.
template <typename Question> bool asked(Question Ask) {
  static std::atomic<bool> IsAnswered = false;
  const bool MayFail = NEXT(cudaPeekAtLastError)() == 0;
  if (!MayFail && !IsAnswered)
    return false;
  if (Ask() == 0)
    return IsAnswered = true;
  if (MayFail)
    NEXT(cudaGetLastError)();
  return false;
}

/// The calling thread's current device, as the runtime says; 0 if it does not.
int currentDevice();
/// cudaDeviceEnablePeerAccess was called on Device for Peer.
bool hasPeerAccess(int Device, int Peer);

/// A stream or an event, or nothing about it.
struct Owner {
  int Device = -1;      ///< -1: unknown
  uint32_t Created = 0; ///< a StackId
};
/// The null stream and its like are of the current device.
Owner ownerOf(const void *StreamOrEvent);
void noteOwner(const void *StreamOrEvent);
void forgetOwner(const void *StreamOrEvent);

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_NEXT_H
