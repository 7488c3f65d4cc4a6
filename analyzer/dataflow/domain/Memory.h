//===- Memory.h - What the fields of objects hold -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every edge of a function keeps the memory that flows along it, and most edges hold what another one holds. So copies
// share everything until one of them is written, and share the objects that were not written then; where two paths
// meet, only objects that one of them has written are looked at.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_MEMORY_H
#define DEVTIDY_DATAFLOW_DOMAIN_MEMORY_H

#include "dataflow/domain/Value.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// Memories that share fields may be read and copied by any thread; one thread writes to a memory.
class Memory {
public:
  using Key = std::pair<ObjectId, llvm::StringRef>;
  using Entry = std::pair<Key, Value>;

private:
  /// The fields of one object, sorted by name. Never empty.
  struct Fields : llvm::ThreadSafeRefCountedBase<Fields> {
    std::vector<Entry> Entries;
  };
  using FieldsRef = llvm::IntrusiveRefCntPtr<Fields>;
  /// By object; null if it has no fields.
  struct Table : llvm::ThreadSafeRefCountedBase<Table> {
    std::vector<FieldsRef> Objects;
  };

public:
  /// The fields of an object as they were when this was made, whatever is written since.
  class Range {
  public:
    explicit Range(FieldsRef Held) : Held(std::move(Held)) {}
    const Entry *begin() const { return Held ? Held->Entries.data() : nullptr; }
    const Entry *end() const { return Held ? begin() + Held->Entries.size() : nullptr; }

  private:
    FieldsRef Held;
  };

  Range of(ObjectId O) const { return Range(fields(O.index())); }
  /// Null if the field is not there; good until the next write.
  const Value *find(const Key &K) const;
  bool has(const Key &K) const { return find(K); }

  void set(const Key &K, Value V) { at(K) = std::move(V); }
  /// The field, bottom if it is new; good until the next write.
  Value &at(const Key &K);
  void erase(const Key &K);
  void eraseObjects(llvm::function_ref<bool(ObjectId)> Pred);
  /// Every value V becomes Map(V).
  void map(llvm::function_ref<Value(const Value &)> Map);
  /// Calls Visit for each field, sorted by object, then by name. Visit may write to other memories and copies of this.
  void forEach(llvm::function_ref<void(const Key &, const Value &)> Visit) const;

  /// What paths that meet hold together. Objects that all parts hold alike are kept; of others, each field that a part
  /// has is what Join makes of it from the values in all parts, null where it is not there.
  static Memory merged(llvm::ArrayRef<const Memory *> Parts,
                       llvm::function_ref<Value(const Key &, llvm::ArrayRef<const Value *>)> Join);

  bool operator==(const Memory &O) const;

private:
  unsigned size() const { return Held ? Held->Objects.size() : 0; }
  FieldsRef fields(unsigned I) const { return I < size() ? Held->Objects[I] : FieldsRef(); }
  Table &own();
  static Fields &own(FieldsRef &F);
  static bool same(const Fields *A, const Fields *B) { return A == B || (A && B && A->Entries == B->Entries); }

  llvm::IntrusiveRefCntPtr<Table> Held;
};

/// True for what a module registers while nobody knows what it is: it is taken to be where the other parts are. One
/// that was made here has OpenField, until it is moved.
bool isOpenPart(const Memory &Mem, const Value &V);

/// V is registered with a module: so it is wherever it is stored.
inline void markRegistered(Memory &Mem, const Value &V) {
  if (V.is(Value::Kind::Object))
    Mem.set({V.Obj, RegisteredField}, Value::boolean(true));
}
inline bool isMarkedRegistered(const Memory &Mem, const Value &V) {
  return V.is(Value::Kind::Object) && Mem.has({V.Obj, RegisteredField});
}

/// What holds at one point of a function.
struct State {
  bool Reachable = false;
  Cube Path; ///< holds whenever control is here
  Memory Mem;
  /// Symbols of tensors whose device was tested on every way here on which they are not None. Sorted.
  std::vector<PathId> Tested;

  /// L holds from here on, if there is room for it; false if it cannot.
  [[nodiscard]] bool hold(Literal L) { return Path.size() >= Cube::MaxPath || Path.add(L); }
  /// The same: where it cannot, nobody gets here.
  void suppose(Literal L) { Reachable = hold(L) && Reachable; }
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_MEMORY_H
