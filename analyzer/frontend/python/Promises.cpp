//===- Promises.cpp - Where annotations say that values are ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Promises.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::frontend::python {

using ir::InstKind;

/// The value that Named, the text in `On("x")`, means: a parameter as it was given, else a device.
std::optional<ir::Arg> Promises::target(llvm::StringRef Named, ir::SourceRange R) {
  if (L.Function.K == Scope::Kind::Function)
    for (unsigned N = 0; N != L.F.Params.size(); ++N)
      if (L.F.Params[N].Name == Named && L.F.Params[N].PassMode == ir::Param::Mode::Value)
        return ir::Arg{L.F.Blocks[0].Params[N], {}, R};
  return ir::Arg{L.B.constantString(Named, R), {}, R};
}

ir::Arg Promises::apply(Node Annotation, Scope *From, ir::Arg Value, llvm::StringRef To) {
  const std::optional<Types::Promise> P =
      Annotation ? L.U.Type.promiseOf(Annotation, From) : std::optional<Types::Promise>();
  if (!P)
    return Value;
  ir::SourceRange R = L.U.range(Annotation);
  R.Begin += P->Written.data() - Annotation.text().data();
  R.End = R.Begin + P->Written.size();
  R.Point = R.Begin;
  FunctionLowering::Args Operands{Value};
  if (!P->Of.empty())
    Operands.push_back(*target(P->Of, R));
  Operands.push_back({L.B.constantString(To, R), L.U.M.intern("to"), R});
  ir::Type Tensor;
  Tensor.Kind = ir::TypeKind::Tensor;
  // A parameter is given by callers, who read of it where it is declared.
  const bool IsGiven = L.F.definition(Value.Value) == nullptr && Value.Range.End <= R.Begin;
  const ir::SourceRange At = IsGiven || !Value.Range.isValid() ? R : Value.Range;
  return {L.append(InstKind::Call, L.U.M.intern(P->Name), Operands, At, Tensor), {}, Value.Range};
}

/// "scale" of "net.Net.scale".
static llvm::StringRef lastName(llvm::StringRef Name) { return Name.drop_front(Name.rfind('.') + 1); }

void Promises::ofParameters() {
  for (Node N : L.Function.Where.child(Field::Parameters).children()) {
    Node Annotation = N.child(Field::Type);
    Node Name = N.is(Kind::TypedParameter) ? N.first() : N.child(Field::Name);
    if (!Annotation || !Name.is(Kind::Identifier))
      continue;
    const auto P = llvm::find_if(L.F.Params, [&](const ir::Param &P) { return P.Name == Name.text(); });
    if (P == L.F.Params.end() || P->PassMode != ir::Param::Mode::Value)
      continue;
    const ir::Arg Given{L.F.Blocks[0].Params[P - L.F.Params.begin()], {}, L.U.range(Name)};
    const ir::Arg Placed = apply(Annotation, L.Function.Parent, Given, lastName(L.F.Name));
    if (Placed.Value != Given.Value)
      L.write(Name.text(), Placed, L.U.range(Name));
  }
}

ir::Arg Promises::ofResult(ir::Arg Value) {
  return apply(L.Function.Where.child(Field::ReturnType), L.Function.Parent, Value, lastName(L.F.Name));
}

ir::Arg Promises::ofAssignment(Node Annotation, Node Target, ir::Arg Value) {
  return apply(Annotation, L.Here, Value, Target.text());
}

ir::Arg Promises::ofMember(Node Member, ir::Arg Value) {
  Scope *Around = L.Function.K == Scope::Kind::Function ? L.Function.Parent->body() : nullptr;
  if (!Around || Around->K != Scope::Kind::Class || L.F.Params.empty() ||
      Member.child(Field::Object).text() != L.F.Params[0].Name)
    return Value;
  for (Node Statement : Around->Where.child(Field::Body).children())
    if (Node N = Statement.first(); Statement.is(Kind::ExpressionStatement) && N.is(Kind::Assignment) &&
                                    N.child(Field::Left).text() == Member.child(Field::Attribute).text())
      return apply(N.child(Field::Type), Around, Value, N.child(Field::Left).text());
  return Value;
}

bool Promises::declaresResult() const {
  const Node Annotation = L.Function.Where.child(Field::ReturnType);
  llvm::SmallVector<Node, 4> Statements = L.Function.Where.child(Field::Body).nodes();
  return Annotation && L.U.Type.promiseOf(Annotation, L.Function.Parent) && !Statements.empty() &&
         Statements.back().text() == "...";
}

} // namespace devtidy::frontend::python
