//===- Callees.cpp - Which function of the program a call runs -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Callees.h"
#include "checks/support/PathText.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

const ir::Inst *makerOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::Call && P.Types.findClass(D->Name) ? D : nullptr;
}

/// The class of the program that V is an object of, as the text of F and its callers say; "" if they do not.
static llvm::StringRef classOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  if (const ir::Inst *Maker = makerOf(P, F, V))
    return Maker->Name;
  if (isSelf(F, V))
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

namespace {

/// How an instruction uses a function: calls it, may call it, or makes something of it that others may call.
enum class Use : uint8_t { None, Call, Maybe, Unseen };

} // namespace

/// True if the call may be one of F by what it gives.
static bool fits(const ir::Function &F, const ir::Inst &Call) {
  return Call.Args.size() <= F.Params.size() && llvm::all_of(Call.Args, [&](const ir::Arg &A) {
           return A.Keyword.empty() || A.Keyword.starts_with("*") ||
                  llvm::any_of(F.Params, [&](const ir::Param &Of) { return Of.Name == A.Keyword; });
         });
}

static Use useOf(const Program &P, const ir::Function &From, const ir::Inst &I, const ir::Function &F) {
  const bool IsNamed = ir::lastName(I.Name) == ir::lastName(F.Name);
  std::optional<Program::Entry> Called;
  switch (I.Kind) {
  case InstKind::GetGlobal:
    Called = IsNamed ? P.Types.findFunction(I.Name) : std::nullopt;
    return Called && Called->F == &F ? Use::Unseen : Use::None;
  case InstKind::Call:
    if (F.Kind == ir::FunctionKind::Constructor)
      return ir::lastName(I.Name) == ir::lastName(F.Class) && P.Types.findClass(I.Name) &&
                     llvm::any_of(P.Types.makers(I.Name), [&](const Program::Entry &E) { return E.F == &F; })
                 ? Use::Call
                 : Use::None;
    Called = IsNamed ? P.Types.findFunction(I.Name) : std::nullopt;
    return Called && Called->F == &F ? Use::Call : Use::None;
  case InstKind::Invoke:
    if (!IsNamed || F.Class.empty())
      return Use::None;
    Called = calleeOf(P, From, I);
    if (Called)
      return Called->F == &F ? Use::Call : Use::None;
    return From.value(I.Args[0].Value).StaticType.isUnknown() && fits(F, I) ? Use::Maybe : Use::None;
  default:
    return Use::None;
  }
}

const ir::Arg *givenFor(const ir::Function &F, unsigned N, const ir::Inst &Call) {
  if (const ir::Arg *Named = Call.findKeyword(F.Params[N].Name))
    return Named;
  // The object stands before the arguments of a method, and is none of a constructor's.
  const bool HasObject = F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor;
  const unsigned Position = N - (HasObject ? 1 : 0) + (Call.Kind == InstKind::Invoke ? 1 : 0);
  return Position < Call.Args.size() && Call.Args[Position].Keyword.empty() ? &Call.Args[Position] : nullptr;
}

bool isNone(const ir::Function &Callee, unsigned N, const Given &G) {
  const ir::Param &Of = Callee.Params[N];
  const ir::Inst *D = G.A ? G.Caller.definition(G.A->Value) : nullptr;
  if (G.A)
    return D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::None;
  return Of.HasDefault && !Of.DefaultUnknown && Of.Default.K == ir::Constant::Kind::None;
}

bool holdsOfAllGiven(const Program &P, const ir::Function &F, unsigned N, llvm::function_ref<bool(const Given &)> Of) {
  return holdsOfAllCalls(P, F, [&](const ir::Function &Caller, const ir::Inst &Call) {
    const bool IsOpen = llvm::any_of(Call.Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); });
    return !IsOpen && Of({Caller, Call, givenFor(F, N, Call)});
  });
}

bool holdsOfAllCalls(const Program &P, const ir::Function &F,
                     llvm::function_ref<bool(const ir::Function &, const ir::Inst &)> Of) {
  const ir::Module *Home = nullptr;
  for (const ir::Module *M : P.modules())
    if (llvm::any_of(M->Functions, [&](const auto &Other) { return Other.get() == &F; }))
      Home = M;
  if (!Home || F.Kind == ir::FunctionKind::TopLevel || F.Kind == ir::FunctionKind::Lambda)
    return false;
  bool Any = false;
  // What calls F says its last name, or that of the class that it constructs.
  const llvm::StringRef Said = ir::lastName(F.Kind == ir::FunctionKind::Constructor ? F.Class : F.Name);
  const std::string Name = Home->Name.str() + ".";
  const bool IsOfTests = knowledge::isTestModule(std::string_view(Home->Name));
  for (const ir::Module *M : P.modules()) {
    // An object that nobody knows is none of a class that nobody names there.
    std::optional<bool> IsClose;
    const auto Names = [&](const ir::Alias &A) { return A.Target == Home->Name || A.Target.starts_with(Name); };
    for (const auto &From : M->Functions)
      for (const ir::Inst &I : From->Insts) {
        const Use U = I.Name.ends_with(Said) ? useOf(P, *From, I, F) : Use::None;
        if (U == Use::Maybe && !IsClose)
          IsClose = M == Home || llvm::any_of(M->Aliases, Names);
        if (U == Use::None || (U == Use::Maybe && !*IsClose))
          continue;
        if (U == Use::Unseen || !Of(*From, I))
          return false;
        // What tests give says nothing of what users do.
        Any |= U == Use::Call && (IsOfTests || !knowledge::isTestModule(std::string_view(M->Name)));
      }
  }
  return Any;
}

} // namespace devtidy::checks
