//===- WrittenMembers.cpp - Members that change after construction ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/WrittenMembers.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/ResolutionOrder.h"
#include "dataflow/program/RunText.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Names.h"
#include "knowledge/Operators.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::keepsMembers;

/// True if the instruction's first argument is the receiver of the method that it stands in.
static bool isOnSelf(const ir::Function &F, const ir::Inst &I) {
  return !I.Args.empty() && F.isReceiver(I.Args[0].Value);
}

/// True if I puts something into a container, `nets.append(net)`: its arguments behind the first.
static bool addsTo(const ir::Inst &I) {
  const knowledge::Callable *C = I.Kind == InstKind::Invoke
                                     ? knowledge::findMethod(knowledge::Receiver::Container, std::string_view(I.Name))
                                     : nullptr;
  using knowledge::Action;
  return I.Kind == InstKind::SetItem ||
         (C && llvm::is_contained({Action::Append, Action::Insert, Action::Extend}, C->Kind));
}

/// The object of which V is a member that is taken by a name which nobody knows, `getattr(self, name)`, or each of them
/// in its turn, `for part in vars(self).values()`; or a list of such, `[v for v in vars(self).values()]`.
static ir::ValueId takenByNameOf(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxSteps = 8, MaxDepth = 2;
  for (unsigned Step = 0; Step != MaxSteps; ++Step) {
    const ir::Inst *D = F.definition(V);
    if (D && D->Kind == InstKind::MakeList && Depth < MaxDepth) {
      for (const ir::Inst &I : F.Insts)
        if (addsTo(I) && I.Args[0].Value == V)
          if (const ir::ValueId Of = takenByNameOf(F, I.Args.back().Value, Depth + 1))
            return Of;
      return {};
    }
    if (!D || D->Args.empty())
      return {};
    const bool Takes = (D->Kind == InstKind::Call && knowledge::takesMembersByName(std::string_view(D->Name))) ||
                       (D->Kind == InstKind::GetField && keepsMembers(std::string_view(D->Name)));
    V = D->Args[0].Value;
    if (Takes)
      return V;
    if (!llvm::is_contained({InstKind::Unpack, InstKind::Next, InstKind::Iterate, InstKind::GetItem, InstKind::Invoke},
                            D->Kind))
      return {};
  }
  return {};
}

static bool isTakenByName(const ir::Function &F, ir::ValueId V) {
  const ir::ValueId Of = takenByNameOf(F, V);
  return Of && F.isReceiver(Of);
}

/// True if the function that I calls has a body that does not move its parameter N.
static bool isKeptInPlace(const Linker &Links, const ir::Module &M, const ir::Inst &I, unsigned N) {
  const auto Callee = I.Kind == InstKind::Call ? Links.findFunction(I.Name, M) : std::nullopt;
  if (!Callee || N >= Callee->F->Blocks[0].Params.size() || !I.Args[N].Keyword.empty())
    return false;
  const ir::ValueId P = Callee->F->Blocks[0].Params[N];
  return llvm::none_of(Callee->F->Insts, [&](const ir::Inst &Use) {
    bool Moves = Use.Kind == InstKind::Invoke && (Use.Name == "to" || Use.Name == "cuda" || Use.Name == "cpu");
    bool Hands = Use.Kind == InstKind::Call || Use.Kind == InstKind::SetField;
    return llvm::any_of(Use.Args,
                        [&](const ir::Arg &A) { return A.Value == P && (Hands || (Moves && &A == Use.Args.begin())); });
  });
}

/// The member that D, of F, reads: of an object, or the variable of F's class that stands for it, `net = None`. "" if
/// it reads none.
static llvm::StringRef memberRead(const ir::Function &F, const ir::Inst *D) {
  if (D && D->Kind == InstKind::GetField)
    return D->Name;
  const auto [Class, Member] =
      D && D->Kind == InstKind::GetGlobal ? D->Name.rsplit('.') : std::pair<llvm::StringRef, llvm::StringRef>();
  return !F.Class.empty() && Class == F.Class ? Member : llvm::StringRef();
}

/// A member that is moved, or handed to somebody who may move it.
void WrittenMembers::noteMoved(const Site &In, const ir::Inst &I) {
  const ir::Function &F = In.F;
  // Who is given it by `return self.net` may move it.
  bool Returns = I.Kind == InstKind::Return;
  if (!Returns && I.Kind != InstKind::Call && I.Kind != InstKind::Invoke && I.Kind != InstKind::Apply)
    return;
  // A file is loaded into a module onto a device.
  const knowledge::Callable *Known =
      I.Kind == InstKind::Call ? knowledge::findFunction(std::string_view(I.Name)) : nullptr;
  bool Loads = Known && Known->Kind == knowledge::Action::Load;
  bool Library =
      !Loads && I.Kind == InstKind::Call && (Known || knowledge::keepsMembersInPlace(std::string_view(I.Name)));
  // So may who is given all of them, `return [v for v in vars(self).values()]`.
  const bool Moves = I.Kind == InstKind::Invoke && knowledge::movesModules(std::string_view(I.Name));
  if ((Moves || (Returns && !I.Args.empty())) && isTakenByName(F, I.Args[0].Value))
    MovingByName.insert(F.Class);
  for (unsigned N = 0; N != I.Args.size(); ++N) {
    const llvm::StringRef Member = memberRead(F, F.definition(I.Args[N].Value));
    if (Member.empty() || Library)
      continue;
    bool IsReceiver = N == 0 && I.Kind != InstKind::Call;
    if (IsReceiver ? Returns || (I.Kind == InstKind::Invoke && knowledge::movesModules(std::string_view(I.Name)))
                   : !isKeptInPlace(In.Links, In.M, I, N))
      Moved.insert(Member);
  }
}

/// `self.nets = [self.gen, self.disc]`, `self.nets.append(self.gen)`: who has the list may move what it holds.
void WrittenMembers::noteHeld(const ir::Function &F, const ir::Inst &I) {
  const bool Adds = addsTo(I);
  if (!Adds && !llvm::is_contained({InstKind::MakeList, InstKind::MakeTuple, InstKind::MakeDict}, I.Kind))
    return;
  for (const ir::Arg &A : llvm::drop_begin(I.Args, Adds))
    if (const llvm::StringRef Member = memberRead(F, F.definition(A.Value)); !Member.empty())
      Moved.insert(Member);
}

/// `self.sum += x` stays where it is, and so does what is made of the member alone: `self.table = self.table.view(2,
/// -1)`.
static bool isUpdate(const ir::Function &F, const ir::Inst &Store) {
  auto IsOld = [&](const ir::Inst *I) {
    return I && I->Kind == InstKind::GetField && I->Name == Store.Name && I->Args[0].Value == Store.Args[0].Value;
  };
  const ir::Inst *Made = F.definition(Store.Args[1].Value);
  if (Made && Made->Kind == InstKind::Op && knowledge::operatorForSyntax(std::string_view(Made->Name)).ends_with("_"))
    return IsOld(F.definition(Made->Args[0].Value));
  constexpr unsigned MaxSteps = 8;
  for (unsigned Steps = 0; Made && Steps < MaxSteps; ++Steps) {
    if (IsOld(Made))
      return Steps > 0;
    const bool IsMethod = Made->Kind == InstKind::Invoke && !knowledge::movesModules(std::string_view(Made->Name)) &&
                          Made->Name != "type" && Made->Name != "type_as" &&
                          !knowledge::findOperator(std::string_view(Made->Name)).empty();
    // An index may choose what is on another device; a number or a slice does not.
    const bool IsPart =
        Made->Kind == InstKind::GetItem && llvm::all_of(llvm::drop_begin(Made->Args), [&](const ir::Arg &Index) {
          const ir::Inst *D = F.definition(Index.Value);
          return D && (D->Kind == InstKind::Const || D->isSlice());
        });
    if (!IsMethod && !IsPart)
      return false;
    Made = F.definition(Made->Args[0].Value);
  }
  return false;
}

/// The object into which I puts something under a name that is computed: `setattr(V, name, x)`, `vars(V)[name] = x`,
/// `V.__dict__.update(moved)`. Invalid if it does something else.
static ir::ValueId storesByName(const ir::Function &F, const ir::Inst &I) {
  const auto IsComputed = [&](unsigned N) {
    const ir::Inst *D = F.definition(I.Args[N].Value);
    const bool IsEmpty = D && (D->Kind == InstKind::MakeList || D->Kind == InstKind::MakeDict) && D->Args.empty();
    return !D || (D->Kind != InstKind::Const && !IsEmpty);
  };
  // What counts, `setattr(self, name, 0)`, is no tensor that has moved.
  const auto IsOfComputed = [&] { return I.Args.size() == 3 && IsComputed(1) && IsComputed(2); };
  const auto HolderOf = [&](ir::ValueId Table) {
    const ir::Inst *D = F.definition(Table);
    const bool IsTable =
        D && !D->Args.empty() &&
        (D->Kind == InstKind::Call ? knowledge::takesMembersByName(std::string_view(D->Name))
                                   : D->Kind == InstKind::GetField && keepsMembers(std::string_view(D->Name)));
    return IsTable ? D->Args[0].Value : ir::ValueId();
  };
  switch (I.Kind) {
  case InstKind::Call:
    return knowledge::setsMemberByName(std::string_view(I.Name)) && IsOfComputed() ? I.Args[0].Value : ir::ValueId();
  case InstKind::SetItem:
    return IsOfComputed() ? HolderOf(I.Args[0].Value) : ir::ValueId();
  case InstKind::SetField:
    return keepsMembers(std::string_view(I.Name)) ? I.Args[0].Value : ir::ValueId();
  case InstKind::Invoke: {
    const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Container, std::string_view(I.Name));
    return C && C->Kind == knowledge::Action::Extend ? HolderOf(I.Args[0].Value) : ir::ValueId();
  }
  default:
    return {};
  }
}

/// The class of the object V, where the text says it; "" if not.
static std::string classOf(const Linker &Links, const ir::Module &M, const ir::Function &F, ir::ValueId V) {
  if (F.isReceiver(V))
    return F.Class.str();
  if (const ir::Type &T = F.value(V).StaticType; T.Kind == ir::TypeKind::Object)
    return Links.canonical(T.Name, M);
  const ir::Inst *D = F.definition(V);
  std::string Name = D && D->Kind == InstKind::Call ? Links.canonical(D->Name, M) : "";
  return Links.findClass(Name, M) ? Name : "";
}

/// True if I registers a module with another one.
static bool registersModule(const ir::Inst *I) {
  const knowledge::Callable *C = I && I->Kind == InstKind::Invoke
                                     ? knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I->Name))
                                     : nullptr;
  return C && C->Kind == knowledge::Action::RegisterModule;
}

/// `register_module("a", p.a)`, `p.a = register_module("a", nn::Linear(3, 3))`, where the type of p says whose member
/// that is.
void WrittenMembers::noteRegistered(const Site &In, const ir::Inst &I) {
  const auto Note = [&](const ir::Inst &Member) {
    const std::string Class = isOnSelf(In.F, Member) ? "" : classOf(In.Links, In.M, In.F, Member.Args[0].Value);
    if (const auto Of = Class.empty() ? std::nullopt : In.Links.findClass(Class, In.M))
      Registered.insert({Of->C->Name, Member.Name});
  };
  if (I.Kind == InstKind::SetField && registersModule(In.F.definition(I.Args[1].Value)))
    Note(I);
  if (!registersModule(&I))
    return;
  for (const ir::Arg &A : llvm::drop_begin(I.Args))
    if (const ir::Inst *D = In.F.definition(A.Value); D && D->Kind == InstKind::GetField)
      Note(*D);
}

void WrittenMembers::noteByName(const Site &In, const ir::Inst &I) {
  const ir::ValueId Holder = storesByName(In.F, I);
  if (!Holder)
    return;
  noteWriter(In, Holder);
  const auto &Params = In.F.Blocks[0].Params;
  if (const auto *P = llvm::find(Params, Holder); P != Params.end())
    StoringGiven[&In.F].push_back(P - Params.begin());
}

void WrittenMembers::noteWriter(const Site &In, ir::ValueId Object) {
  if (const std::string Class = classOf(In.Links, In.M, In.F, Object); !Class.empty()) {
    WritingByName.insert(Class);
    return;
  }
  if (const ir::Inst *Read = In.F.definition(Object); Read && Read->Kind == InstKind::GetField)
    WrittenInside.insert(Read->Name);
}

/// The object in a member, `place(self.noise, d)`, is of the classes that somebody puts into one of that name: calls
/// Note with each.
static void forEachPutInto(const Linker &Links, const llvm::StringSet<> &Members,
                           llvm::function_ref<void(llvm::StringRef)> Note) {
  for (const ir::Module *M : Members.empty() ? llvm::ArrayRef<const ir::Module *>() : Links.modules())
    for (const auto &F : M->Functions)
      for (const ir::Inst &I : F->Insts)
        if (I.Kind == InstKind::SetField && Members.contains(I.Name))
          if (const std::string Class = classOf(Links, *M, *F, I.Args[1].Value); !Class.empty())
            Note(Class);
}

/// A helper stores to what it is given: `move_all(self, d)`.
void WrittenMembers::noteHelpers(const Site &In) {
  for (const ir::Inst &I : In.F.Insts) {
    const auto Callee =
        I.Kind == InstKind::Call ? In.Links.findFunction(In.Links.canonical(I.Name, In.M), In.M) : std::nullopt;
    const auto Given = Callee ? StoringGiven.find(Callee->F) : StoringGiven.end();
    if (Given == StoringGiven.end())
      continue;
    for (unsigned N : Given->second)
      if (N < I.Args.size())
        noteWriter(In, I.Args[N].Value);
  }
}

/// Where I stores: the member, or the one whose data it replaces, `self.mean.data = self.mean.data.to(d)`.
static const ir::Inst *storedMember(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *D = knowledge::isDataAttribute(std::string_view(I.Name)) ? F.definition(I.Args[0].Value) : nullptr;
  return D && D->Kind == InstKind::GetField ? D : &I;
}

void WrittenMembers::noteStore(const Site &In, const ir::Inst &I) {
  if (isUpdate(In.F, I)) {
    Updated.insert(I.Name);
    return;
  }
  const ir::Inst &Member = *storedMember(In.F, I);
  const bool IsOwn = isOnSelf(In.F, Member);
  // Others fill the parameters of modules: `m.weight.data = init(m.weight)`.
  if (&Member != &I && !IsOwn)
    return;
  // Where types are declared, the object's class says whose member it is.
  const std::string Class = !IsOwn && In.M.declaresTypes() ? classOf(In.Links, In.M, In.F, Member.Args[0].Value) : "";
  if (const auto Of = Class.empty() ? std::nullopt : In.Links.findClass(Class, In.M)) {
    Written.insert({Of->C->Name, Member.Name});
    return;
  }
  const bool IsBack =
      In.F.Kind == ir::FunctionKind::Method && IsOwn && knowledge::bringsBack(std::string_view(methodName(In.F)));
  (IsBack ? WrittenBack : Written).insert({IsOwn ? In.F.Class : llvm::StringRef(), Member.Name});
}

void WrittenMembers::note(const Site &In) {
  for (const ir::Inst &I : In.F.Insts) {
    noteHeld(In.F, I);
    if (In.M.declaresTypes())
      noteRegistered(In, I);
    if (I.Kind == InstKind::SetField && In.F.Kind != ir::FunctionKind::Constructor)
      Stored.insert(I.Name);
  }
  // What a base's constructor runs may be handed other objects.
  const bool Inherits = In.Links.builders().isInherited(In.F);
  if (In.Links.isBuilder(In.F) && !Inherits)
    return;
  const bool Restores = knowledge::restoresMembers(std::string_view(methodName(In.F)));
  for (const ir::Inst &I : In.F.Insts) {
    if (Inherits && isOnSelf(In.F, I))
      continue;
    if (!Restores)
      noteByName(In, I);
    if (I.Kind == InstKind::SetField)
      noteStore(In, I);
    else
      noteMoved(In, I);
  }
}

/// An object is of its class and of all bases: what the methods of one write, those of the others read.
void WrittenMembers::addRelated(const Related &Others) {
  const auto Add = [&](Members &All) {
    for (const auto &[Class, Field] :
         llvm::SmallVector<std::pair<llvm::StringRef, llvm::StringRef>>(All.begin(), All.end()))
      for (llvm::StringRef Other : Others.lookup(Class))
        All.insert({Other, Field});
  };
  Add(Written);
  Add(WrittenBack);
  Add(Registered);
  for (llvm::StringSet<> *Classes : {&MovingByName, &WritingByName}) {
    llvm::SmallVector<llvm::StringRef> More;
    for (llvm::StringRef Class : Classes->keys())
      llvm::append_range(More, Others.lookup(Class));
    Classes->insert_range(More);
  }
}

namespace {
/// Methods that a class has from a base, and that its own constructors run on the object, `Net() { build(); }`: what
/// they assign they assign while the object is made, of the classes that run them so. Where constructors are inherited,
/// which method that is hangs on the class of the object.
class InheritedBuilders {
public:
  explicit InheritedBuilders(const Linker &Links);

  bool contains(const ir::Function &F) const { return Classes.contains(&F); }
  /// True if an object of Class, whose bases are Order, is made with F.
  bool makes(const ir::Function &F, llvm::ArrayRef<llvm::StringRef> Order) const {
    const auto It = Classes.find(&F);
    return It != Classes.end() &&
           llvm::any_of(It->second, [&](llvm::StringRef Class) { return llvm::is_contained(Order, Class); });
  }

private:
  llvm::DenseMap<const ir::Function *, llvm::SmallVector<llvm::StringRef, 2>> Classes;
};
} // namespace

InheritedBuilders::InheritedBuilders(const Linker &Links) {
  llvm::StringMap<llvm::SmallVector<const ir::Function *, 1>> Methods;
  llvm::SmallVector<std::pair<const ir::Function *, llvm::StringRef>, 16> Work;
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions) {
      if (M->inheritsConstructors() || F->Class.empty() || !F->hasBody() || F->Blocks[0].Params.empty())
        continue;
      if (F->Kind == ir::FunctionKind::Method)
        Methods[(F->Class + "." + methodName(*F)).str()].push_back(F.get());
      if (Links.isBuilder(*F))
        Work.push_back({F.get(), F->Class});
    }
  const DirectBases &Bases = Links.bases();
  while (!Work.empty()) {
    const auto [F, Class] = Work.pop_back_val();
    for (const ir::Inst &I : F->Insts) {
      const bool IsCall = I.Kind == InstKind::Call || I.Kind == InstKind::Invoke;
      if (!IsCall || !isOnSelf(*F, I))
        continue;
      // `Base::build()` says which one.
      const auto [Scope, Name] = I.Name.contains("::") ? I.Name.rsplit("::") : std::pair(F->Class, I.Name);
      const auto Order = resolutionOrder(F->Class, [&](llvm::StringRef Of) { return Bases.lookup(Of); });
      if (!llvm::is_contained(Order, Scope))
        continue;
      for (llvm::StringRef Of : resolutionOrder(Scope, [&](llvm::StringRef Of) { return Bases.lookup(Of); })) {
        const auto It = Methods.find((Of + "." + Name).str());
        if (It == Methods.end())
          continue;
        for (const ir::Function *Method : It->second)
          if (auto &Known = Classes[Method]; Of != Class && !llvm::is_contained(Known, Class)) {
            Known.push_back(Class);
            Work.push_back({Method, Class});
          }
        break;
      }
    }
  }
}

/// Calls Note with each class an object of which is given to a function that moves its members by their names:
/// `to_cuda(self)` of `for name in dir(o): getattr(o, name).cuda()`.
static void forEachMovedByHelper(const Linker &Links, llvm::function_ref<void(llvm::StringRef)> Note) {
  llvm::DenseMap<const ir::Function *, unsigned> Moving; // and which parameter
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions)
      for (const ir::Inst &I : F->Insts)
        if (I.Kind == InstKind::Invoke && knowledge::movesModules(std::string_view(I.Name)))
          if (const ir::ValueId Of = takenByNameOf(*F, I.Args[0].Value); Of && !F->isReceiver(Of))
            if (const auto *P = llvm::find(F->Blocks[0].Params, Of); P != F->Blocks[0].Params.end())
              Moving.try_emplace(F.get(), P - F->Blocks[0].Params.begin());
  for (const ir::Module *M : Moving.empty() ? llvm::ArrayRef<const ir::Module *>() : Links.modules())
    for (const auto &F : M->Functions)
      for (const ir::Inst &I : F->Insts) {
        const auto Callee =
            I.Kind == InstKind::Call ? Links.findFunction(Links.canonical(I.Name, *M), *M) : std::nullopt;
        const auto It = Callee ? Moving.find(Callee->F) : Moving.end();
        if (It != Moving.end() && It->second < I.Args.size())
          if (const std::string Class = classOf(Links, *M, *F, I.Args[It->second].Value); !Class.empty())
            Note(Class);
      }
}

/// The names of methods that put what they are given into a container.
static llvm::StringSet<> keepingMethods(const Linker &Links) {
  llvm::StringSet<> Keeping;
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions) {
      const auto IsGiven = [&](const ir::Arg &A) {
        return llvm::is_contained(F->Blocks[0].Params, A.Value) && !F->isReceiver(A.Value);
      };
      if (!F->Class.empty() && F->hasBody() && llvm::any_of(F->Insts, [&](const ir::Inst &I) {
            return addsTo(I) && llvm::any_of(llvm::drop_begin(I.Args), IsGiven);
          }))
        Keeping.insert(methodName(*F));
    }
  return Keeping;
}

/// Calls Note with each member of its object that F, or a method of the object that it hands it to, puts into a
/// container as well: `self.register(self.net)`, `self.net = self.register(Net())`, `self.net = net` of
/// `self.nets.append(net)`.
static void forEachHeldTwice(const ir::Function &F, const llvm::StringSet<> &Keeping,
                             llvm::function_ref<void(llvm::StringRef)> Note) {
  const auto Hands = [&](const ir::Inst &I) {
    return addsTo(I) || (I.Kind == InstKind::Invoke && F.isReceiver(I.Args[0].Value) && Keeping.contains(I.Name));
  };
  llvm::SmallVector<ir::ValueId, 8> Held;
  for (const ir::Inst &I : F.Insts)
    if (Hands(I)) {
      Held.push_back(I.Result);
      for (const ir::Arg &A : llvm::drop_begin(I.Args)) {
        Held.push_back(A.Value);
        if (const llvm::StringRef Member = memberRead(F, F.definition(A.Value)); !Member.empty())
          Note(Member);
      }
    }
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == InstKind::SetField && F.isReceiver(I.Args[0].Value) && llvm::is_contained(Held, I.Args[1].Value))
      Note(I.Name);
}

/// Calls Note with each member of its object that F, which makes it, moves in place, `self.net.cuda()`, or registers,
/// `register_module("net", net)`.
static void forEachMovedWhereMade(const ir::Function &F, llvm::function_ref<void(llvm::StringRef)> Note) {
  const auto NoteRead = [&](ir::ValueId V) {
    const ir::Inst *Read = F.definition(V);
    if (Read && Read->Kind == InstKind::GetField && F.isReceiver(Read->Args[0].Value))
      Note(Read->Name);
  };
  for (const ir::Inst &I : F.Insts) {
    if (I.Kind == InstKind::Invoke && knowledge::movesModules(std::string_view(I.Name)))
      NoteRead(I.Args[0].Value);
    if (registersModule(&I))
      for (const ir::Arg &A : llvm::drop_begin(I.Args))
        NoteRead(A.Value);
  }
}

WrittenMembers::WrittenMembers(const Linker &Links, RunText &Text) {
  const InheritedBuilders OfBases(Links);
  std::vector<std::pair<const ir::Function *, Members>> Late;
  for (const ir::Module *M : Links.modules()) {
    for (const auto &F : M->Functions) {
      if (!OfBases.contains(*F)) {
        note({Links, *M, *F});
        continue;
      }
      const Members Before = std::exchange(Written, {});
      note({Links, *M, *F});
      Late.emplace_back(F.get(), std::exchange(Written, Before));
    }
    Tables.note(Links, *M);
  }
  for (const ir::Module *M : StoringGiven.empty() ? llvm::ArrayRef<const ir::Module *>() : Links.modules())
    for (const auto &F : M->Functions)
      noteHelpers({Links, *M, *F});
  forEachPutInto(Links, WrittenInside, [&](llvm::StringRef Class) { WritingByName.insert(Class); });
  forEachMovedByHelper(Links, [&](llvm::StringRef Class) { MovingByName.insert(Class); });
  const llvm::StringSet<> Keeping = keepingMethods(Links);
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions)
      if (!F->Class.empty())
        forEachHeldTwice(*F, Keeping, [&](llvm::StringRef Member) { Moved.insert(Member); });
  const DirectBases &Bases = Links.bases();
  Related Others;
  for (const auto &[Class, Direct] : Bases) {
    const auto Order = resolutionOrder(Class, [&](llvm::StringRef Name) { return Bases.lookup(Name); });
    for (llvm::StringRef Base : llvm::drop_begin(Order)) {
      Others[Class].push_back(Base);
      Others[Base].push_back(Class);
    }
  }
  addRelated(Others);
  // The object of a base may be of a class that moves what the base has made: `super().__init__(); self.net.cuda()`.
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions) {
      if (F->Kind != ir::FunctionKind::Constructor || F->Class.empty() || !Others.contains(F->Class))
        continue;
      const auto Order = resolutionOrder(F->Class, [&](llvm::StringRef Name) { return Bases.lookup(Name); });
      forEachMovedWhereMade(*F, [&](llvm::StringRef Member) {
        for (llvm::StringRef Base : llvm::drop_begin(Order))
          Registered.insert({Base, Member});
      });
    }
  for (const auto &[F, Fields] : Late)
    for (const auto &[Class, Field] : Fields) {
      Written.insert({Class, Field});
      for (llvm::StringRef Other : Others.lookup(Class))
        if (!OfBases.makes(*F, resolutionOrder(Other, [&](llvm::StringRef Name) { return Bases.lookup(Name); })))
          Written.insert({Other, Field});
    }
}

bool WrittenMembers::contains(llvm::StringRef Class, llvm::StringRef Field, bool IsBack) const {
  return (IsBack && WrittenBack.contains({Class, Field})) || Written.contains({Class, Field}) ||
         Written.contains({"", Field}) || WritingByName.contains(Class);
}

} // namespace devtidy::dataflow
