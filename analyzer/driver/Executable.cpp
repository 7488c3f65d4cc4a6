//===- Executable.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Executable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <elf.h>
#include <link.h>
#include <unistd.h>

using namespace llvm;

namespace devtidy::driver {

/// True if the file names a dynamic loader (elf(5), PT_INTERP).
static bool namesLoader(StringRef Bytes, const ElfW(Ehdr) & Head) {
  for (unsigned I = 0; I != Head.e_phnum; ++I) {
    ElfW(Phdr) Segment;
    size_t At = Head.e_phoff + size_t(I) * Head.e_phentsize;
    if (At > Bytes.size() || Bytes.size() - At < sizeof Segment)
      return false;
    std::memcpy(&Segment, Bytes.data() + At, sizeof Segment);
    if (Segment.p_type == PT_INTERP)
      return true;
  }
  return false;
}

/// True if the file runs with other rights than ours, for which the loader leaves LD_PRELOAD out (ld.so(8)).
static bool changesRights(const Twine &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return false;
  const unsigned Bits = Status.permissions();
  return ((Bits & sys::fs::set_uid_on_exe) && Status.getUser() != getuid()) ||
         ((Bits & sys::fs::set_gid_on_exe) && Status.getGroup() != getgid());
}

std::string whyNotPreloadable(StringRef Path) {
  if (!sys::fs::is_regular_file(Path))
    return sys::fs::exists(Path) ? "it is no program" : "there is no such file";
  // Mapped: programs are large, and what is asked for is at a few places of them.
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Buffer.getError().message();
  StringRef Bytes = (*Buffer)->getBuffer();
  ElfW(Ehdr) Head;
  if (!Bytes.starts_with(ELFMAG))
    return Bytes.starts_with("#!") ? "" : "it is no program";
  if (Bytes.size() < sizeof Head)
    return "it is no program";
  std::memcpy(&Head, Bytes.data(), sizeof Head);
  constexpr unsigned char Ours = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  if (Head.e_ident[EI_CLASS] != Ours)
    return Ours == ELFCLASS64 ? "it is a 32-bit program" : "it is a 64-bit program";
  if (Head.e_type != ET_EXEC && Head.e_type != ET_DYN)
    return "it is no program";
  if (!namesLoader(Bytes, Head))
    return "it is linked statically";
  if (changesRights(Path))
    return "it runs with the rights of another user";
  return {};
}

} // namespace devtidy::driver
