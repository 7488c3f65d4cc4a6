//===- Options.cpp - Members of what nobody knows -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs keep their switches in objects whose class is not known: `args = parser.parse_args()`, a configuration that
// a function is given. Their members are flags, numbers and devices, which the program may set itself:
//
//   args.cuda = not args.no_cuda and torch.cuda.is_available()
//
// Tensors and modules in such members move with what holds them: where that has moved, nobody knows where they are.
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "knowledge/ClassNames.h"

namespace devtidy::dataflow {

static bool isOption(const Value &V) {
  return V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || V.is(Value::Kind::Device) ||
         V.is(Value::Kind::Symbolic) || (V.is(Value::Kind::Unknown) && (V.Cond || V.Path));
}

Value FunctionSolver::givenBy(ir::InstId Id, State &S) {
  Value Result = unknownOf(Id, staticType(inst(Id).Result));
  if (M.declaresTypes() || !Result.is(Value::Kind::Unknown))
    return Result;
  Result.Path = Prog.Paths.site(F, Id);
  // In a loop it is a new one each time.
  if (const std::optional<ObjectId> Old = Objects.known(Result.Path))
    for (const auto &[Key, Held] : S.Mem.of(*Old))
      S.Mem.erase(Key);
  return Result;
}

bool isModuleOptions(const ir::Type &T) { return T.Kind == ir::TypeKind::Object && knowledge::isModuleOptions(T.Name); }

/// `CrossEntropyLossOptions().weight(w)`: the options, which hold w from here on; nothing if I sets no option.
std::optional<Value> FunctionSolver::setOption(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = inst(Id);
  if (I.Kind != ir::InstKind::Invoke || Actuals.size() != 2 || !Actuals[0].is(Value::Kind::Object) ||
      !isModuleOptions(staticType(I.Args[0].Value)))
    return std::nullopt;
  writeField(S, Actuals[0].Obj, I.Name, Actuals[1]);
  return Actuals[0];
}

void FunctionSolver::keepOption(State &S, PathId Member, const Value &V) {
  if (!Member)
    return;
  const Path Where = Prog.Paths[Member];
  ObjectId O = Objects.symbolic(Where.Parent, "");
  writeField(S, O, Where.Name, V);
}

std::optional<Value> FunctionSolver::optionAt(const Memory &Mem, const Value &Of, PathId Member) const {
  if (!Member)
    return std::nullopt;
  const Path &Where = Prog.Paths[Member];
  if (const std::optional<ObjectId> Known = Objects.known(Where.Parent))
    if (const Value *Held = Mem.find({*Known, Where.Name}))
      return isOption(*Held) || !Mem.has({*Known, DeviceField}) ? *Held : Value::unknown();
  if (!Of.is(Value::Kind::Unknown))
    return std::nullopt;
  if (Where.IsDevice)
    return Value::device(Placement::of(Term::symbol(Member)));
  Value V = Value::unknown();
  V.Path = Member;
  return V;
}

} // namespace devtidy::dataflow
