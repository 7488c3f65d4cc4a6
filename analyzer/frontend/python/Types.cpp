//===- Types.cpp - What an annotation says --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Annotations are read as text, since they may be strings.
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Types.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::frontend::python {

using ir::TypeKind;

static ir::Type make(TypeKind K) {
  ir::Type T;
  T.Kind = K;
  return T;
}

/// The parts of Text between separators that stand in no brackets.
static llvm::SmallVector<llvm::StringRef, 4> splitOutside(llvm::StringRef Text, char Separator) {
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  size_t Begin = 0;
  unsigned Depth = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == '[' || Text[I] == '(')
      ++Depth;
    else if ((Text[I] == ']' || Text[I] == ')') && Depth)
      --Depth;
    else if (Text[I] == Separator && !Depth) {
      Parts.push_back(Text.slice(Begin, I).trim());
      Begin = I + 1;
    }
  }
  Parts.push_back(Text.drop_front(Begin).trim());
  return Parts;
}

/// Annotations may be strings.
static llvm::StringRef unquoted(llvm::StringRef Text) {
  Text = Text.trim();
  while (Text.size() >= 2 && (Text.front() == '"' || Text.front() == '\'') && Text.back() == Text.front())
    Text = Text.drop_front().drop_back().trim();
  return Text;
}

/// Of what may also be None it is said where it is not.
std::optional<Types::Promise> Types::promise(llvm::StringRef Text, Scope *From, unsigned Depth) const {
  Text = unquoted(Text);
  if (Depth > 8 || Text.size() > 1000)
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 4> Parts = splitOutside(Text, '|');
  if (Parts.size() == 1) {
    const size_t Open = Text.find('[');
    if (Open == llvm::StringRef::npos || !Text.ends_with("]"))
      return std::nullopt;
    const llvm::StringRef Outer = Text.take_front(Open).rtrim(), Last = Outer.drop_front(Outer.rfind('.') + 1);
    Parts = splitOutside(Text.slice(Open + 1, Text.size() - 1), ',');
    if (Last == "Annotated") {
      for (llvm::StringRef Said : llvm::drop_begin(Parts)) {
        auto [Name, Of] = Said.split('(');
        const std::optional<llvm::StringRef> Qualified = Names.qualified(Name.rtrim(), From);
        if (Qualified && Qualified->starts_with("device_tidy."))
          return Promise{*Qualified, unquoted(Of.rtrim().drop_back(Of.empty() ? 0 : 1)), Said};
      }
      return std::nullopt;
    }
    if (Last != "Optional" && Last != "Union" && Last != "Final" && Last != "ClassVar")
      return std::nullopt;
  }
  for (llvm::StringRef Part : Parts)
    if (std::optional<Promise> Found = promise(Part, From, Depth + 1))
      return Found;
  return std::nullopt;
}

ir::Type Types::parse(llvm::StringRef Text, Scope *From, unsigned Depth) const {
  Text = unquoted(Text);
  if (Text.empty() || Depth > 8 || Text.size() > 1000)
    return {};
  if (llvm::SmallVector<llvm::StringRef, 4> Members = splitOutside(Text, '|'); Members.size() > 1)
    return parseUnion(Members, From, Depth);
  size_t Open = Text.find('[');
  if (Open == llvm::StringRef::npos)
    return named(Text, From);
  if (!Text.ends_with("]"))
    return {};
  return parseGeneric(Text.take_front(Open).rtrim(), splitOutside(Text.slice(Open + 1, Text.size() - 1), ','), From,
                      Depth);
}

ir::Type Types::parseUnion(llvm::ArrayRef<llvm::StringRef> Members, Scope *From, unsigned Depth) const {
  ir::Type Result;
  bool Optional = false, First = true, IsMixed = false, MayBeNumber = false;
  for (llvm::StringRef Member : Members) {
    ir::Type T = parse(Member, From, Depth + 1);
    MayBeNumber |= T.Kind == TypeKind::Number || T.Kind == TypeKind::Bool || T.mayBeNumber();
    if (T.Kind == TypeKind::None) {
      Optional = true;
    } else if (First) {
      Result = T;
      First = false;
    } else if (T.Kind != Result.Kind || T.Element != Result.Element || T.Name != Result.Name) {
      IsMixed = true;
    }
  }
  if (IsMixed)
    return {.Element = MayBeNumber ? TypeKind::Number : TypeKind::Unknown};
  if (First)
    return make(TypeKind::None);
  if (!Result.isUnknown())
    Result.Optional |= Optional;
  return Result;
}

static TypeKind containerKind(llvm::StringRef Name) {
  const size_t Dot = Name.rfind('.');
  const llvm::StringRef Scope = Dot == llvm::StringRef::npos ? "" : Name.take_front(Dot);
  // Somebody's class of that name, models.Generator, is no container.
  if (!llvm::is_contained({"", "builtins", "typing", "typing_extensions", "collections", "collections.abc"}, Scope))
    return TypeKind::Unknown;
  Name = Name.drop_front(Scope.empty() ? 0 : Dot + 1);
  return llvm::StringSwitch<TypeKind>(Name)
      .Cases({"List", "list", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "Set", "set",
              "FrozenSet", "frozenset", "Generator", "Deque", "deque"},
             TypeKind::List)
      .Cases({"Dict", "dict", "Mapping", "MutableMapping", "OrderedDict", "DefaultDict", "defaultdict"}, TypeKind::Dict)
      .Cases({"Tuple", "tuple"}, TypeKind::Tuple)
      .Cases({"Callable"}, TypeKind::Function)
      .Default(TypeKind::Unknown);
}

/// True for a text that says sizes, "batch 3", "B", "...": one that is the name of a class is its annotation.
static bool saysShape(llvm::StringRef Text) {
  const llvm::StringRef Said = unquoted(Text);
  const bool IsName = llvm::all_of(Said, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
  return Said != Text && !Said.empty() && !(IsName && Said.size() > 1 && llvm::isUpper(Said.front()));
}

ir::Type Types::parseGeneric(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Arguments, Scope *From,
                             unsigned Depth) const {
  llvm::StringRef Last = Name.rsplit('.').second.empty() ? Name : Name.rsplit('.').second;
  if (Last == "Optional") {
    ir::Type T = parse(Arguments[0], From, Depth + 1);
    T.Optional = !T.isUnknown();
    return T;
  }
  if (Last == "Union")
    return parseUnion(Arguments, From, Depth);
  if (Last == "Annotated" || Last == "Final" || Last == "ClassVar" || Last == "Required" || Last == "NotRequired")
    return parse(Arguments[0], From, Depth + 1);
  if (Last == "Literal")
    return make(Arguments[0].starts_with("\"") || Arguments[0].starts_with("'") ? TypeKind::String : TypeKind::Unknown);
  if (Last == "Type" || Last == "type")
    return {};
  ir::Type T = make(containerKind(Names.qualified(Name, From).value_or(Name)));
  if (T.Kind == TypeKind::List || T.Kind == TypeKind::Dict) {
    size_t Element = T.Kind == TypeKind::Dict ? 1 : 0;
    if (Element < Arguments.size()) {
      ir::Type E = parse(Arguments[Element], From, Depth + 1);
      T.Element = E.Kind;
      T.Name = E.Name;
    }
    return T;
  }
  // tuple[int, int], tuple[float, ...]
  if (T.Kind == TypeKind::Tuple) {
    const ir::Type First = parse(Arguments[0], From, Depth + 1);
    if (llvm::all_of(llvm::drop_begin(Arguments),
                     [&](llvm::StringRef A) { return A.trim() == "..." || parse(A, From, Depth + 1) == First; })) {
      T.Element = First.Kind;
      T.Name = First.Name;
    }
    return T;
  }
  if (T.isUnknown()) {
    // Float[Tensor, "batch time"]: an array of the first argument's type, whoever hands the name on. Else a generic
    // class of somebody's, and a text names another class: Result[Tensor, "Error"].
    std::optional<llvm::StringRef> Qualified = Names.qualified(Name, From);
    const bool IsArray = (Qualified && Qualified->starts_with("jaxtyping.")) ||
                         (Arguments.size() == 2 && saysShape(Arguments[1].trim()));
    return IsArray ? parse(Arguments[0], From, Depth + 1) : named(Name, From);
  }
  return T;
}

ir::Type Types::named(llvm::StringRef Name, Scope *From) const {
  if (!llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.' || (C & 0x80); }))
    return {};
  std::optional<llvm::StringRef> Qualified = Names.qualified(Name, From);
  if (!Qualified)
    return {};
  TypeKind K = llvm::StringSwitch<TypeKind>(*Qualified)
                   // torch.cuda.device is a context; who annotates with it means the other.
                   .Cases({"torch.device", "torch.cuda.device"}, TypeKind::Device)
                   .Cases({"str", "bytes"}, TypeKind::String)
                   .Cases({"int", "float", "complex"}, TypeKind::Number)
                   .Case("bool", TypeKind::Bool)
                   .Case("None", TypeKind::None)
                   .Default(TypeKind::Unknown);
  if (knowledge::isTensorAnnotation({Qualified->data(), Qualified->size()}))
    K = TypeKind::Tensor;
  if (K != TypeKind::Unknown)
    return make(K);
  if (TypeKind Container = containerKind(*Qualified); Container != TypeKind::Unknown)
    return make(Container);
  // A name of no import and no class may be anything: a type variable, an alias.
  llvm::StringRef Root = Name.split('.').first;
  if (isBuiltin(*Qualified) || Names.lookup(Root, From).IsBuiltin || Qualified->starts_with("typing.") ||
      Qualified->starts_with("typing_extensions.") || Qualified->starts_with("collections."))
    return {};
  ir::Type T = make(TypeKind::Object);
  T.Name = M.intern(*Qualified);
  return T;
}

} // namespace devtidy::frontend::python
