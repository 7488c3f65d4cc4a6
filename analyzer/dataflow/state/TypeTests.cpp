//===- TypeTests.cpp - isinstance ----------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that take a tensor, a number, or a list of them ask which it is. The callers know.
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/ResolutionOrder.h"
#include "dataflow/state/Choices.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/Flags.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/Questions.h"
#include "dataflow/state/TensorTypes.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

namespace {

constexpr llvm::StringLiteral BuiltinTypes[] = {"bool", "bytes", "complex", "dict", "float", "int",
                                                "list", "set",   "slice",   "str",  "tuple"};

llvm::StringRef nameOfType(ir::Constant::Kind K) {
  switch (K) {
  case ir::Constant::Kind::None:
    return "NoneType";
  case ir::Constant::Kind::Bool:
    return "bool";
  case ir::Constant::Kind::Int:
    return "int";
  case ir::Constant::Kind::Float:
    return "float";
  case ir::Constant::Kind::String:
    return "str";
  }
  return "";
}

} // namespace

bool isBuiltinType(llvm::StringRef Type) { return llvm::is_contained(BuiltinTypes, Type) || Type == "NoneType"; }

/// True for an object of a class of the program that the function made, or a callee.
bool Questions::isPlainObject(ObjectId O) const {
  const Object &Info = Objects[O];
  return Info.K == Object::Kind::Allocated && Prog.Types.findClass(Info.Class) &&
         !Prog.Types.hasUnknownBase(Info.Class);
}

/// What somebody gave may be anything, whatever its annotation says.
std::optional<Value> Questions::isTensor(const Value &V) const {
  if (V.Path && !V.IsComputed && (V.isTensor() || V.isPlainPath()))
    return Value::literal(Prog.Conditions.isTensor(V.Path));
  if (V.Path || V.Partial || V.MayBeModule)
    return std::nullopt;
  if (V.isTensor())
    return Value::boolean(true);
  if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || V.is(Value::Kind::Tuple) ||
      (V.is(Value::Kind::Object) && (isPlainObject(V.Obj) || llvm::is_contained(BuiltinTypes, Objects[V.Obj].Class))))
    return Value::boolean(false);
  return std::nullopt;
}

/// True for what was moved to where it is: a tensor, a module, or a container of such, but no number and no text.
static bool isMoved(const Value &V) {
  return V.isTensor() && !V.P.isUnknown() && !V.P.isBottom() &&
         llvm::all_of(V.P.terms(), [](const GuardedTerm &T) { return T.Origin && T.Origin->Kind == StepKind::Moved; });
}

/// Whether V is of one of the builtin types that Asked lists; nothing if nobody knows.
std::optional<bool> Questions::isBuiltin(const Value &V, llvm::ArrayRef<llvm::StringRef> Asked) const {
  // What any class can be, `collections.abc.Sequence`, is asked of builtin ones.
  const bool IsAbstract = !llvm::all_of(Asked, isBuiltinType);
  auto Asks = [&](llvm::StringRef Type) {
    return llvm::any_of(Asked, [&](llvm::StringRef T) {
      return T == Type || knowledge::isAbstractOf(std::string_view(T), std::string_view(Type));
    });
  };
  if (V.is(Value::Kind::Constant)) {
    const llvm::StringRef Type = nameOfType(V.Const.K);
    return Asks(Type) || (Type == "bool" && Asks("int"));
  }
  const auto IsPlain = [](llvm::StringRef Type) {
    return llvm::is_contained({"bool", "bytes", "complex", "float", "int", "str", "NoneType"}, Type);
  };
  if (V.MayBeModule && !V.Partial && !V.Path && isMoved(V) && llvm::all_of(Asked, IsPlain))
    return false;
  if (V.Partial || V.Path || V.MayBeModule)
    return std::nullopt;
  if (V.is(Value::Kind::Device) && V.IsIndex && (Asks("int") || Asks("str")))
    return std::nullopt;
  if (V.isTensor() || V.is(Value::Kind::Device))
    return Asks("tensor") ? std::nullopt : std::optional(false);
  if (V.is(Value::Kind::Tuple))
    return Asks("tuple");
  if (!V.is(Value::Kind::Object))
    return std::nullopt;
  // What holds elements in order may be a list for the analysis alone, unless it is written as one here.
  const llvm::StringRef Class = Objects[V.Obj].Class;
  if (Class == "list" && Asks("list") != Asks("tuple"))
    return Asks("list") || isWrittenList(F, Objects[V.Obj]) ? std::optional(Asks("list")) : std::nullopt;
  if (llvm::is_contained(BuiltinTypes, Class))
    return Asks(Class);
  if (IsAbstract)
    return std::nullopt;
  return Prog.Types.isModuleClass(Objects[V.Obj].Class) || isPlainObject(V.Obj) ? std::optional(false) : std::nullopt;
}

/// Whether V is of the class that Words ask for, ` class A of A|B`, or does what that one does, as it derives from it.
/// Of what is of none of them nobody knows what it does.
Value Questions::askClass(llvm::StringRef Words, const Value &V) const {
  const auto [Asked, Rest] = Words.drop_front(ClassQuestion.size() + 2).split(" of ");
  llvm::SmallVector<llvm::StringRef, 4> Classes;
  Rest.split(Classes, '|');
  const auto ClassOf = [&](const Value &Of) {
    const llvm::StringRef Class = Of.is(Value::Kind::Object) ? Objects[Of.Obj].Class : llvm::StringRef();
    const auto BasesOf = [&](llvm::StringRef Name) { return Prog.Links.bases().lookup(Name); };
    for (llvm::StringRef Name : resolutionOrder(Class, BasesOf))
      if (llvm::is_contained(Classes, Name))
        return Name;
    return llvm::StringRef();
  };
  if (const llvm::StringRef Class = ClassOf(V); !Class.empty())
    return Value::boolean(Class == Asked);
  if (V.isOneOfSeveral() || (V.is(Value::Kind::Choice) && !Choices::isEach(V))) {
    Cases C;
    for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards)) {
      const llvm::StringRef Class = ClassOf(Part);
      if (Class.empty())
        return Value::number();
      (Class == Asked ? C.Yes : C.No).push_back(Guard);
    }
    return Flags(Prog, F).answer(C).value_or(Value::number());
  }
  const bool IsGiven = V.is(Value::Kind::Object) && Objects[V.Obj].K == Object::Kind::Symbolic;
  const PathId Of = IsGiven ? Objects[V.Obj].Path : V.isPlainPath() ? V.Path : PathId();
  const PathId Answer = Of ? Prog.Paths.question(Of, Words) : PathId();
  return Answer ? Value::literal(Prog.Conditions.truth(Answer)) : Value::number();
}

std::optional<Value> Questions::isInstance(const ir::Inst &I, const Value &V, const Value &Type) const {
  const llvm::SmallVector<llvm::StringRef, 4> Asked = typesOf(Prog, F, I.Args[1].Value);
  if (llvm::any_of(Asked, [](llvm::StringRef T) { return knowledge::isAnyTensor({T.data(), T.size()}); }))
    if (std::optional<Value> Is = isTensor(V); Is && (Asked.size() == 1 || Is->truth() == true))
      return Is;
  if (std::optional<Value> Is = isOfType(V, I.Args[0].Value, Type))
    return Is;
  // A device may be given as a string, but x.device is one.
  if (llvm::is_contained(Asked, llvm::StringRef(knowledge::DeviceClass)))
    return V.is(Value::Kind::Device) && !V.Path ? std::optional(Value::boolean(true)) : std::nullopt;
  // What stands for each part of a module in its turn is of several classes.
  if (Asked.empty() || llvm::any_of(Asked, [&](llvm::StringRef T) { return Prog.Types.isModuleClass(T); }))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 4> Sorted = Asked;
  llvm::sort(Sorted);
  return ask(" is " + llvm::join(Sorted, " "), V);
}

std::optional<Value> Questions::isOfType(Value V, ir::ValueId Id, const Value &Type) const {
  std::optional<Placement> Place = placeOfType(Type);
  const GuardedTerm *Asked = Place ? Place->single() : nullptr;
  if (!Asked || Asked->T.isSymbol())
    return std::nullopt;
  if (!V.is(Value::Kind::Options) && !V.isTensor() && !V.is(Value::Kind::Symbolic))
    return std::nullopt;
  if (V.is(Value::Kind::Symbolic))
    V.P = Placement::of(Term::symbol(V.Path));
  return Flags(Prog, F).askType(V, Id, Asked->T.device().Type);
}

} // namespace devtidy::dataflow
