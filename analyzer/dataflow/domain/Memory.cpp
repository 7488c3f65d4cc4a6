//===- Memory.cpp - Shared fields, written apart ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Memory.h"

namespace devtidy::dataflow {

static auto lowerBound(auto &Entries, llvm::StringRef Name) {
  return llvm::partition_point(Entries, [&](const Memory::Entry &E) { return E.first.second < Name; });
}

const Value *Memory::find(const Key &K) const {
  const unsigned I = K.first.index();
  if (I >= size() || !Held->Objects[I])
    return nullptr;
  const auto &Entries = Held->Objects[I]->Entries;
  auto It = lowerBound(Entries, K.second);
  return It != Entries.end() && It->first.second == K.second ? &It->second : nullptr;
}

Memory::Table &Memory::own() {
  if (!Held)
    Held = llvm::makeIntrusiveRefCnt<Table>();
  else if (Held->UseCount() != 1)
    Held = llvm::makeIntrusiveRefCnt<Table>(*Held);
  return *Held;
}

Memory::Fields &Memory::own(FieldsRef &F) {
  if (!F)
    F = llvm::makeIntrusiveRefCnt<Fields>();
  else if (F->UseCount() != 1)
    F = llvm::makeIntrusiveRefCnt<Fields>(*F);
  return *F;
}

Value &Memory::at(const Key &K) {
  Table &T = own();
  const unsigned I = K.first.index();
  if (I >= T.Objects.size())
    T.Objects.resize(I + 1);
  auto &Entries = own(T.Objects[I]).Entries;
  auto It = lowerBound(Entries, K.second);
  if (It == Entries.end() || It->first.second != K.second)
    It = Entries.insert(It, {K, Value()});
  return It->second;
}

void Memory::erase(const Key &K) {
  if (!has(K))
    return;
  FieldsRef &F = own().Objects[K.first.index()];
  auto &Entries = own(F).Entries;
  Entries.erase(lowerBound(Entries, K.second));
  if (Entries.empty())
    F.reset();
}

void Memory::eraseObjects(llvm::function_ref<bool(ObjectId)> Pred) {
  for (unsigned I = 0; I < size(); ++I)
    if (Held->Objects[I] && Pred(ObjectId(I)))
      own().Objects[I].reset();
}

void Memory::map(llvm::function_ref<Value(const Value &)> Map) {
  for (unsigned I = 0; I < size(); ++I)
    for (unsigned N = 0; Held->Objects[I] && N < Held->Objects[I]->Entries.size(); ++N) {
      const Value &Old = Held->Objects[I]->Entries[N].second;
      if (Value V = Map(Old); !(V == Old))
        own(own().Objects[I]).Entries[N].second = std::move(V);
    }
}

void Memory::forEach(llvm::function_ref<void(const Key &, const Value &)> Visit) const {
  const Memory Copy = *this;
  for (unsigned I = 0; I < Copy.size(); ++I)
    for (const auto &[K, V] : Copy.of(ObjectId(I)))
      Visit(K, V);
}

Memory Memory::merged(llvm::ArrayRef<const Memory *> Parts,
                      llvm::function_ref<Value(const Key &, llvm::ArrayRef<const Value *>)> Join) {
  const Memory &First = *Parts[0];
  if (llvm::all_of(Parts, [&](const Memory *P) { return P->Held == First.Held; }))
    return First;
  unsigned Size = 0;
  for (const Memory *P : Parts)
    Size = std::max(Size, P->size());
  Memory Out = First;
  Out.own().Objects.resize(Size);
  llvm::SmallVector<const Fields *, 4> Fs;
  llvm::SmallVector<const Value *, 4> Values;
  llvm::SmallVector<Key, 8> Keys;
  for (unsigned I = 0; I < Size; ++I) {
    Fs.clear();
    for (const Memory *P : Parts)
      Fs.push_back(I < P->size() ? P->Held->Objects[I].get() : nullptr);
    if (llvm::all_of(llvm::drop_begin(Fs), [&](const Fields *F) { return same(F, Fs[0]); }))
      continue;
    Keys.clear();
    for (const Fields *F : Fs)
      for (const Entry &E : F ? llvm::ArrayRef(F->Entries) : llvm::ArrayRef<Entry>())
        Keys.push_back(E.first);
    llvm::sort(Keys);
    Keys.erase(llvm::unique(Keys), Keys.end());
    FieldsRef Joined = llvm::makeIntrusiveRefCnt<Fields>();
    for (const Key &K : Keys) {
      Values.clear();
      for (const Memory *P : Parts)
        Values.push_back(P->find(K));
      Joined->Entries.push_back({K, Join(K, Values)});
    }
    Out.Held->Objects[I] = std::move(Joined);
  }
  return Out;
}

bool Memory::operator==(const Memory &O) const {
  if (Held == O.Held)
    return true;
  for (unsigned I = 0; I < std::max(size(), O.size()); ++I) {
    const Fields *A = I < size() ? Held->Objects[I].get() : nullptr;
    const Fields *B = I < O.size() ? O.Held->Objects[I].get() : nullptr;
    if (!same(A, B))
      return false;
  }
  return true;
}

bool isOpenPart(const Memory &Mem, const Value &V) {
  if (!V.is(Value::Kind::Object))
    return V.is(Value::Kind::Unknown);
  const Value *Device = Mem.has({V.Obj, OpenField}) ? Mem.find({V.Obj, DeviceField}) : nullptr;
  return Device && Device->P.isUnknown();
}

} // namespace devtidy::dataflow
