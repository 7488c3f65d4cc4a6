//===- Wording.cpp - Every sentence of the project's findings -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Wording.h"
#include "report/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <optional>

using namespace devtidy::report;
using llvm::StringRef;
using llvm::Twine;

//===--- Building blocks --------------------------------------------------===//

static bool fitsInQuotes(StringRef Source) {
  constexpr unsigned MaxCharacters = 40;
  unsigned Characters = 0;
  for (StringRef Rest = Source; !Rest.empty(); ++Characters) {
    unsigned Length = utf8Length(Rest);
    if (Length == 0 || Characters == MaxCharacters || static_cast<unsigned char>(Rest.front()) < ' ')
      return false;
    Rest = Rest.drop_front(Length);
  }
  return Characters != 0;
}

std::string wording::quoted(StringRef Source, StringRef Otherwise) {
  return fitsInQuotes(Source) ? ("'" + Source + "'").str() : Otherwise.str();
}

std::string wording::quotedDevice(StringRef Source) {
  for (StringRef Quote : {"'", "\""})
    if (StringRef Text = Source; Text.consume_front(Quote) && Text.consume_back(Quote) && !Text.contains(Quote))
      return quoted(Text);
  return quoted(Source, "that device");
}

std::string wording::quotedName(StringRef Qualified) {
  bool Cpp = Qualified.contains("::");
  StringRef Name = Qualified.split('#').first; // the second class of that name has #2 behind it
  while (!Name.empty() && !fitsInQuotes(Name))
    Name = Cpp ? Name.split("::").second : Name.split('.').second;
  return quoted(Name);
}

std::string wording::onDevice(StringRef What, StringRef Device) {
  // "'model_' on the device of 'model_'" says nothing.
  StringRef Of = Device;
  const bool IsOwn = Of.consume_front("the device of ") && Of == What;
  return (What + " on " + (IsOwn ? "its own device" : Device)).str();
}

std::string wording::list(llvm::ArrayRef<std::string> Items) { return llvm::join(Items, ", "); }

StringRef wording::world(uint8_t Worlds) {
  switch (Worlds) {
  case WorldCpu:
    return "on a machine without a GPU";
  case WorldGpu:
    return "on a machine with one GPU";
  case WorldMulti:
    return "with two or more GPUs";
  case WorldGpu | WorldMulti:
    return "on a machine with a GPU";
  case WorldCpu | WorldGpu:
    return "on a machine with at most one GPU";
  case WorldCpu | WorldMulti:
    return "on a machine without a GPU or with two or more";
  default:
    return "on every machine";
  }
}

/// Replaces each "{...}" of a template by what the function says, or leaves it if the function says nothing.
static std::string replaceSlots(StringRef Template,
                                llvm::function_ref<std::optional<std::string>(StringRef Name)> Replacement) {
  std::string Out;
  while (!Template.empty()) {
    size_t Open = Template.find('{'), Close = Template.find('}', Open);
    Out += Template.substr(0, Open);
    if (Close == StringRef::npos)
      return Out += Open == StringRef::npos ? "" : Template.substr(Open);
    std::optional<std::string> New = Replacement(Template.slice(Open + 1, Close));
    Out += New ? *New : Template.slice(Open, Close + 1).str();
    Template = Template.substr(Close + 1);
  }
  return Out;
}

std::string wording::fill(StringRef Template, llvm::ArrayRef<Slot> Slots, bool Certain) {
  return replaceSlots(Template, [&](StringRef Name) -> std::optional<std::string> {
    auto [Sure, Unsure] = Name.split('|');
    if (Name.contains('|'))
      return (Certain ? Sure : Unsure).str();
    const auto *Found = llvm::find_if(Slots, [&](const Slot &S) { return S.first == Name; });
    if (Found == Slots.end())
      return std::nullopt;
    return Found->second;
  });
}

std::string wording::describe(StringRef Template) {
  return replaceSlots(Template, [](StringRef Name) -> std::optional<std::string> {
    return Name.contains('|') ? Name.split('|').first.str() : ("<" + Name + ">").str();
  });
}

//===--- The step that decided a device -----------------------------------===//

std::string wording::created(StringRef What, StringRef Device) {
  return (What + " created on " + Device + " here").str();
}
std::string wording::createdByDefault(StringRef What, StringRef Device) {
  return created(What, Device) + ", the default device";
}
std::string wording::moved(StringRef What, StringRef Device) { return (What + " moved to " + Device + " here").str(); }
std::string wording::movedLike(StringRef What, StringRef Owner) {
  return (What + " moved to the device of " + Owner + " here").str();
}
std::string wording::copiedWithoutWaiting(StringRef What, StringRef Device) {
  return (What + " copied to " + Device + " here without waiting").str();
}
std::string wording::captured(StringRef What) { return ("address of " + What + " captured here").str(); }
std::string wording::usedHere(StringRef What) { return (What + " used on the host here").str(); }
std::string wording::calledHere(StringRef What) { return quoted(What) + " called here"; }
std::string wording::launchedHere(StringRef Kernel) { return (Kernel + " launched here").str(); }
std::string wording::allocated(StringRef What, StringRef Device, StringRef By) {
  return (What + " allocated on " + Device + (By.empty() ? std::string() : " by " + quoted(By)) + " here").str();
}
std::string wording::loaded(StringRef What, StringRef Device) {
  return (What + " loaded onto " + Device + " here").str();
}

std::string wording::deviceAsked(StringRef Of) { return ("device of " + Of + " asked here").str(); }

std::string wording::copied(StringRef What, StringRef Device) {
  return (What + " copied on " + Device + " here").str();
}

//===--- What a function cannot know --------------------------------------===//

std::string wording::parameterFollowsModule(StringRef What, StringRef Function) {
  return (What + " is a parameter of " + Function + " and follows the module's device").str();
}
std::string wording::parameterOfCaller(StringRef What, StringRef Function) {
  return (What + " is a parameter of " + Function + " and is on its caller's device").str();
}
std::string wording::memberFollowsModule(StringRef What, StringRef Class) {
  return (What + " is a member of " + Class + " and follows the module's device").str();
}
std::string wording::deviceOfCaller(StringRef What, StringRef Function) {
  return (What + " is a parameter of " + Function + " and names its caller's device").str();
}
std::string wording::canBeOn(StringRef What, StringRef Device, uint8_t Worlds) {
  return (world(Worlds) + " " + What + " can be on " + Device).str();
}
std::string wording::neededBy(StringRef Operation) { return ("needed by " + Operation + " here").str(); }
std::string wording::flagByDefault(StringRef What, bool IsTrue) {
  return (What + (IsTrue ? " is true" : " is false") + " here unless it is given").str();
}
std::string wording::named(StringRef Device) { return (Device + " named here").str(); }
std::string wording::fails(uint8_t Worlds) { return ("it fails " + world(Worlds)).str(); }
std::string wording::batched(StringRef What) { return (What + " collated on cpu here by the data loader").str(); }

//===--- How it gets from there to the operation --------------------------===//

std::string wording::returned(StringRef Callee, StringRef Device) {
  return (Callee + " returns a tensor on " + Device + " here").str();
}
std::string wording::stored(StringRef What, StringRef Container) {
  return (What + " stored in " + Container + " here").str();
}
std::string wording::operandsMeet(StringRef Operation) { return ("operands of " + Operation + " meet here").str(); }
std::string wording::readHere(StringRef What) { return (What + " read on the host here").str(); }
std::string wording::defined(StringRef What) { return (What + " defined here").str(); }

std::string wording::comesFrom(StringRef What, StringRef From) {
  return (What + " comes from " + From + " here").str();
}
std::string wording::isAlso(StringRef Note, StringRef What, StringRef Other) {
  return both(Note, (What + " is " + Other).str());
}

//===--- Modules ----------------------------------------------------------===//

std::string wording::usedWith(StringRef What, StringRef Other) {
  return (What + " used with " + Other + " here").str();
}
std::string wording::used(StringRef What) { return (What + " used here").str(); }

//===--- Conditions -------------------------------------------------------===//

std::string wording::when(StringRef Note, StringRef Condition, bool Value) {
  constexpr StringRef Here = " here";
  size_t At = Note.rfind(Here);
  StringRef Step = At == StringRef::npos ? Note : Note.take_front(At + Here.size());
  return (Step + " when " + Condition + " is " + (Value ? "true" : "false") + Note.substr(Step.size())).str();
}
std::string wording::branch(StringRef Condition, bool Value) {
  return (Condition + " is " + (Value ? "true" : "false") + " on this path").str();
}
std::string wording::both(StringRef Note, StringRef Other) { return (Note + "; " + Other).str(); }

//===--- What runs have seen -----------------------------------------------===//

std::string wording::confirmed(llvm::ArrayRef<std::string> Operands) {
  return "a run failed here with " + list(Operands);
}
std::string wording::refuted(llvm::ArrayRef<std::string> Operands) {
  return "no run failed here; one had " + list(Operands);
}
std::string wording::refutedByOther(llvm::ArrayRef<std::string> Operands) {
  return "these operands fitted; a run failed here with " + list(Operands);
}
StringRef wording::notReached() { return "no run came here"; }

//===--- Repairs and suppressions -----------------------------------------===//

std::string wording::possibleFix(const Fix &F) { return "possible fix: " + F.Title; }

/// "a", "a and b", "a, b and c"
static std::string enumerated(llvm::ArrayRef<std::string> Items) {
  return Items.size() < 2 ? llvm::join(Items, "") : llvm::join(Items.drop_back(), ", ") + " and " + Items.back();
}

/// The items, those that are the same as one.
static std::vector<std::string> counted(llvm::ArrayRef<std::string> Items) {
  std::vector<std::string> Result;
  for (const std::string &Item : Items)
    if (!llvm::is_contained(Result, Item))
      Result.push_back(Item);
  for (std::string &Item : Result) {
    const auto Count = llvm::count(Items, Item);
    if (StringRef Of = Item; Count > 1 && Of.consume_front("an element of "))
      Item = ((Count == 2 ? Twine("two") : Twine(Count)) + " elements of " + Of).str();
    else if (Count > 1)
      Item.insert(0, Count == 2 ? "both " : ("all " + Twine(Count) + " ").str());
  }
  return Result;
}

std::string wording::together(llvm::ArrayRef<std::string> Titles) {
  // A title is a verb, what is repaired, and where that goes.
  struct Repaired {
    StringRef Verb, Where;
    std::vector<std::string> What;
  };
  std::vector<Repaired> Kinds;
  for (const StringRef Title : Titles) {
    const auto [Verb, Rest] = Title.split(' ');
    const size_t At = std::max(Rest.rfind(" on ") + 1, Rest.rfind(" to ") + 1); // 0 if there is none
    const StringRef Where = At == 0 ? StringRef() : Rest.substr(At - 1);
    const std::string What = Rest.drop_back(Where.size()).str();
    const auto Same =
        llvm::find_if(Kinds, [&, V = Verb](const Repaired &R) { return R.Verb == V && R.Where == Where; });
    if (Same == Kinds.end())
      Kinds.push_back({Verb, Where, {What}});
    else
      Same->What.push_back(What);
  }
  std::vector<std::string> Parts;
  for (const Repaired &R : Kinds)
    Parts.push_back((R.Verb + " " + enumerated(counted(R.What)) + R.Where).str());
  return enumerated(Parts);
}

std::string wording::reasons(int Level, uint8_t Worlds, llvm::ArrayRef<std::string> Evidence) {
  return ("level " + Twine(Level) + ", " + world(Worlds) + (Evidence.empty() ? "" : ", evidence: ") + list(Evidence))
      .str();
}

std::string wording::unusedSuppression(StringRef Marker, StringRef Name) {
  return ("'" + Marker + "' silences " + (Name.empty() ? "nothing" : "no '" + Name.str() + "' here")).str();
}
std::string wording::unmatchedSuppression(StringRef Marker, StringRef Missing) {
  return ("'" + Marker + "' without a matching '" + Missing + "'").str();
}
