//===- LowerNames.cpp - Variables and closures ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"

namespace devtidy::frontend::python {

using ir::InstKind;

ir::ValueId FunctionLowering::append(InstKind K, llvm::StringRef Name, llvm::ArrayRef<ir::Arg> Operands,
                                     ir::SourceRange R, ir::Type T) {
  ir::Inst I;
  I.Kind = K;
  I.Name = U.M.intern(Name);
  I.Args.assign(Operands.begin(), Operands.end());
  I.Range = R;
  return B.append(std::move(I), T);
}

llvm::StringRef FunctionLowering::temporary() { return U.M.intern(("$" + llvm::Twine(++Temporaries)).str()); }

llvm::StringRef FunctionLowering::variable(llvm::StringRef Name, Scope *Owner) {
  llvm::StringRef &Variable = Variables[{Owner, Name}];
  if (Variable.empty()) {
    unsigned Number = ++VariableCount[Name];
    Variable = U.M.intern(Number == 1 ? Name.str() : (Name + "#" + llvm::Twine(Number)).str());
  }
  return Variable;
}

bool FunctionLowering::isCell(llvm::StringRef Name, Scope *Owner) const { return Owner->find(Name)->IsCell; }

void FunctionLowering::bindParameters() {
  // Captures are the first parameters. The builder's variables have the names that the parameters got when the function
  // was declared.
  for (auto &[Name, Owner] : Function.Captures)
    variable(Name, Owner);
  for (auto &[Name, Binding] : Function.Bindings)
    if (Binding.IsParameter)
      variable(Name, &Function);
}

static bool mentions(Node N, llvm::StringRef Name) {
  if (N.is(Kind::Identifier) && N.text() == Name)
    return true;
  for (Node C : N.children())
    if (mentions(C, Name))
      return true;
  return false;
}

/// True if the first statement that mentions Name is one of the function's own and assigns it.
static bool beginsWithAssignment(Node Body, llvm::StringRef Name) {
  for (Node S : Body.children()) {
    if (!mentions(S, Name))
      continue;
    Node Assignment = S.is(Kind::ExpressionStatement) ? S.first() : Node();
    return Assignment.is(Kind::Assignment) && Assignment.child(Field::Left).text() == Name &&
           !mentions(Assignment.child(Field::Right), Name) && !S.hasError();
  }
  return false;
}

void FunctionLowering::makeCells() {
  for (auto &[Name, Binding] : Function.Bindings) {
    if (!Binding.IsCell)
      continue;
    llvm::StringRef Variable = variable(Name, &Function);
    if (!Binding.IsParameter && beginsWithAssignment(Function.Where.child(Field::Body), Name)) {
      CellsToMake.insert(Variable);
      continue;
    }
    ir::Arg Value{Binding.IsParameter ? B.readVariable(Variable) : B.opaque({}, {}), {}, {}};
    B.writeVariable(Variable, append(InstKind::Cell, "", Value, {}));
  }
}

/// True if the statements of the module are lowered, and Name is a variable that nobody else assigns.
bool FunctionLowering::isLocalOfModule(llvm::StringRef Name, const Meaning &What) const {
  return Function.K == Scope::Kind::Module && What.K == Meaning::Kind::Global &&
         What.Qualified.rsplit('.').first == Function.Name && U.Names.isLocalOfModule(Name);
}

ir::ValueId FunctionLowering::read(llvm::StringRef Name, Node N) {
  ir::SourceRange R = U.range(N);
  Meaning What = U.Names.lookup(Name, Here, N.begin());
  switch (What.K) {
  case Meaning::Kind::Symbol:
  case Meaning::Kind::Global:
    if (isLocalOfModule(Name, What))
      return B.readVariable(variable(Name, &Function));
    return append(InstKind::GetGlobal, What.Qualified, {}, R);
  case Meaning::Kind::Unreachable:
    return B.opaque({}, R);
  case Meaning::Kind::Variable:
    break;
  }
  ir::ValueId Value = B.readVariable(variable(Name, What.Owner));
  return isCell(Name, What.Owner) ? append(InstKind::GetCell, "", ir::Arg{Value, {}, R}, R) : Value;
}

void FunctionLowering::write(llvm::StringRef Name, ir::Arg Value, ir::SourceRange R) {
  Meaning What = U.Names.lookup(Name, Here);
  if (What.K == Meaning::Kind::Global) {
    append(InstKind::SetGlobal, What.Qualified, Value, R);
    if (isLocalOfModule(Name, What))
      B.writeVariable(variable(Name, &Function), Value.Value);
    return;
  }
  if (What.K == Meaning::Kind::Symbol && Here->body()->K != Scope::Kind::Function) {
    // Another name of something imported: others may still read it as a variable of this module.
    append(InstKind::SetGlobal, (Here->body()->Name + "." + Name).str(), Value, R);
    return;
  }
  if (What.K != Meaning::Kind::Variable)
    return;
  llvm::StringRef Variable = variable(Name, What.Owner);
  if (CellsToMake.erase(Variable))
    B.writeVariable(Variable, append(InstKind::Cell, "", Value, R));
  else if (isCell(Name, What.Owner))
    append(InstKind::SetCell, "", {ir::Arg{B.readVariable(Variable), {}, R}, Value}, R);
  else
    B.writeVariable(Variable, Value.Value);
}

ir::ValueId FunctionLowering::closure(Scope &S, ir::SourceRange R) {
  ir::Inst I;
  I.Kind = InstKind::Closure;
  I.Callee = U.Functions.lookup(&S);
  I.Range = R;
  for (auto &[Name, Owner] : S.Captures)
    I.Args.push_back({B.readVariable(variable(Name, Owner)), {}, R});
  ir::Type T;
  T.Kind = ir::TypeKind::Function;
  return B.append(std::move(I), T);
}

ir::ValueId FunctionLowering::lowerLambda(Node N) {
  Scope *S = U.Names.of(N);
  lowerDefaults(N.child(Field::Parameters), S);
  return S && U.Functions.contains(S) ? closure(*S, U.range(N)) : lowerOpaque(N);
}

} // namespace devtidy::frontend::python
