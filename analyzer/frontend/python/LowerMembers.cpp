//===- LowerMembers.cpp - Members that are found by their names -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `getattr(x, "weight")` is `x.weight`, and `setattr(x, "weight", w)` assigns it. A loop over names that stand in the
// program has a round for each, so that the same holds for `for n in ("mean", "std"): setattr(self, n, ...)`.
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"
#include "frontend/python/Literals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::frontend::python {

using ir::InstKind;

llvm::StringRef FunctionLowering::constantText(ir::ValueId V) const {
  const ir::Inst *D = F.definition(V);
  const bool IsText = D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::String;
  return IsText ? D->Const.Text : llvm::StringRef();
}

static bool isIdentifier(llvm::StringRef Name) {
  return !Name.empty() && !llvm::isDigit(Name.front()) &&
         llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

std::optional<ir::ValueId> FunctionLowering::lowerMember(llvm::StringRef Function, Node Holder,
                                                         llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R) {
  const bool Gets = Function == "getattr" && Operands.size() == 2, Sets = Function == "setattr" && Operands.size() == 3;
  const llvm::StringRef Name = Gets || Sets ? constantText(Operands[1].Value) : llvm::StringRef();
  if (!isIdentifier(Name) || llvm::any_of(Operands, [](const ir::Arg &A) { return !A.Keyword.empty(); })) {
    if (Sets && (U.Names.isOwnModule(Holder, Here) || U.Names.isOwnTable(Holder, Here)))
      loseVariables(R);
    return std::nullopt;
  }
  const std::optional<llvm::StringRef> Symbol = U.Names.qualified(Holder, Here);
  forkIfHandled(R);
  if (Sets && !Symbol) {
    append(InstKind::SetField, Name, {Operands[0], Operands[2]}, R);
    return B.constantNone(R);
  }
  if (Sets) {
    append(InstKind::SetGlobal, (*Symbol + "." + Name).str(), Operands[2], R);
    return B.constantNone(R);
  }
  return Symbol ? append(InstKind::GetGlobal, (*Symbol + "." + Name).str(), {}, R)
                : append(InstKind::GetField, Name, Operands[0], R);
}

//===--- Variables by their names -----------------------------------------===//

/// The texts of the strings in N: of `f"{net}.to({d})"`, ".to(" and ")".
static void collectTexts(Node N, llvm::SmallVectorImpl<llvm::StringRef> &Out) {
  if (N.is(Kind::StringContent))
    Out.push_back(N.text());
  else
    for (Node C : N.children())
      collectTexts(C, Out);
}

/// Calls Found with each name of a variable in Code: of "self.fc(x)", self and x.
static void forEachName(llvm::StringRef Code, llvm::function_ref<void(llvm::StringRef)> Found) {
  const auto IsOfName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  char Before = 0;
  while (!Code.empty()) {
    const llvm::StringRef Name = Code.take_while(IsOfName);
    if (isIdentifier(Name) && Before != '.')
      Found(Name);
    Before = Name.empty() ? Code.front() : Name.back();
    Code = Code.drop_front(std::max<size_t>(Name.size(), 1));
  }
}

void FunctionLowering::addNamed(Node Code, Args &Operands) {
  llvm::SmallVector<llvm::StringRef, 4> Texts;
  collectTexts(Code, Texts);
  // What neither calls nor assigns leaves everything as it is.
  if (llvm::none_of(Texts, [](llvm::StringRef T) { return T.find_first_of("(=") != llvm::StringRef::npos; }))
    return;
  llvm::StringSet<> Met;
  for (llvm::StringRef Text : Texts)
    forEachName(Text, [&](llvm::StringRef Name) {
      const Meaning What = U.Names.lookup(Name, Here);
      const bool IsVariable =
          What.K == Meaning::Kind::Variable ? What.Owner == &Function : What.K == Meaning::Kind::Global;
      if (IsVariable && Met.insert(Name).second)
        Operands.push_back({read(Name, Code), {}, U.range(Code)});
    });
}

/// `locals()` in a function: a dictionary of the variables that it has bound.
ir::ValueId FunctionLowering::lowerLocals(Node N) {
  constexpr size_t MaxVariables = 64;
  const ir::SourceRange R = U.range(N);
  ir::Type T;
  T.Kind = ir::TypeKind::Dict;
  Args Operands;
  for (const auto &[Name, Bound] : Function.Bindings) {
    const Meaning What = U.Names.lookup(Name, Here);
    if (What.K != Meaning::Kind::Variable || What.Owner != &Function || Operands.size() / 2 >= MaxVariables)
      continue;
    const ir::ValueId V = read(Name, N);
    // Not yet bound.
    if (const ir::Inst *D = F.definition(V); D && D->Kind == InstKind::Opaque && !D->Range.isValid())
      continue;
    Operands.push_back({B.constantString(Name, R), {}, R});
    Operands.push_back({V, {}, R});
  }
  return append(InstKind::MakeDict, "", Operands, R, T);
}

std::optional<ir::ValueId> FunctionLowering::lowerReflection(llvm::StringRef Name, Node Arguments, Args &Operands,
                                                             Node N) {
  const bool InFunction = Here->body()->K == Scope::Kind::Function;
  if ((Name == "locals" || Name == "vars") && InFunction && Operands.empty())
    return lowerLocals(N);
  if ((Name != "eval" && Name != "exec") || Operands.empty())
    return std::nullopt;
  const llvm::StringRef Text = constantText(Operands[0].Value);
  if (Name == "eval" && Operands.size() == 1 && isIdentifier(Text))
    return read(U.M.intern(Text), N);
  addNamed(Arguments.nodes().front(), Operands);
  return std::nullopt;
}

void FunctionLowering::loseVariables(ir::SourceRange R) {
  for (llvm::StringRef Name : U.Names.variablesOfModule())
    append(InstKind::SetGlobal, (U.Names.module()->Name + "." + Name).str(), ir::Arg{B.opaque({}, R), {}, R}, R);
}

void FunctionLowering::assignFromCall(Node Callee, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R) {
  const bool Executes = Callee.text() == "exec" && U.Names.lookup("exec", Here).IsBuiltin;
  // In a function, the names that `exec(text)` assigns are gone afterwards.
  if (Executes && (Operands.size() > 1 || Here->body()->K == Scope::Kind::Module))
    return loseVariables(R);
  const llvm::StringRef Method = Callee.child(Field::Attribute).text();
  if ((Method != "update" && Method != "setdefault") || !U.Names.isOwnTable(Callee.child(Field::Object), Here))
    return;
  for (const ir::Arg &A : Operands.drop_front())
    if (A.Keyword.empty() || A.Keyword.starts_with("*"))
      return loseVariables(R);
  for (const ir::Arg &A : Operands.drop_front())
    append(InstKind::SetGlobal, (U.Names.module()->Name + "." + A.Keyword).str(), ir::Arg{A.Value, {}, A.Range}, R);
}

Node FunctionLowering::holderOf(Node Table) const {
  if (U.Names.isOwnTable(Table, Here))
    return Table;
  if (Table.is(Kind::Attribute) && Table.child(Field::Attribute).text() == "__dict__")
    return Table.child(Field::Object);
  const llvm::SmallVector<Node, 4> Given =
      Table.is(Kind::Call) ? Table.child(Field::Arguments).nodes() : Node().nodes();
  const bool IsVars = Given.size() == 1 && Table.child(Field::Function).text() == "vars";
  return IsVars && U.Names.lookup("vars", Here).IsBuiltin ? Given.front() : Node();
}

} // namespace devtidy::frontend::python
