//===- Taken.cpp - What is taken out of containers -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Taken.h"
#include "dataflow/state/PartMoves.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

namespace {

/// True if I gives a part of its first operand: a member, an element.
bool takesPart(const ir::Inst &I) {
  return llvm::is_contained({InstKind::GetField, InstKind::GetItem, InstKind::Next, InstKind::Unpack}, I.Kind) ||
         (I.Kind == InstKind::Invoke && llvm::is_contained({"at", "get"}, I.Name));
}

class Taken {
public:
  /// What a value may be, and where it stands, if it stands in memory.
  struct Part {
    Value V;
    std::optional<Memory::Key> At = std::nullopt;
    bool IsAny = false; ///< of what is there, nobody knows which one
  };
  Taken(const FunctionFrame &Solver, const Memory &Mem) : Solver(Solver), Mem(Mem) {}

  /// What V may be: all that stands where it was taken from.
  std::vector<Part> all(ir::ValueId V);

private:
  std::string keyOf(const ir::Inst &I) const;
  void addParts(const ir::Inst &I, const Value &From, std::vector<Part> &Out) const;

  static constexpr unsigned MaxValues = 32;
  const FunctionFrame &Solver;
  const Memory &Mem;
  llvm::DenseSet<uint32_t> Seen;
};

} // namespace

/// The name or the position of what I takes; "" if that is any.
std::string Taken::keyOf(const ir::Inst &I) const {
  if (I.Kind == InstKind::GetField)
    return I.Name.str();
  if (I.Kind == InstKind::Unpack)
    return std::to_string(I.Index);
  const Value At = I.Args.size() > 1 ? Solver.Values[I.Args[1].Value.index()] : Value();
  return At.isInt() ? std::to_string(At.Const.Int) : At.isString() ? At.Const.Text.str() : "";
}

/// What I may take of From.
void Taken::addParts(const ir::Inst &I, const Value &From, std::vector<Part> &Out) const {
  const std::string Key = keyOf(I);
  if (From.is(Value::Kind::Tuple)) {
    for (size_t N = 0; N < From.Elements->size(); ++N)
      if (Key.empty() || Key == std::to_string(N))
        Out.push_back({(*From.Elements)[N]});
  } else if (From.is(Value::Kind::Choice) && Key.empty()) {
    for (const Value &V : *From.Elements)
      Out.push_back({V});
  } else if (From.is(Value::Kind::Object)) {
    const llvm::StringRef Class = Solver.object(From.Obj).Class;
    const bool Holds = knowledge::holdsOthers({Class.data(), Class.size()}) || Solver.Prog.Types.isContainer(Class);
    // An entry of a dictionary is its key and what is there.
    if (I.Kind == InstKind::Unpack)
      Out.push_back({From});
    for (const auto &[At, Held] : Mem.of(From.Obj))
      if (Key.empty() ? Holds && (!isOwnField(At.second) || At.second == ElementField) : At.second == Key)
        Out.push_back({Held, At, Key.empty()});
  }
}

std::vector<Taken::Part> Taken::all(ir::ValueId V) {
  std::vector<Part> Out;
  if (!V || Seen.size() > MaxValues || !Seen.insert(V.index()).second)
    return Out;
  const ir::Inst *D = Solver.F.definition(V);
  if (!D) {
    for (ir::ValueId Coming : ir::incoming(Solver.F, V))
      llvm::append_range(Out, all(Coming));
  } else if (D->Kind == InstKind::Iterate) {
    Out = all(D->Args[0].Value);
  } else if (takesPart(*D)) {
    for (const Part &From : all(D->Args[0].Value))
      addParts(*D, From.V, Out);
  }
  if (Out.empty())
    Out.push_back({Solver.Values[V.index()]});
  return Out;
}

void registerTaken(FunctionFrame &Solver, State &S, ir::ValueId V, bool InPlace) {
  // Whoever stores it afterwards stores what is registered.
  if (InPlace && Solver.Values[V.index()].isTensor())
    S.Mem.set({Solver.Objects.data(V), RegisteredField}, Value::boolean(true));
  for (const Taken::Part &Each : Taken(Solver, S.Mem).all(V)) {
    markRegistered(S.Mem, Each.V);
    PartMoves(Solver, S).registerSame(Each.V);
    // `void keep(Tensor b) { register_buffer("b", b); }`: a caller knows who else has it.
    if (InPlace && Each.V.isTensor() && Each.V.Path && !Each.V.IsComputed &&
        Solver.Prog.Paths[Each.V.Path].Kind == Path::Root::Param)
      S.Mem.set({Solver.Objects.symbolic(Each.V.Path, ""), RegisteredField}, Value::boolean(true));
    if (!InPlace || !Each.At || !Each.V.isTensor())
      continue;
    Value &Held = S.Mem.at(*Each.At);
    Held.Registered = Held.IsParameter = true;
    if (Each.IsAny)
      S.Mem.set({Each.At->first, EachRegisteredField}, Value::boolean(true));
  }
}

std::vector<Value> modulesTaken(const FunctionFrame &Solver, const State &S, ir::ValueId V) {
  std::vector<Value> Out;
  for (Taken::Part &Each : Taken(Solver, S.Mem).all(V))
    if (Solver.isModule(Each.V))
      Out.push_back(std::move(Each.V));
  return Out;
}

void holdTaken(FunctionFrame &Solver, State &S, ir::ValueId V) {
  const std::vector<Taken::Part> All = Taken(Solver, S.Mem).all(V);
  if (All.size() > 1)
    for (const Taken::Part &Each : All)
      markRegistered(S.Mem, Each.V);
}

} // namespace devtidy::dataflow
