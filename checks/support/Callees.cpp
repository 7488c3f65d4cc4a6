//===- Callees.cpp - Which function of the program a call runs -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Callees.h"
#include "checks/support/PathText.h"
#include "knowledge/Builtins.h"
#include "knowledge/Names.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

const ir::Inst *makerOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::Call && P.Types.findClass(D->Name) ? D : nullptr;
}

const knowledge::Callable *libraryCalleeOf(const Program &P, const ir::Inst *I) {
  return I && I->Kind == InstKind::Call ? knowledge::findFunction(std::string_view(P.Types.canonical(I->Name)))
                                        : nullptr;
}

/// What V was before it was moved in place, `Net().to(device)`.
static ir::ValueId beforeMoves(const ir::Function &F, ir::ValueId V) {
  constexpr unsigned MaxSteps = 8;
  for (unsigned N = 0; N != MaxSteps; ++N) {
    const ir::Inst *D = F.definition(V);
    if (!D || D->Kind != InstKind::Invoke || !knowledge::movesModules(std::string_view(D->Name)))
      break;
    V = D->Args[0].Value;
  }
  return V;
}

/// The class of the program that V is an object of, as the text of F and its callers say; "" if they do not.
static llvm::StringRef classOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  V = beforeMoves(F, V);
  if (const ir::Inst *Maker = makerOf(P, F, V))
    return Maker->Name;
  if (F.isReceiver(V))
    return F.Class;
  const llvm::ArrayRef<ir::ValueId> Given = F.block(ir::BlockId(0)).Params;
  const size_t N = llvm::find(Given, V) - Given.begin();
  if (N >= F.Params.size())
    return {};
  const ir::Type T = P.Types.givenType(F, N);
  return T.Kind == ir::TypeKind::Object ? T.Name : llvm::StringRef();
}

std::optional<Program::Entry> calleeOf(const Program &P, const ir::Function &F, const ir::Inst &I) {
  if (I.Kind == InstKind::Call)
    return P.Types.findFunction(I.Name);
  if (I.Kind != InstKind::Invoke && I.Kind != InstKind::Apply)
    return std::nullopt;
  const llvm::StringRef Class = classOf(P, F, I.Args[0].Value);
  if (Class.empty())
    return std::nullopt;
  return P.Types.findMethod(Class, I.Kind == InstKind::Apply ? llvm::StringRef("__call__") : I.Name);
}

std::optional<Program::Entry> runBy(const Program &P, const ir::Function &F, const ir::Inst &I) {
  if (I.Kind == InstKind::Call && P.Types.findClass(I.Name)) {
    const std::vector<Program::Entry> Makers = P.Types.makers(I.Name);
    return Makers.size() == 1 ? std::optional(Makers[0]) : std::nullopt;
  }
  return calleeOf(P, F, I);
}

std::optional<unsigned> parameterOf(const ir::Function &F, ir::ValueId V) {
  const llvm::ArrayRef<ir::ValueId> All = F.block(ir::BlockId(0)).Params;
  const size_t N = llvm::find(All, V) - All.begin();
  return N < F.Params.size() ? std::optional(unsigned(N)) : std::nullopt;
}

/// True if the call may be one of F by what it gives.
static bool fits(const ir::Function &F, const ir::Inst &Call) {
  return Call.Args.size() <= F.Params.size() && llvm::all_of(Call.Args, [&](const ir::Arg &A) {
           return A.Keyword.empty() || A.Keyword.starts_with("*") ||
                  llvm::any_of(F.Params, [&](const ir::Param &Of) { return Of.Name == A.Keyword; });
         });
}

/// True for a decorator, or a metaclass, that hands nothing to others: `@torch.no_grad()`, ABCMeta.
static bool keepsToItself(const Program &P, llvm::StringRef Name) {
  const llvm::StringRef Known = P.Types.canonical(Name);
  return knowledge::isOfTorch(std::string_view(Known)) ||
         (Known.contains('.') && knowledge::comesWithPython(std::string_view(Known.split('.').first)));
}

namespace {

/// How an instruction uses a function: calls it, may call it, or makes something of it that others may call.
enum class Use : uint8_t { None, Call, Maybe, Unseen, MaybeUnseen };

/// Finds the uses of a function.
class Uses {
public:
  Uses(const Program &P, const NameUses &All, const ir::Function &F);

  /// True if others are given the function, or the class that it makes objects of: `@app.command()`.
  bool isGivenAway() const { return IsGivenAway; }
  Use of(const ir::Function &From, const ir::Inst &I) const;
  llvm::ArrayRef<llvm::StringRef> names() const { return Names.getArrayRef(); }

private:
  bool isNamed(const ir::Inst &I) const { return Names.contains(ir::lastName(I.Name)); }
  bool isPartNamed(const ir::Inst &I) const;
  bool isFunction(llvm::StringRef Name) const;
  bool isMaker(llvm::StringRef Name) const;
  bool derivesFrom(llvm::StringRef Class) const { return P.Types.derivesFrom(F.Class, {{std::string_view(Class)}}); }
  Use ofMethod(const ir::Function &From, const ir::Inst &I) const;
  Use ofObject(const ir::Function &From, const ir::Inst &I) const;
  void addDerived(const NameUses &All);

  const Program &P;
  const ir::Function &F;
  const bool IsConstructor, IsCalledAsObject;
  bool IsGivenAway;
  llvm::SetVector<llvm::StringRef> Names; ///< what names it, without what stands before
};

} // namespace

Uses::Uses(const Program &P, const NameUses &All, const ir::Function &F)
    : P(P), F(F), IsConstructor(F.Kind == ir::FunctionKind::Constructor),
      IsCalledAsObject(!F.Class.empty() && ir::lastName(F.Name) == "__call__"),
      IsGivenAway(!llvm::all_of(F.Decorators, [&](llvm::StringRef D) { return keepsToItself(P, D); })) {
  Names.insert(ir::lastName(F.Name));
  if (IsConstructor)
    addDerived(All);
  // A package may hand it on under another name.
  if (F.Class.empty() || IsConstructor)
    for (size_t N = 0; N != Names.size(); ++N)
      for (const llvm::StringRef Other : All.aliases(Names[N]))
        Names.insert(Other);
}

/// Adds the classes whose objects F may make: those that inherit it, too.
void Uses::addDerived(const NameUses &All) {
  llvm::SetVector<llvm::StringRef> Classes;
  Classes.insert(F.Class);
  for (size_t N = 0; N != Classes.size(); ++N)
    for (const llvm::StringRef Class : All.derived(Classes[N]))
      Classes.insert(Class);
  for (const llvm::StringRef Class : Classes) {
    Names.insert(ir::lastName(Class));
    const std::optional<Program::ClassEntry> Of = P.Types.findClass(Class);
    IsGivenAway |= Of && !llvm::all_of(Of->C->Decorators, [&](llvm::StringRef D) { return keepsToItself(P, D); }) &&
                   isMaker(Class);
  }
}

bool Uses::isFunction(llvm::StringRef Name) const {
  if (const std::optional<Program::Entry> Named = P.Types.findFunction(Name))
    return Named->F == &F;
  if (F.Class.empty())
    return false;
  const llvm::StringRef Method = ir::lastName(Name); // of a class that inherits it
  const std::optional<Program::Entry> Named = P.Types.findMethod(Name.drop_back(Method.size()).rtrim(".:"), Method);
  return Named && Named->F == &F;
}

/// True if I names a member of the function: `h.__call__(x)`.
bool Uses::isPartNamed(const ir::Inst &I) const {
  const llvm::StringRef Whole = I.Name.drop_back(ir::lastName(I.Name).size()).rtrim(".:");
  return !Whole.empty() && Names.contains(ir::lastName(Whole)) && isFunction(Whole);
}

/// True if F runs when an object of the class of that name is made.
bool Uses::isMaker(llvm::StringRef Name) const {
  return IsConstructor && P.Types.findClass(Name) &&
         llvm::any_of(P.Types.makers(Name), [&](const Program::Entry &E) { return E.F == &F; });
}

/// True if nobody makes an object of the class V: `isinstance(x, Net)`.
static bool isOnlyCompared(const ir::Function &From, ir::ValueId V) {
  return llvm::all_of(From.Insts, [&](const ir::Inst &I) {
    const bool IsGiven = llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; }) ||
                         llvm::any_of(I.Targets, [&](const ir::Successor &S) { return llvm::is_contained(S.Args, V); });
    return !IsGiven || (I.Kind == InstKind::Call && knowledge::asksForKind(std::string_view(I.Name)));
  });
}

/// A method that From calls, or takes, by its name.
Use Uses::ofMethod(const ir::Function &From, const ir::Inst &I) const {
  const ir::ValueId Object = I.Args[0].Value;
  const Use Sure = I.Kind == InstKind::Invoke ? Use::Call : Use::Unseen;
  const llvm::StringRef Class = classOf(P, From, Object);
  const std::optional<Program::Entry> Named =
      Class.empty() ? std::nullopt : P.Types.findMethod(Class, ir::lastName(I.Name));
  // An object of that class may be one of a class that derives from it.
  if (Named && (Named->F == &F || derivesFrom(P.Types.canonical(Class))))
    return Sure;
  if (Named || (!From.value(Object).StaticType.isUnknown() && !P.Types.findClass(Class)))
    return Use::None;
  if (I.Kind != InstKind::Invoke)
    return Use::MaybeUnseen;
  return fits(F, I) ? Use::Maybe : Use::None;
}

/// An object that is called, of whose class F may be what runs.
Use Uses::ofObject(const ir::Function &From, const ir::Inst &I) const {
  if (const std::optional<Program::Entry> Called = calleeOf(P, From, I))
    return Called->F == &F || derivesFrom(Called->F->Class) ? Use::Call : Use::None;
  const bool IsKnown = !classOf(P, From, I.Args[0].Value).empty();
  return !IsKnown && fits(F, I) ? Use::Maybe : Use::None;
}

Use Uses::of(const ir::Function &From, const ir::Inst &I) const {
  switch (I.Kind) {
  case InstKind::GetGlobal:
    if (isPartNamed(I))
      return Use::Unseen;
    if (!isNamed(I))
      return Use::None;
    return isFunction(I.Name) || (isMaker(I.Name) && !isOnlyCompared(From, I.Result)) ? Use::Unseen : Use::None;
  case InstKind::Call:
    if (isPartNamed(I))
      return Use::Unseen;
    return isNamed(I) && (isFunction(I.Name) || isMaker(I.Name)) ? Use::Call : Use::None;
  case InstKind::Invoke:
  case InstKind::GetField:
    return !F.Class.empty() && isNamed(I) ? ofMethod(From, I) : Use::None;
  case InstKind::Apply:
    return IsCalledAsObject ? ofObject(From, I) : Use::None;
  default:
    return Use::None;
  }
}

const ir::Arg *givenFor(const ir::Function &F, unsigned N, const ir::Inst &Call) {
  if (const ir::Arg *Named = Call.findKeyword(F.Params[N].Name))
    return Named;
  // The object stands before the arguments of a method, `Base.__init__(self, path)`, and is none of a class's.
  const bool IsStatic = F.Kind == ir::FunctionKind::StaticMethod;
  const bool Makes = F.Kind == ir::FunctionKind::Constructor && Call.Kind == InstKind::Call &&
                     (ir::lastName(Call.Name) != ir::lastName(F.Name) || ir::lastName(F.Name) == ir::lastName(F.Class));
  const unsigned Position = N - (Makes ? 1 : 0) + (IsStatic && Call.Kind == InstKind::Invoke ? 1 : 0);
  return Position < Call.Args.size() && Call.Args[Position].Keyword.empty() ? &Call.Args[Position] : nullptr;
}

bool isNone(const ir::Function &Callee, unsigned N, const Given &G) {
  const ir::Param &Of = Callee.Params[N];
  const ir::Inst *D = G.A ? G.Caller.definition(G.A->Value) : nullptr;
  if (G.A)
    return D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::None;
  return Of.HasDefault && !Of.DefaultUnknown && Of.Default.K == ir::Constant::Kind::None;
}

bool holdsOfAllGiven(const Program &P, const NameUses &All, const ir::Function &F, unsigned N,
                     llvm::function_ref<bool(const Given &)> Of) {
  return holdsOfAllCalls(P, All, F, [&](const ir::Function &Caller, const ir::Inst &Call) {
    const bool IsOpen = llvm::any_of(Call.Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); });
    return !IsOpen && Of({Caller, Call, givenFor(F, N, Call)});
  });
}

/// True if Of holds of each use that Looking finds, in the order of the run. What may be one counts where Home is
/// known. False if there are more places than Spent allows to look at.
static bool isOfAllUses(const NameUses &All, const ir::Module &Home, const Uses &Looking,
                        llvm::function_ref<bool(Use, const NameUses::Said &)> Of, Effort *Spent = nullptr) {
  const std::string Name = Home.Name.str() + ".";
  const auto Names = [&](const ir::Alias &A) { return A.Target == Home.Name || A.Target.starts_with(Name); };
  const ir::Function *In = nullptr;
  bool IsClose = false;
  for (const NameUses::Said &At : All.of(Looking.names())) {
    if (Spent && !Spent->allows(Effort::OfName))
      return false;
    const Use U = Looking.of(*At.F, *At.I);
    if (U == Use::None)
      continue;
    // An object that nobody knows is none of a class that nobody names there.
    if (U == Use::Maybe || U == Use::MaybeUnseen) {
      if (const ir::Module *M = At.F == In ? nullptr : All.moduleOf(*At.F))
        IsClose = M == &Home || llvm::any_of(M->Aliases, Names);
      In = At.F;
      if (!IsClose)
        continue;
    }
    if (!Of(U, At))
      return false;
  }
  return true;
}

bool holdsOfAllCalls(const Program &P, const NameUses &All, const ir::Function &F,
                     llvm::function_ref<bool(const ir::Function &, const ir::Inst &)> Holds) {
  const ir::Module *Home = All.moduleOf(F);
  if (!Home || F.Kind == ir::FunctionKind::TopLevel || F.Kind == ir::FunctionKind::Lambda)
    return false;
  const Uses Of(P, All, F);
  if (Of.isGivenAway())
    return false;
  bool Any = false;
  const bool IsOfTests = knowledge::isTestModule(std::string_view(Home->Name));
  const auto IsRight = [&](Use U, const NameUses::Said &At) {
    if (U == Use::Unseen || U == Use::MaybeUnseen || !Holds(*At.F, *At.I))
      return false;
    // What tests give says nothing of what users do.
    Any |= U == Use::Call && (IsOfTests || !knowledge::isTestModule(std::string_view(All.moduleOf(*At.F)->Name)));
    return true;
  };
  return isOfAllUses(All, *Home, Of, IsRight) && Any;
}

bool isCalledUnseen(const Program &P, const NameUses &All, const ir::Function &F) {
  return (!F.Class.empty() && knowledge::standsForSyntax(std::string_view(ir::lastName(F.Name)))) ||
         Uses(P, All, F).isGivenAway();
}

bool mayHoldOfCall(const Program &P, const NameUses &All, const ir::Function &F, Effort &Spent,
                   llvm::function_ref<bool(const ir::Function &, const ir::Inst &)> Of) {
  const ir::Module *Home = All.moduleOf(F);
  if (!Home || F.Kind == ir::FunctionKind::TopLevel || F.Kind == ir::FunctionKind::Lambda)
    return false;
  const auto IsOther = [&](Use U, const NameUses::Said &At) {
    const bool IsCall = U == Use::Call || (U == Use::Maybe && At.I->Kind == InstKind::Invoke);
    // Whoever has it as a value calls it with anything: `run(f, 0.5)`.
    return U != Use::Unseen && (!IsCall || !Of(*At.F, *At.I));
  };
  return !isOfAllUses(All, *Home, Uses(P, All, F), IsOther, &Spent);
}

} // namespace devtidy::checks
