//===- Types.h - Clang types to the words of the IR -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers, smart pointers, references and module holders stand for what they point to; that is how the lowering treats
// their values too.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_TYPES_H
#define DEVTIDY_FRONTEND_CLANG_TYPES_H

#include "frontend/clang/Names.h"
#include "ir/Type.h"
#include "clang/AST/Type.h"

namespace devtidy::frontend {

/// What a class is to the lowering.
enum class ClassRole : uint8_t {
  Other,
  Tensor,   ///< at::Tensor, at::TensorBase
  Device,   ///< c10::Device
  Options,  ///< c10::TensorOptions
  Number,   ///< c10::Scalar, c10::SymInt, caffe2::TypeMeta
  String,   ///< std::string, std::string_view
  Optional, ///< std::optional
  Pointer,  ///< std::shared_ptr, std::unique_ptr, std::reference_wrapper: stands for its pointee
  Holder,   ///< torch::nn::ModuleHolder and what TORCH_MODULE makes of it: stands for its Impl
  List,
  Tuple,
  Dict,
  Iterator, ///< a place in a standard container: stands for the container
  Function, ///< std::function, closure types
  None,     ///< std::nullopt_t
  Wrapper,  ///< holds one value of any kind without meaning of its own: c10::IValue, at::indexing::TensorIndex
};

class Types {
public:
  explicit Types(Names &N) : N(N) {}

  ir::Type of(clang::QualType T) { return of(T, 0); }
  ClassRole role(clang::QualType T);
  ClassRole role(const clang::CXXRecordDecl *R);
  /// The module class behind a holder class, or null.
  const clang::CXXRecordDecl *held(const clang::CXXRecordDecl *Holder);
  /// True for `T &` where the callee could give the caller's variable another value: tensors, devices, numbers. Objects
  /// and containers have an identity of their own, so that a reference to one is the object.
  bool isSharedVariable(clang::QualType Parameter);
  /// True for `Tensor *`: the address of a variable that can be written through.
  bool isTensorAddress(clang::QualType T);
  /// True for the address of a variable that holds a pointer, `float **`: what cudaMalloc writes through.
  bool isPointerAddress(clang::QualType T);
  /// A list whose elements are pointers.
  static ir::Type tableOfPointers();
  /// True for containers of the C++ library and of Thrust whose elements are in the host's memory, not where an
  /// allocator of the program puts them.
  bool usesHostMemory(clang::QualType T);
  /// True for numbers, and arrays of them.
  bool isPlainData(clang::QualType T);
  /// True for a pointer to memory of numbers or bytes, such as `float *`.
  bool isDataPointer(clang::QualType T);
  /// True if null or nothing is a value of T that programs test for.
  bool isNullable(clang::QualType T);
  /// True for the element of a map, a pair whose first cannot be changed, and for references and pointers to it.
  bool isMapEntry(clang::QualType T);
  bool isDeviceType(clang::QualType T); ///< the enumeration c10::DeviceType

private:
  ir::Type of(clang::QualType T, unsigned Depth);
  ir::Type ofClass(const clang::CXXRecordDecl *R, unsigned Depth);
  ClassRole findRole(const clang::CXXRecordDecl *R);

  Names &N;
  llvm::DenseMap<const clang::Decl *, ClassRole> Roles;
};

/// T without references, qualifiers and sugar.
clang::QualType bare(clang::QualType T);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_TYPES_H
