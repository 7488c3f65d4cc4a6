//===- Inside.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Inside.h"
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace devtidy::shim {
namespace {

/// A file of ELF, as far as its table of sections says what is in it. What points out of the file is not there.
class ElfFile {
public:
  explicit ElfFile(const char *Path) {
    const int File = open(Path, O_RDONLY | O_CLOEXEC);
    struct stat Facts = {};
    if (File >= 0 && fstat(File, &Facts) == 0 && Facts.st_size > 0)
      if (void *Map = mmap(nullptr, static_cast<size_t>(Facts.st_size), PROT_READ, MAP_PRIVATE, File, 0);
          Map != MAP_FAILED)
        Bytes = {static_cast<const char *>(Map), static_cast<size_t>(Facts.st_size)};
    if (File >= 0)
      close(File);
    if (const auto *Head = at<ElfW(Ehdr)>(0); Head && std::memcmp(Head->e_ident, ELFMAG, SELFMAG) == 0) {
      Sections = table<ElfW(Shdr)>(Head->e_shoff, Head->e_shnum);
      if (Head->e_shstrndx < Sections.size())
        Names = &Sections[Head->e_shstrndx];
    }
  }
  ~ElfFile() {
    if (Bytes.data())
      munmap(const_cast<char *>(Bytes.data()), Bytes.size());
  }
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  bool hasSection(std::string_view Name) const {
    for (const ElfW(Shdr) &S : Sections)
      if (Names && text(*Names, S.sh_name) == Name)
        return true;
    return false;
  }

  /// True if it takes a function from elsewhere.
  bool imports(std::string_view Name) const {
    for (const ElfW(Shdr) &S : Sections)
      if (S.sh_type == SHT_DYNSYM && S.sh_link < Sections.size())
        for (const ElfW(Sym) &Symbol : table<ElfW(Sym)>(S.sh_offset, S.sh_size / sizeof(ElfW(Sym))))
          if (Symbol.st_shndx == SHN_UNDEF && text(Sections[S.sh_link], Symbol.st_name) == Name)
            return true;
    return false;
  }

private:
  template <typename T> const T *at(size_t Offset) const {
    return Offset <= Bytes.size() && Bytes.size() - Offset >= sizeof(T)
               ? reinterpret_cast<const T *>(Bytes.data() + Offset)
               : nullptr;
  }
  template <typename T> std::span<const T> table(size_t Offset, size_t Count) const {
    const T *First = at<T>(Offset);
    return First && Count <= (Bytes.size() - Offset) / sizeof(T) ? std::span(First, Count) : std::span<const T>();
  }
  std::string_view text(const ElfW(Shdr) & Strings, size_t Offset) const {
    if (Strings.sh_offset > Bytes.size() || Offset >= Bytes.size() - Strings.sh_offset)
      return {};
    const std::string_view Rest = Bytes.substr(Strings.sh_offset + Offset);
    return Rest.substr(0, Rest.find('\0'));
  }

  std::string_view Bytes;
  std::span<const ElfW(Shdr)> Sections;
  const ElfW(Shdr) *Names = nullptr;
};

bool hasUnseenRuntime(const char *Path) {
  const ElfFile File(Path);
  const bool HasKernels = File.hasSection(".nvFatBinSegment") || File.hasSection(".nv_fatbin");
  return HasKernels && !File.hasSection("device_tidy_slots") && !File.imports("__cudaRegisterFatBinary");
}

bool isOfOthers(std::string_view Name) {
  for (const std::string_view Prefix : {"libcu", "libnv", "libnpp", "libnccl", "libtorch"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

} // namespace

bool isLinkedToRuntime() {
  return dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *) {
        const ElfW(Dyn) *Dynamic = nullptr;
        for (unsigned N = 0; N < Info->dlpi_phnum; ++N)
          if (Info->dlpi_phdr[N].p_type == PT_DYNAMIC)
            Dynamic = reinterpret_cast<const ElfW(Dyn) *>(Info->dlpi_addr + Info->dlpi_phdr[N].p_vaddr);
        const char *Strings = nullptr;
        for (const ElfW(Dyn) *D = Dynamic; D && D->d_tag != DT_NULL; ++D)
          if (D->d_tag == DT_STRTAB)
            Strings = reinterpret_cast<const char *>(D->d_un.d_ptr); // glibc has added the base
        // Of the kernel's own library it has not. Our own name for the runtime of CUDA 12 is linked to that of 13.
        if (reinterpret_cast<uintptr_t>(Strings) < Info->dlpi_addr || std::strstr(Info->dlpi_name, "/libcudart.so"))
          return 0;
        for (const ElfW(Dyn) *D = Dynamic; Strings && D->d_tag != DT_NULL; ++D)
          if (D->d_tag == DT_NEEDED && std::strncmp(Strings + D->d_un.d_val, "libcudart", 9) == 0)
            return 1;
        return 0;
      },
      nullptr);
}

std::string unseenModule() {
  if (hasUnseenRuntime("/proc/self/exe"))
    return "the program";
  std::string Found;
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Into) {
        const std::string_view Path = Info->dlpi_name;
        const std::string_view Name = Path.substr(Path.rfind('/') + 1);
        if (Path.empty() || isOfOthers(Name) || !hasUnseenRuntime(Info->dlpi_name))
          return 0;
        *static_cast<std::string *>(Into) = Name;
        return 1;
      },
      &Found);
  return Found;
}

} // namespace devtidy::shim
