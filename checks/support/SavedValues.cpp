//===- SavedValues.cpp - What a program puts into files ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/SavedValues.h"
#include "checks/support/Accelerator.h"
#include "checks/support/PathText.h"
#include "dataflow/engine/Resolve.h"
#include "dataflow/program/MovedParts.h"
#include "ir/Dominators.h"
#include "ir/Edges.h"
#include "knowledge/Arrays.h"
#include "knowledge/Builtins.h"
#include "knowledge/Files.h"
#include "knowledge/MethodNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;
using knowledge::Action;

/// True if what D gives may be a list or a table that is filled later; an array keeps none of what is written to it.
static bool canBeFilled(const Program &P, const ir::Inst &D) {
  if (D.Kind != InstKind::Call)
    return D.Kind == InstKind::MakeList || D.Kind == InstKind::MakeDict || D.Kind == InstKind::Op ||
           D.Kind == InstKind::Invoke;
  const std::string_view Name(P.Types.canonical(D.Name));
  return !knowledge::makesArrays(Name) && !knowledge::makesNumber(Name);
}

/// True if I may put its arguments into what the first one is.
static bool puts(const ir::Inst &I) { return I.Kind == InstKind::Invoke || I.Kind == InstKind::SetItem; }

namespace {

/// Follows a value to what it was made of.
class MadeOf {
public:
  /// File: the end of the path that the values are saved under. What is read from there again is of the same kind.
  MadeOf(const Program &P, const ir::Module &M, const ir::Function &F, llvm::StringRef File, unsigned Depth = 0)
      : P(P), M(M), F(F), File(File), Depth(Depth), KnowsDevices(P.Links.setsDefaultDevice() || saysDevices(P, F)) {}

  /// True if V is, or holds, no tensor, whatever happens; or none but what a function that says no device has made,
  /// which is on the CPU.
  bool hasNoTensors(ir::ValueId V);
  /// True if a part of what decided was read from the same file.
  bool restsOnFile() const { return PassedLoad; }

private:
  static bool saysDevices(const Program &P, const ir::Function &F);
  bool isPlain(ir::ValueId V) const;
  bool escapes(const ir::Inst &I, ir::ValueId V) const;
  bool isPartOf(ir::ValueId V, ir::ValueId Of, unsigned Steps = 0) const;
  bool isOfNoTensors(const ir::Inst &D);
  bool givesNoTensors(const ir::Inst &Call);
  bool makesOnHost(const ir::Inst &Call, const knowledge::Callable &C) const;
  bool givesOnlySuch(const Program::Entry &Callee) const;
  bool isPlacedByClass(const Program::ClassEntry &C) const;
  bool isOfArrays(ir::ValueId V) const;
  bool isOfBase(const ir::Inst &Invoke) const;
  bool keepsNoTensors(llvm::StringRef Member) const;
  bool allOf(llvm::ArrayRef<ir::Arg> Args) {
    return llvm::all_of(Args, [&](const ir::Arg &A) { return hasNoTensors(A.Value); });
  }

  static constexpr unsigned MaxDepth = 3;
  const Program &P;
  const ir::Module &M;
  const ir::Function &F;
  const llvm::StringRef File;
  bool PassedLoad = false;
  const unsigned Depth; ///< how many members and calls lead here
  const bool KnowsDevices;
  llvm::SmallVector<ir::ValueId, 16> Seen; ///< what comes around a loop is what came in
};

} // namespace

/// True if F moves something, says or asks for a device, or runs a module: what it makes may be anywhere.
bool MadeOf::saysDevices(const Program &P, const ir::Function &F) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    switch (I.Kind) {
    case InstKind::Const:
      return I.Const.K == ir::Constant::Kind::String && knowledge::namesAccelerator(std::string_view(I.Const.Text));
    case InstKind::GetField:
      return knowledge::namesPlaces(std::string_view(I.Name));
    case InstKind::Call:
      return knowledge::namesPlaces(std::string_view(P.Types.canonical(I.Name))) || I.findKeyword("device");
    case InstKind::Invoke:
      return dataflow::isMove(I) || I.findKeyword("device") || knowledge::runsModules(std::string_view(I.Name));
    case InstKind::GetGlobal:
      return knowledge::namesPlaces(std::string_view(I.Name));
    default:
      return false;
    }
  });
}

bool MadeOf::isPlain(ir::ValueId V) const {
  // name + ".pt"
  const auto IsText = [&](const ir::Arg &A) {
    const ir::Inst *D = F.definition(A.Value);
    return D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::String;
  };
  const auto Extends = [&](const ir::Inst &I) {
    return I.Kind == InstKind::Op && I.Name == "+" && I.Args[0].Value == V && IsText(I.Args.back());
  };
  const ir::TypeKind K = F.value(V).StaticType.Kind;
  return llvm::any_of(F.Insts, Extends) || K == ir::TypeKind::Number || K == ir::TypeKind::Bool ||
         K == ir::TypeKind::String || K == ir::TypeKind::None;
}

bool MadeOf::hasNoTensors(ir::ValueId V) {
  constexpr size_t MaxValues = 64;
  if (isPlain(V) || llvm::is_contained(Seen, V))
    return true;
  if (Seen.size() == MaxValues)
    return false;
  Seen.push_back(V);
  const ir::Inst *D = F.definition(V);
  if (!D) {
    const auto Coming = ir::incoming(F, V);
    return !Coming.empty() && llvm::all_of(Coming, [&](ir::ValueId Of) { return hasNoTensors(Of); });
  }
  if (!isOfNoTensors(*D))
    return false;
  // What is put into a container that is made here: rows.append(x), table[k].append(x). Whoever else gets it may put in
  // anything.
  return !canBeFilled(P, *D) || llvm::all_of(F.Insts, [&](const ir::Inst &I) {
    if (puts(I) && isPartOf(I.Args[0].Value, V))
      return allOf(llvm::ArrayRef(I.Args).drop_front());
    return !escapes(I, V);
  });
}

/// True if I hands V to code that may fill it: a function of the program, a closure, `fill = rows.append`.
bool MadeOf::escapes(const ir::Inst &I, ir::ValueId V) const {
  const auto IsV = [&](const ir::Arg &A) { return A.Value == V; };
  if (llvm::none_of(I.Args, IsV))
    return false;
  switch (I.Kind) {
  case InstKind::Call:
    return P.Types.findFunction(I.Name).has_value();
  case InstKind::Invoke: // self.fill(rows), but not rows.append(row)
    return I.Args[0].Value != V && !knowledge::fillsContainer(std::string_view(I.Name)) && !isOfBase(I);
  case InstKind::GetField:
  case InstKind::Closure:
  case InstKind::Apply:
  case InstKind::SetCell:
  case InstKind::Cell:
    return true;
  default:
    return false;
  }
}

/// True if V is Of, or an element of it: `table[k]`.
bool MadeOf::isPartOf(ir::ValueId V, ir::ValueId Of, unsigned Steps) const {
  constexpr unsigned MaxSteps = 8;
  if (V == Of || Steps == MaxSteps)
    return V == Of;
  const ir::Inst *D = F.definition(V);
  switch (D ? D->Kind : InstKind::Const) {
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Next:
  case InstKind::Iterate:
  case InstKind::Invoke: // table.setdefault(k, [])
    return isPartOf(D->Args[0].Value, Of, Steps + 1);
  default:
    return false;
  }
}

/// True for an object of a library of arrays, whose methods know no tensors: `np.random.RandomState(0)`.
bool MadeOf::isOfArrays(ir::ValueId V) const {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::Call && knowledge::makesArrays(std::string_view(P.Types.canonical(D->Name)));
}

/// True if Call, of the library function C, makes a tensor on the CPU: a factory to which nobody says a device. Of a
/// tensor, `torch.tensor(x)` keeps where that is.
bool MadeOf::makesOnHost(const ir::Inst &Call, const knowledge::Callable &C) const {
  if (C.Kind == Action::CreateCpu)
    return true;
  const bool IsDefault = C.Kind == Action::Create && !Call.findKeyword("device") && !P.Links.setsDefaultDevice() &&
                         llvm::none_of(Call.Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); }) &&
                         llvm::none_of(F.Insts, [](const ir::Inst &I) { return I.Kind == InstKind::Enter; });
  const ir::Inst *Of = IsDefault && !Call.Args.empty() ? F.definition(Call.Args[0].Value) : nullptr;
  return IsDefault &&
         (C.Canonical != "tensor" || (Of && (Of->Kind == InstKind::MakeList || Of->Kind == InstKind::Const)));
}

/// True if what Call calls is known to give none: a library of arrays, text and numbers, what makes a list of what has
/// none, or a function of the program all results of which have none.
bool MadeOf::givesNoTensors(const ir::Inst &Call) {
  const llvm::StringRef Name = P.Types.canonical(Call.Name);
  const knowledge::Callable *C = knowledge::findFunction(std::string_view(Name));
  if ((C && (C->Kind == Action::HostValue || makesOnHost(Call, *C))) || isOfArrays(Call.Result))
    return true;
  if (knowledge::makesNumber(std::string_view(Name)) || knowledge::countsUp(std::string_view(Name), Call.Args.size()))
    return true;
  if (const ir::Arg *From = C && C->Kind == Action::Load ? dataflow::argumentFor(*C, Call, "path") : nullptr)
    return PassedLoad = isNameOfFile(File) && PathText(P, F, From->Value).end() == File;
  if (knowledge::makesContainer(std::string_view(Name)) || knowledge::givesOfArguments(std::string_view(Name)))
    return allOf(Call.Args);
  if (const auto Callee = Depth < MaxDepth ? P.Types.findFunction(Call.Name) : std::nullopt)
    return givesOnlySuch(*Callee);
  // A class or a function of nobody's library computes where its arguments are; what loads reads what was anywhere.
  const auto Class = P.Types.findClass(Call.Name);
  const bool MayBeElsewhere = KnowsDevices || (C && C->Kind == Action::Load) || P.Types.findFunction(Call.Name) ||
                              (Class && P.Types.isModuleClass(Call.Name)) || (Class && isPlacedByClass(*Class));
  return !MayBeElsewhere && allOf(Call.Args);
}

/// True if a constructor of the class does, or, of one of the program, a method: `rows = Extractor().run(x)`.
bool MadeOf::isPlacedByClass(const Program::ClassEntry &C) const {
  const auto Says = [&](const Program::Entry &E) { return saysDevices(P, *E.F); };
  return llvm::any_of(P.Types.makers(C.C->Name), Says) ||
         (!C.M->IsModel && llvm::any_of(P.Links.methods(C.C->Name), Says));
}

/// True if all results of the function have none.
bool MadeOf::givesOnlySuch(const Program::Entry &Callee) const {
  MadeOf There(P, *Callee.M, *Callee.F, File, Depth + 1);
  // A generator returns nothing.
  const auto Gives = [](const ir::Inst &I) { return I.Kind == InstKind::Return && !I.Args.empty(); };
  return llvm::any_of(Callee.F->Insts, Gives) && llvm::all_of(Callee.F->Insts, [&](const ir::Inst &I) {
           return I.Kind != InstKind::Yield && (!Gives(I) || There.hasNoTensors(I.Args[0].Value));
         });
}

bool MadeOf::isOfNoTensors(const ir::Inst &D) {
  const knowledge::Callable *C = nullptr;
  switch (D.Kind) {
  case InstKind::Const:
    return true;
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
  case InstKind::Op:
    return allOf(D.Args);
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Next:
  case InstKind::Iterate:
    return hasNoTensors(D.Args[0].Value);
  case InstKind::Call:
    return givesNoTensors(D);
  case InstKind::GetGlobal: // defaultdict(list)
    return knowledge::makesContainer(std::string_view(D.Name)) || knowledge::makesNumber(std::string_view(D.Name));
  case InstKind::Invoke:
    C = knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(D.Name));
    if (dataflow::isMove(D) && !(C && C->Kind == Action::MoveCpu))
      return false;
    // What has no tensors gives none, unless it is given some: `generator.permutation(n)`, `row.get("name")`.
    return (C && llvm::is_contained({Action::HostValue, Action::HostAccess, Action::MoveCpu}, C->Kind)) ||
           knowledge::givesText(std::string_view(D.Name)) || isOfArrays(D.Args[0].Value) ||
           (isOfBase(D) ? allOf(llvm::ArrayRef(D.Args).drop_front()) : allOf(D.Args));
  case InstKind::Closure: // key=lambda row: row[0], but not lambda x: net(x)
    return !KnowsDevices &&
           llvm::none_of(M.function(D.Callee).Insts, [](const ir::Inst &I) { return I.Kind == InstKind::Apply; });
  case InstKind::Apply:
    return !KnowsDevices && allOf(D.Args);
  case InstKind::GetField:
    return F.isReceiver(D.Args[0].Value) ? keepsNoTensors(D.Name) : !KnowsDevices && hasNoTensors(D.Args[0].Value);
  default:
    return false;
  }
}

/// True for a method of self that a base has, none of the program's, in a function that says no device:
/// `self.collate(rows)`.
bool MadeOf::isOfBase(const ir::Inst &Invoke) const {
  return !KnowsDevices && F.isReceiver(Invoke.Args[0].Value) && !P.Types.isModuleClass(F.Class) &&
         !P.Types.findMethod(F.Class, Invoke.Name);
}

/// True if methods of the class put only such into the member, and, where that is a list or a table, into it.
bool MadeOf::keepsNoTensors(llvm::StringRef Member) const {
  bool Any = false, Holds = false;
  if (Depth == MaxDepth)
    return false;
  llvm::SmallVector<const ir::Function *, 8> Methods;
  for (const auto &Method : M.Functions)
    if (Method->hasBody() && Method->Class == F.Class)
      Methods.push_back(Method.get());
  for (const ir::Function *Method : Methods)
    for (const ir::Inst &I : Method->Insts)
      if (I.Kind == InstKind::SetField && I.Name == Member) {
        if (!MadeOf(P, M, *Method, File, Depth + 1).hasNoTensors(I.Args[1].Value))
          return false;
        const ir::Inst *D = Method->definition(I.Args[1].Value);
        Holds |= D && canBeFilled(P, *D);
        Any = true;
      }
  // self.rows.append(x), self.table[k] = x: an array keeps none of what is written to it.
  const auto PutsTensors = [&](const ir::Function &Method, const ir::Inst &I) {
    const ir::Inst *D = puts(I) ? Method.definition(I.Args[0].Value) : nullptr;
    while (D && D->Kind == InstKind::GetItem)
      D = Method.definition(D->Args[0].Value);
    return D && D->Kind == InstKind::GetField && D->Name == Member &&
           !MadeOf(P, M, Method, File, Depth + 1).allOf(llvm::ArrayRef(I.Args).drop_front());
  };
  return Any && !(Holds && llvm::any_of(Methods, [&](const ir::Function *Method) {
                    return llvm::any_of(Method->Insts, [&](const ir::Inst &I) { return PutsTensors(*Method, I); });
                  }));
}

/// What V is the state, or a part, of: `net` of `net.fc.state_dict()`.
static ir::ValueId wholeOf(const ir::Function &F, ir::ValueId V) {
  constexpr unsigned MaxSteps = 6;
  for (unsigned N = 0; N != MaxSteps; ++N) {
    const ir::Inst *D = F.definition(V);
    const bool IsState = D && D->Kind == InstKind::Invoke && knowledge::givesState(std::string_view(D->Name));
    if (!IsState && !(D && D->Kind == InstKind::GetField))
      break;
    V = D->Args[0].Value;
  }
  return V;
}

/// True if V, or what it is a part of, was taken to the CPU on each way to At, and nowhere else behind that:
/// `net.cpu(); torch.save(net.fc.state_dict(), path)`.
static bool isTakenToCpu(const ir::Function &F, ir::ValueId V, const ir::Inst &At) {
  const ir::ValueId Whole = wholeOf(F, V);
  const ir::Dominators Over(F);
  const ir::Inst *Last = nullptr;
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == InstKind::Invoke && dataflow::isMove(I) && I.Args[0].Value == Whole && I.Range.Begin < At.Range.Begin)
      Last = &I;
  const knowledge::Callable *C =
      Last ? knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(Last->Name)) : nullptr;
  return C && C->Kind == Action::MoveCpu && Over.dominates(Last->Parent, At.Parent);
}

/// True if what is saved at the call was on the CPU, as far as the function that calls is solved here; of a table,
/// whatever in it may be a tensor was.
static bool isSavedOnCpu(const Program &P, const dataflow::CallSite &Save, const ir::Arg *What) {
  const SolvedFunction *S = P.solvedHere(*Save.F);
  // Of what is not solved here the text says as much.
  const auto IsThere = [&](const Event &E) { return E.I == Save.I && isSurelyOnCpu(*S, E.Before, E.Path); };
  if (S && llvm::any_of(S->Events, IsThere))
    return true;
  const ir::Inst *Table = What ? Save.F->definition(What->Value) : nullptr;
  if (!Table || Table->Kind != InstKind::MakeDict)
    return What && isTakenToCpu(*Save.F, What->Value, *Save.I);
  bool Any = false;
  for (size_t N = 0; N + 1 < Table->Args.size(); N += 2) {
    const ir::Inst *Key = Save.F->definition(Table->Args[N].Value);
    const ir::ValueId V = Table->Args[N + 1].Value;
    const ir::Inst *D = Save.F->definition(V);
    const bool IsPlain = !D || D->Kind == InstKind::Const || D->Kind == InstKind::GetField;
    if (IsPlain && Key && knowledge::namesProgress(std::string_view(Key->Const.Text)))
      continue;
    if (!isTakenToCpu(*Save.F, V, *Save.I))
      return false;
    Any = true;
  }
  return Any;
}

/// True if a file whose path ends as Written says, with a star for each piece that is computed, may be one that ends as
/// Read does: `epoch_*.pt` and `epoch_3.pt`.
static bool mayBeCalled(llvm::StringRef Written, llvm::StringRef Read) {
  if (Written == Read)
    return true;
  const size_t Star = Written.find('*');
  if (Star == llvm::StringRef::npos || !Read.consume_front(Written.take_front(Star)))
    return false;
  const llvm::StringRef Rest = Written.drop_front(Star + 1);
  for (size_t N = 0; N <= Read.size(); ++N)
    if (mayBeCalled(Rest, Read.drop_front(N)))
      return true;
  return false;
}

/// The same of the path At.
static bool readsFromHost(const SolvedFunction &S, ir::ValueId At) {
  const Program &P = *S.Owner;
  const std::string End = PathText(P, *S.F, At).end();
  bool Any = false;
  for (const dataflow::CallSite &Save : P.Links.saves()) {
    const ir::Arg *To = dataflow::argumentFor(*Save.C, *Save.I, "path");
    const ir::Arg *What = dataflow::argumentFor(*Save.C, *Save.I, "value");
    if (!To)
      continue;
    const bool IsOfClass = !S.F->Class.empty() && Save.F->Class == S.F->Class;
    const bool IsNamed =
        (isNameOfFile(End) || Save.M == S.M) && mayBeCalled(PathText(P, *Save.F, To->Value).end(), End);
    if (End.empty() ? !IsOfClass : !IsNamed)
      continue;
    if (isSavedOnCpu(P, Save, What)) {
      Any = true;
      continue;
    }
    MadeOf Saved(P, *Save.M, *Save.F, End);
    if (!What || !Saved.hasNoTensors(What->Value))
      return false;
    // What has been read from there says nothing of what was there: `state = torch.load(p); torch.save(state, p)`.
    Any |= !Saved.restsOnFile();
  }
  return Any;
}

bool readsFromHost(const SolvedFunction &S, const Event &Load) {
  const ir::Arg *From = Load.Known ? dataflow::argumentFor(*Load.Known, *Load.I, "path") : nullptr;
  // One of several that branches choose.
  const auto Chosen =
      From && !S.F->definition(From->Value) ? ir::incoming(*S.F, From->Value) : llvm::SmallVector<ir::ValueId, 4>();
  return From && (Chosen.empty() ? readsFromHost(S, From->Value)
                                 : llvm::all_of(Chosen, [&](ir::ValueId V) { return readsFromHost(S, V); }));
}

} // namespace devtidy::checks
