//===- Builtins.cpp - Functions of Python that say what is called -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Builtins.h"
#include <algorithm>
#include <initializer_list>

namespace devtidy::knowledge {

bool opensFile(std::string_view Function) { return Function == "open" || Function == "io.open"; }

bool numbersElements(std::string_view Function) { return Function == "enumerate"; }

bool countsUp(std::string_view Function, size_t Arguments) {
  // What iota is given alone is where it starts.
  return Function == "range" || Function == "c10::irange" || (Function == "std::ranges::views::iota" && Arguments == 2);
}

bool picksElement(std::string_view Function) { return Function == "max" || Function == "min"; }

bool readsSetting(std::string_view Function) { return Function == "os.environ.get" || Function == "os.getenv"; }

bool isOfTyping(std::string_view Name) { return Name.starts_with("typing.") || Name.starts_with("typing_extensions."); }

bool givesText(std::string_view Function) {
  return Function == "str" || Function == "repr" || Function == "chr" || Function == "format" || Function == "input";
}

bool declaresOption(std::string_view Method) { return Method == "add_argument"; }

static bool isOneOf(std::string_view Name, std::initializer_list<std::string_view> Names) {
  return std::ranges::find(Names, Name) != Names.end();
}

bool tellsValue(std::string_view Name) {
  return isOneOf(Name, {"str", "type", "startswith", "endswith", "split", "find"});
}

bool asksForStart(std::string_view Method) { return Method == "startswith"; }

bool findsText(std::string_view Method) { return Method == "find" || Method == "rfind"; }

bool splitsText(std::string_view Method) { return isOneOf(Method, {"split", "rsplit", "partition"}); }

bool keepsDeviceName(std::string_view Method) { return isOneOf(Method, {"lower", "strip", "casefold"}); }

bool makesNumber(std::string_view Function) {
  return isOneOf(Function, {"len", "int", "float", "bool", "ord", "hash", "id"});
}

bool makesContainer(std::string_view Function) {
  return isOneOf(Function, {"dict", "list", "tuple", "set", "frozenset", "collections.Counter",
                            "collections.OrderedDict", "collections.defaultdict", "collections.deque"});
}

bool fillsContainer(std::string_view Method) {
  return isOneOf(Method, {"add", "append", "appendleft", "extend", "insert", "setdefault", "update"});
}

bool fillsWithAll(std::string_view Method) { return Method == "extend" || Method == "update"; }

bool makesMissing(std::string_view Function) {
  return Function == "collections.defaultdict" || Function == "collections.Counter";
}

bool takesElement(std::string_view Method) {
  return isOneOf(Method, {"get", "pop", "popitem", "popleft", "setdefault"});
}

bool mayMiss(std::string_view Method) { return Method == "get"; }

bool givesElements(std::string_view Method) { return Method == "values" || Method == "copy"; }

bool givesPairs(std::string_view Method) { return Method == "items"; }

bool sumsUp(std::string_view Function) { return Function == "sum"; }

bool readsMember(std::string_view Function) { return Function == "getattr"; }

bool storesMember(std::string_view Function) { return Function == "setattr"; }

bool givesOfArguments(std::string_view Function) {
  return isOneOf(Function, {"abs", "enumerate", "max", "min", "range", "reversed", "round", "sorted", "sum", "zip"});
}

bool bindsArguments(std::string_view Function) { return Function == "functools.partial"; }

bool holdsOthers(std::string_view Class) {
  return Class == "list" || Class == "dict" || Class == "cell" || Class == "enumerate" || Class == "items" ||
         Class == "zip";
}

/// What stands behind the module of a class that is abstract; "" for other classes.
static std::string_view nameOfAbstract(std::string_view Class) {
  for (std::string_view Module : {"collections.abc.", "typing.", "collections."})
    if (Class.starts_with(Module)) {
      const std::string_view Name = Class.substr(Module.size());
      if (isOneOf(Name, {"Iterable", "Collection", "Container", "Sized", "Mapping", "MutableMapping", "Sequence",
                         "MutableSequence", "Reversible"}))
        return Name;
    }
  return {};
}

bool isAbstract(std::string_view Class) { return !nameOfAbstract(Class).empty(); }

bool isAbstractOf(std::string_view Class, std::string_view Builtin) {
  const std::string_view Name = nameOfAbstract(Class);
  const bool IsText = Builtin == "str" || Builtin == "bytes", IsRow = Builtin == "list" || Builtin == "tuple" || IsText;
  if (Builtin == "tensor")
    return isOneOf(Name, {"Iterable", "Collection", "Container", "Sized", "Reversible"});
  if (!IsRow && Builtin != "dict" && Builtin != "set")
    return false;
  if (isOneOf(Name, {"Iterable", "Collection", "Container", "Sized"}))
    return true;
  if (Name == "Mapping" || Name == "MutableMapping")
    return Builtin == "dict";
  if (Name == "Sequence")
    return IsRow;
  return Name == "Reversible" ? IsRow || Builtin == "dict" : Name == "MutableSequence" && Builtin == "list";
}

bool asksForKind(std::string_view Function) {
  return Function == "isinstance" || Function == "hasattr" || Function == "callable" || Function == "torch.is_tensor";
}

bool choosesByType(std::string_view Decorator) {
  return Decorator == "functools.singledispatch" || Decorator == "functools.singledispatchmethod" ||
         Decorator == "multipledispatch.dispatch" || Decorator == "plum.dispatch";
}

bool sharesResults(std::string_view Decorator) {
  return Decorator == "functools.lru_cache" || Decorator == "functools.cache";
}

bool saysWhoRuns(std::string_view Global) { return Global == "__name__"; }
bool saysPhase(std::string_view Member) { return Member == "training"; }

bool standsForSyntax(std::string_view Method) {
  return Method.size() > 4 && Method.starts_with("__") && Method.ends_with("__") &&
         !isOneOf(Method, {"__init__", "__call__", "__new__", "__post_init__"});
}

bool marksAbstract(std::string_view Decorator) {
  return Decorator == "abstractmethod" || Decorator == "abc.abstractmethod";
}

bool asksForMethod(std::string_view Exception) {
  // Programs have their own: NotYetImplementedError.
  return Exception.substr(Exception.rfind('.') + 1).find("mplementedError") != std::string_view::npos;
}

std::optional<bool> typeHas(std::string_view Type, std::string_view Member) {
  // Of named tuples.
  if (Member == "_fields" || Member == "_asdict")
    return false;
  if (Member == "to" || Member == "cuda" || Member == "cpu" || Member == "device")
    return Type.empty();
  // A sparse tensor has values, too.
  if (!Type.empty() && (Member == "items" || Member == "keys" || Member == "values"))
    return Type == "dict";
  return std::nullopt;
}

} // namespace devtidy::knowledge
