//===- HostView.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/HostView.h"
#include "runtime/sim/Memory.h"
#include <ATen/SparseTensorImpl.h>
#include <c10/core/DeviceGuard.h>

using c10::DispatchKey;
using c10::DispatchKeySet;
using c10::Storage;
using c10::TensorImpl;

namespace devtidy::sim {

/// A tensor on a device. One that views another's storage is an inference tensor if that is one, whatever the mode is
/// now (TensorImpl.h, ImplType).
static at::Tensor makeTensor(Storage Over, DispatchKeySet Keys, caffe2::TypeMeta Type, TensorImpl *ViewOf) {
  if (!ViewOf)
    return at::detail::make_tensor<TensorImpl>(std::move(Over), Keys, Type);
  const c10::BackendComponent Backend = Keys.highestBackendKey();
  Keys = Keys | c10::getAutocastRelatedKeySetFromBackend(Backend);
  if (!ViewOf->is_inference())
    Keys = Keys | c10::getAutogradRelatedKeySetFromBackend(Backend);
  return at::detail::make_tensor<TensorImpl>(TensorImpl::VIEW, std::move(Over), Keys, Type);
}

/// A tensor over Over that is to LibTorch what Like is, but for the device.
static at::Tensor relabel(const at::Tensor &Like, Storage Over, DispatchKey Backend, TensorImpl *ViewOf = nullptr) {
  DispatchKeySet Keys(Backend);
  if (Like._is_zerotensor())
    Keys = Keys.add(DispatchKey::ZeroTensor);
  at::Tensor T = makeTensor(std::move(Over), Keys, Like.dtype(), ViewOf);
  TensorImpl *Impl = T.unsafeGetTensorImpl();
  Impl->set_storage_offset(Like.storage_offset());
  Impl->set_sizes_and_strides(Like.sizes(), Like.strides());
  if (Like.unsafeGetTensorImpl()->is_wrapped_number())
    Impl->set_wrapped_number(true);
  if (Like.is_conj())
    Impl->_set_conj(true);
  if (Like.is_neg())
    Impl->_set_neg(true);
  return T;
}

static at::SparseTensorImpl *sparseImpl(const at::Tensor &T) {
  return static_cast<at::SparseTensorImpl *>(T.unsafeGetTensorImpl());
}

/// Makes To, a sparse tensor, be what Like is, with these indices and values.
static void assignSparse(const at::Tensor &To, const at::Tensor &Like, const at::Tensor &Indices,
                         const at::Tensor &Values) {
  at::SparseTensorImpl *Impl = sparseImpl(To), *From = sparseImpl(Like);
  Impl->raw_resize_(From->sparse_dim(), From->dense_dim(), Like.sizes());
  Impl->set_indices_and_values_unsafe(Indices, Values);
  Impl->set_coalesced(From->coalesced());
}

static at::Tensor relabelSparse(const at::Tensor &Like, const at::Tensor &Indices, const at::Tensor &Values,
                                DispatchKey Backend) {
  // A new sparse tensor is on the current device.
  c10::DeviceGuard Guard(Values.device());
  at::Tensor T = at::detail::make_tensor<at::SparseTensorImpl>(DispatchKeySet(Backend), Like.dtype());
  assignSparse(T, Like, Indices, Values);
  return T;
}

static void requireStrided(const at::Tensor &T) {
  TORCH_CHECK_NOT_IMPLEMENTED(!T.is_quantized(), "device-tidy: simulated devices have no quantized tensors");
  TORCH_CHECK_NOT_IMPLEMENTED(T.has_storage() && T.layout() == c10::kStrided,
                              "device-tidy: simulated devices have no tensors of layout ", T.layout());
}

Storage HostView::toHost(const Storage &S) {
  if (!S.device().is_cuda())
    return S;
  for (StoragePair &P : Storages)
    if (P.Device.is_alias_of(S))
      return P.Host;
  return Storages.emplace_back(StoragePair{S, hostTwin(S)}).Host;
}

at::Tensor HostView::toHost(const at::Tensor &T) {
  if (!T.defined() || !T.is_cuda())
    return T;
  for (TensorPair &P : Tensors)
    if (P.Device.is_same(T))
      return P.Host;
  if (T.is_sparse()) {
    at::Tensor Indices = toHost(sparseImpl(T)->indices()), Values = toHost(sparseImpl(T)->values());
    at::Tensor Host = relabelSparse(T, Indices, Values, DispatchKey::SparseCPU);
    return Tensors.emplace_back(TensorPair{T, std::move(Host)}).Host;
  }
  requireStrided(T);
  return Tensors.emplace_back(TensorPair{T, relabel(T, toHost(T.storage()), DispatchKey::CPU)}).Host;
}

Storage HostView::storageFor(const Storage &Host, c10::Device D) {
  for (StoragePair &P : Storages)
    if (P.Host.unsafeGetStorageImpl() == Host.unsafeGetStorageImpl())
      return P.Device;
  return Storages.emplace_back(StoragePair{storageOnDevice(Host, D), Host}).Device;
}

at::Tensor HostView::toDevice(const at::Tensor &Host, c10::Device D) {
  if (!Host.defined() || !Host.device().is_cpu())
    return Host;
  for (TensorPair &P : Tensors)
    if (P.Host.is_same(Host))
      return P.Device;
  if (Host.is_sparse() && D.is_cuda())
    return relabelSparse(Host, toDevice(sparseImpl(Host)->indices(), D), toDevice(sparseImpl(Host)->values(), D),
                         DispatchKey::SparseCUDA);
  bool IsView = false;
  if (Host.has_storage())
    for (StoragePair &P : Storages)
      IsView |= P.Host.unsafeGetStorageImpl() == Host.storage().unsafeGetStorageImpl();
  if (!IsView && !D.is_cuda())
    return Host;
  requireStrided(Host);
  TensorImpl *ViewOf = nullptr;
  for (TensorPair &P : Tensors)
    if (!ViewOf && IsView && P.Host.has_storage() && P.Host.is_alias_of(Host))
      ViewOf = P.Device.unsafeGetTensorImpl();
  return relabel(Host, storageFor(Host.storage(), D), DispatchKey::CUDA, ViewOf);
}

void HostView::writeBack() {
  const c10::StorageImpl *Grown = nullptr;
  for (StoragePair &P : Storages)
    if (followTwin(*P.Device.unsafeGetStorageImpl(), P.Host))
      Grown = P.Device.unsafeGetStorageImpl();
  for (TensorPair &P : Tensors) {
    if (P.Host.is_sparse()) {
      c10::Device D = P.Device.device();
      assignSparse(P.Device, P.Host, toDevice(sparseImpl(P.Host)->indices(), D),
                   toDevice(sparseImpl(P.Host)->values(), D));
      continue;
    }
    TensorImpl *Impl = P.Device.unsafeGetTensorImpl();
    Storage Now = storageFor(P.Host.storage(), P.Device.device());
    if (!Now.is_alias_of(P.Device.storage()))
      Impl->set_storage_keep_dtype(std::move(Now));
    if (P.Device.storage_offset() != P.Host.storage_offset())
      Impl->set_storage_offset(P.Host.storage_offset());
    if (P.Device.sizes() != P.Host.sizes() || P.Device.strides() != P.Host.strides())
      Impl->set_sizes_and_strides(P.Host.sizes(), P.Host.strides());
  }
  // Everything fits to each other when this throws.
  if (Grown)
    requireMemory(*Grown);
}

} // namespace devtidy::sim
