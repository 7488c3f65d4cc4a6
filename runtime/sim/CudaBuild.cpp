//===- CudaBuild.cpp - Takes PyTorch's own way to a GPU away -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A build with CUDA has kernels in two tables: the dispatcher's, from which libdevice_tidy_preload.so keeps them, and
// that of at::native::DispatchStub, which composite operators use. An entry of the second one is a pointer that
// libtorch_cuda.so has written into an object of libtorch_cpu.so, so it refers to each of these objects by name.
//
//===----------------------------------------------------------------------===//

#include <ATen/native/DispatchStub.h>
#include <c10/core/Device.h>
#include <dlfcn.h>
#include <link.h>
#include <string_view>

namespace torch::jit {
// torch/csrc/jit/codegen/fuser/interface.h, which PyTorch's package has since 2.8.
[[gnu::visibility("default")]] void overrideCanFuseOnGPU(bool Value);
} // namespace torch::jit

namespace {

/// What the loader knows of a library.
class Tables {
public:
  explicit Tables(const link_map &Library) : Base(Library.l_addr) {
    for (const ElfW(Dyn) *D = Library.l_ld; D->d_tag != DT_NULL; ++D)
      switch (D->d_tag) { // glibc has added the base to pointers
      case DT_SYMTAB:
        Symbols = reinterpret_cast<const ElfW(Sym) *>(D->d_un.d_ptr);
        break;
      case DT_STRTAB:
        Names = reinterpret_cast<const char *>(D->d_un.d_ptr);
        break;
      case DT_RELA:
        Relocations = reinterpret_cast<const ElfW(Rela) *>(D->d_un.d_ptr);
        break;
      case DT_RELASZ:
        Count = D->d_un.d_val / sizeof(ElfW(Rela));
        break;
      default:
        break;
      }
  }

  /// Calls F with the name and the address of each object that is taken from another library.
  template <typename Function> void forEachImported(Function F) const {
    if (!Symbols || !Names || !Relocations)
      return;
    for (size_t N = 0; N < Count; ++N) {
      const ElfW(Rela) &R = Relocations[N];
      const ElfW(Sym) &S = Symbols[ELF64_R_SYM(R.r_info)];
      if (ELF64_R_TYPE(R.r_info) == R_X86_64_GLOB_DAT && S.st_shndx == SHN_UNDEF &&
          ELF64_ST_TYPE(S.st_info) == STT_OBJECT)
        F(Names + S.st_name, *reinterpret_cast<void **>(Base + R.r_offset));
    }
  }

private:
  ElfW(Addr) Base;
  const ElfW(Sym) *Symbols = nullptr;
  const char *Names = nullptr;
  const ElfW(Rela) *Relocations = nullptr;
  size_t Count = 0;
};

bool isCodeOf(void *Address, const link_map &Library) {
  dl_find_object Found;
  return Address && _dl_find_object(Address, &Found) == 0 && Found.dlfo_link_map == &Library;
}

void removeEntries(const link_map &Cuda) {
  Tables(Cuda).forEachImported([&](std::string_view Name, void *Object) {
    Dl_info Where;
    ElfW(Sym) *Symbol = nullptr;
    if (!Name.starts_with("_ZN2at6native") || !Object ||
        !dladdr1(Object, &Where, reinterpret_cast<void **>(&Symbol), RTLD_DL_SYMENT) || !Symbol ||
        Where.dli_saddr != Object || Symbol->st_size != sizeof(at::native::DispatchStubImpl))
      return;
    if (auto *Stub = static_cast<at::native::DispatchStubImpl *>(Object); isCodeOf(Stub->cuda_dispatch_ptr, Cuda))
      Stub->cuda_dispatch_ptr = nullptr;
  });
}

/// Guards of c10::cuda ask the driver whether a device was used already.
void answerForDriver() {
  using Question = bool(c10::DeviceIndex);
  void *const Library = dlopen("libc10_cuda.so", RTLD_LAZY | RTLD_NOLOAD);
  void *const Set = Library ? dlsym(Library, "_ZN3c104cuda9_internal20setHasPrimaryContextEPFbaE") : nullptr;
  if (Set)
    reinterpret_cast<void (*)(Question *)>(Set)([](c10::DeviceIndex) { return true; });
}

[[maybe_unused]] const bool Removed = [] {
  void *Library = dlopen("libtorch_cuda.so", RTLD_LAZY | RTLD_NOLOAD);
  link_map *Cuda = nullptr;
  if (!Library || dlinfo(Library, RTLD_DI_LINKMAP, static_cast<void *>(&Cuda)) != 0)
    return false;
  removeEntries(*Cuda);
  answerForDriver();
  // Kernels that TorchScript would compile at run time.
  torch::jit::overrideCanFuseOnGPU(false);
  return true;
}();

} // namespace
