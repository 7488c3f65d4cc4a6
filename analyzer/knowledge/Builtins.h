//===- Builtins.h - Functions of Python that say what is called -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of Python itself and of its standard library whose results the analysis has to look through, and their like
// in C++. Names are canonical, as behind all imports.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_BUILTINS_H
#define DEVTIDY_KNOWLEDGE_BUILTINS_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace devtidy::knowledge {

/// True for functions that open the file whose path they are given first.
bool opensFile(std::string_view Function);
/// True for functions that give each element of what they are given after its number: enumerate.
bool numbersElements(std::string_view Function);
/// True for functions whose elements are integers, one after the other, up to the last or only one of so many
/// arguments: range, c10::irange.
bool countsUp(std::string_view Function, size_t Arguments);
/// True for functions that give the element of their argument for which `key` gives most, or least.
bool picksElement(std::string_view Function);
/// True for functions that give a setting from around the program, or what stands beside its name.
bool readsSetting(std::string_view Function);
/// True for what says of what type something is, in no way that counts here: typing.Any, typing.Union.
bool isOfTyping(std::string_view Name);
/// True for functions that give a string: str, repr.
bool givesText(std::string_view Function);
/// True for functions and methods that tell which value of several they are given: str, type,
/// `text.startswith("cuda")`.
bool tellsValue(std::string_view Name);
/// True for the methods of a text that ask how it begins: startswith.
bool asksForStart(std::string_view Method);
/// True for the methods of a text that give where another stands in it, or -1: find.
bool findsText(std::string_view Method);
/// True for the methods that give the parts of a text between others: split.
bool splitsText(std::string_view Method);
/// True for the methods that give a text that means the same, where it is the name of a device: lower, strip.
bool keepsDeviceName(std::string_view Method);
/// True for the methods that declare an option of the command line (argparse): add_argument.
bool declaresOption(std::string_view Method);
/// True for functions that give a number, whatever they are given: len, int.
bool makesNumber(std::string_view Function);
/// True for functions that make a list, a set or a table of what they are given: dict, collections.defaultdict.
bool makesContainer(std::string_view Function);
/// True for the methods that put what they are given into a list, a set or a table: append, setdefault.
bool fillsContainer(std::string_view Method);
/// True for those of them that put there all elements of what they are given: extend, update.
bool fillsWithAll(std::string_view Method);
/// True for functions that make a table which has something for every key: collections.defaultdict.
bool makesMissing(std::string_view Function);
/// True for the methods that give the element of a key, or what they are given after the key: get, pop.
bool takesElement(std::string_view Method);
/// True for those of them that give None if there is no such element, and they are given nothing else: get.
bool mayMiss(std::string_view Method);
/// True for the methods that give all elements of what they are called on: values, copy.
bool givesElements(std::string_view Method);
/// True for the methods that give each element of a table behind its key: items.
bool givesPairs(std::string_view Method);
/// True for functions that add up what they are given, from zero: sum.
bool sumsUp(std::string_view Function);
/// True for functions that give the member whose name they are given, or what they are given after it: getattr.
bool readsMember(std::string_view Function);
/// True for functions that store to the member whose name they are given: setattr.
bool storesMember(std::string_view Function);
/// True for functions that give what they are given, or what is made of its elements alone: sorted, zip, max.
bool givesOfArguments(std::string_view Function);
/// True for functions that give another one with some of its arguments bound: functools.partial.
bool bindsArguments(std::string_view Function);
/// True for the classes, as the analysis calls them, of what holds others or goes over them: list, cell, zip.
bool holdsOthers(std::string_view Class);
/// True for classes that say what their objects can do, whatever these derive from: collections.abc.Mapping.
bool isAbstract(std::string_view Class);
/// True for those of them of which objects of the builtin class Builtin are: dict of Mapping. "tensor" is one, too.
bool isAbstractOf(std::string_view Class, std::string_view Builtin);
/// What `hasattr(x, Member)` gives of a dict, a list or a tuple, and of a tensor, whose Type is ""; nothing for what
/// nobody asks to tell them apart.
std::optional<bool> typeHas(std::string_view Type, std::string_view Member);
/// True for functions that ask what kind of thing a value is: isinstance, hasattr.
bool asksForKind(std::string_view Function);
/// True for decorators in whose place one of several functions runs, as what it is given says:
/// functools.singledispatch.
bool choosesByType(std::string_view Decorator);
/// True for decorators that give each caller what the function gave the first (functools.py, lru_cache).
bool sharesResults(std::string_view Decorator);
/// True for a global that says whether a file is run or imported, and is no option of the program: __name__.
bool saysWhoRuns(std::string_view Global);
/// True for the member that says whether a module trains or evaluates, which it does on any machine.
bool saysPhase(std::string_view Member);
/// True for decorators of methods that derived classes have to define.
bool marksAbstract(std::string_view Decorator);
/// True for methods that the language calls for its operators and statements: `__mul__`, `__getitem__`. An object that
/// is made or called is seen where that is done.
bool standsForSyntax(std::string_view Method);
/// True for what a method raises that says the same.
bool asksForMethod(std::string_view Exception);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_BUILTINS_H
