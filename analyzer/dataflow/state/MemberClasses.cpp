//===- MemberClasses.cpp - Members that are of one of several classes ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/MemberClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

llvm::SmallVector<llvm::StringRef, 4> classesOfMember(const FunctionFrame &In, ObjectId O) {
  const Object &Member = In.object(O);
  if (Member.K != Object::Kind::Symbolic || !In.isModuleObject(O) || In.Prog.Types.findClass(Member.Class))
    return {};
  const Path Held = In.Prog.Paths[Member.Path];
  const std::optional<ObjectId> Holder = Held.Kind == Path::Root::Child ? In.Objects.known(Held.Parent) : std::nullopt;
  const llvm::StringRef Of = Holder ? In.object(*Holder).Class : llvm::StringRef();
  const bool IsBuilding = Holder && *Holder == In.Self && In.F.Kind == ir::FunctionKind::Constructor;
  if (IsBuilding || !In.Prog.Types.findClass(Of) || In.Prog.Types.hasUnknownBase(Of) ||
      In.Prog.Members.isWrittenOutsideConstructors(Of, Held.Name))
    return {};
  const auto &Fields = In.Prog.solvedClass(Of).Fields;
  const auto *Facts = Fields.find(Held.Name);
  return Facts == Fields.end() ? llvm::SmallVector<llvm::StringRef, 4>()
                               : llvm::SmallVector<llvm::StringRef, 4>(llvm::ArrayRef(Facts->second.Classes));
}

std::vector<Cube> whenOfClass(Program &Prog, PathId P, llvm::ArrayRef<llvm::StringRef> Classes) {
  std::vector<Cube> Guards;
  Cube Others;
  for (llvm::StringRef Class : Classes) {
    Cube Mine = Others;
    if (Guards.size() + 1 != Classes.size()) {
      const PathId Asked = Prog.Paths.question(
          P, (" " + ClassQuestion + " " + Class + " of " + llvm::join(Classes.begin(), Classes.end(), "|")).str());
      if (!Asked || !Mine.add(Prog.Conditions.truth(Asked)) || !Others.add(~Prog.Conditions.truth(Asked)))
        return {};
    }
    if (Mine.size() > Cube::MaxTerm)
      return {};
    Guards.push_back(Mine);
  }
  return Guards;
}

bool isOfOneClass(const Program &Prog, const Cube &Path) {
  return llvm::any_of(Path.literals(), [&](Literal L) {
    const Condition &C = Prog.Conditions[L.condition()];
    return C.K == Condition::Kind::Truth && Prog.Paths.isQuestion(C.P) &&
           Prog.Paths[C.P].Name.drop_front().starts_with(ClassQuestion);
  });
}

bool isPlainObject(const FunctionFrame &In, const Value &V) {
  return V.is(Value::Kind::Object) && !V.Partial && !In.isModuleObject(V.Obj) &&
         In.Prog.Types.findClass(In.object(V.Obj).Class);
}

bool arePlainObjects(const FunctionFrame &In, llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  return llvm::all_of(Parts, [&](const auto &Part) { return isPlainObject(In, Part.first); });
}

} // namespace devtidy::dataflow
