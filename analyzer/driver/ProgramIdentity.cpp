//===- ProgramIdentity.cpp - Which program this is ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ProgramIdentity.h"
#include "report/ReadFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <elf.h>
#include <link.h>

using namespace llvm;

namespace devtidy::driver {

/// The build ID among the notes of a segment; "" if there is none.
static std::string buildIdIn(StringRef Notes) {
  constexpr size_t Alignment = 4;
  const auto Padded = [](size_t Size) { return (Size + Alignment - 1) / Alignment * Alignment; };
  while (Notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) Head;
    std::memcpy(&Head, Notes.data(), sizeof Head);
    const StringRef Name = Notes.substr(sizeof Head, Head.n_namesz);
    const size_t At = sizeof Head + Padded(Head.n_namesz);
    if (Head.n_type == NT_GNU_BUILD_ID && Name == StringRef("GNU", 4))
      return toHex(Notes.substr(At, Head.n_descsz), /*LowerCase=*/true);
    Notes = Notes.drop_front(std::min(Notes.size(), At + Padded(Head.n_descsz)));
  }
  return "";
}

/// Called with the program first, and is content with it.
static int visit(dl_phdr_info *Object, size_t, void *Result) {
  for (unsigned I = 0; I != Object->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object->dlpi_phdr[I];
    if (Segment.p_type != PT_NOTE)
      continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives a number.
    const char *Begin = reinterpret_cast<const char *>(Object->dlpi_addr + Segment.p_vaddr);
    std::string Id = buildIdIn(StringRef(Begin, Segment.p_memsz));
    if (!Id.empty())
      *static_cast<std::string *>(Result) = std::move(Id);
  }
  return 1;
}

std::string programIdentity() {
  std::string Id;
  dl_iterate_phdr(visit, &Id);
  if (!Id.empty())
    return Id;
  // Of what runs, whatever stands at its path by now.
  const report::FileStamp Stamp = report::stampOf("/proc/self/exe").value_or(report::FileStamp());
  return join_items(" ", utostr(Stamp.Device), utostr(Stamp.Inode), utostr(Stamp.Size), itostr(Stamp.Modified),
                    itostr(Stamp.Changed));
}

} // namespace devtidy::driver
