//===- Swallowing.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Swallowing.h"
#include "ir/Edges.h"
#include "knowledge/Exceptions.h"
#include "knowledge/Names.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::BlockId;
using ir::InstKind;

/// True if control gets from B to a `return`, by steps that Goes allows.
static bool returnsFrom(const ir::Function &F, BlockId B, llvm::function_ref<bool(BlockId, unsigned)> Goes) {
  llvm::SmallVector<BlockId, 8> Work{B};
  llvm::BitVector Seen(F.Blocks.size());
  while (!Work.empty()) {
    const BlockId Next = Work.pop_back_val();
    if (Seen.test(Next.index()))
      continue;
    Seen.set(Next.index());
    const ir::Inst &T = F.terminator(Next);
    if (T.Kind == InstKind::Return)
      return true;
    for (unsigned I = 0; I < T.Targets.size(); ++I)
      if (Goes(Next, I))
        Work.push_back(T.Targets[I].Block);
  }
  return false;
}

bool mayReturnFrom(const ir::Function &F, BlockId B) {
  return returnsFrom(F, B, [](BlockId, unsigned) { return true; });
}

bool handlesDeviceFailure(const ir::Function &F, BlockId B) {
  const ir::Inst &T = F.terminator(B);
  if (T.Kind != InstKind::Fork || !knowledge::areForOthers(std::string_view(T.Name)))
    return mayReturnFrom(F, B);
  return handlesDeviceFailure(F, T.Targets[1].Block);
}

bool isTried(const ir::Function &F, BlockId B) {
  return llvm::any_of(F.Blocks, [&](const ir::Block &Of) {
    const ir::Inst &T = F.inst(Of.Insts.back());
    return T.Kind == InstKind::Fork && T.Targets[0].Block == B && handlesDeviceFailure(F, T.Targets[1].Block);
  });
}

/// True if F catches what is raised in a block that Raises says.
static bool catches(const ir::Function &F, llvm::function_ref<bool(BlockId)> Raises) {
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    return T.Kind == InstKind::Fork && Raises(T.Targets[0].Block) && mayReturnFrom(F, T.Targets[1].Block);
  });
}

/// True if F, a generator that makes a scope, catches what is raised at its `yield`.
static bool catchesAtYield(const ir::Function &F) {
  auto Yields = [&](BlockId B) {
    return llvm::any_of(F.block(B).Insts, [&](ir::InstId Id) { return F.inst(Id).Kind == InstKind::Yield; });
  };
  return catches(F, Yields);
}

/// As a package calls it, whatever the module is called in which it stands.
static bool swallowsByName(const Program &Prog, const ir::Inst &Call) {
  return knowledge::swallowsExceptions(std::string_view(Call.Name)) ||
         (Call.Kind == InstKind::Call &&
          knowledge::swallowsExceptions(std::string_view(Prog.Types.canonical(Call.Name))));
}

static bool makesScope(const ir::Function &F) {
  return llvm::any_of(F.Decorators, [](llvm::StringRef D) { return D.ends_with("contextmanager"); });
}

/// True if methods of the class store to that member of their receiver, and all that they store IsKnown:
/// `self.lock = threading.Lock()`.
static bool storesOnly(const Program &Prog, llvm::StringRef Class, llvm::StringRef Member,
                       llvm::function_ref<bool(const ir::Function &, ir::ValueId)> IsKnown) {
  bool Any = false;
  std::vector<Program::Entry> Writers = Prog.Types.constructors(Class);
  llvm::append_range(Writers, Prog.Links.methods(Class));
  for (const Program::Entry &E : Writers)
    for (const ir::Inst &I : E.F->Insts) {
      if (I.Kind != InstKind::SetField || I.Name != Member || !E.F->isReceiver(I.Args[0].Value))
        continue;
      if (!IsKnown(*E.F, I.Args[1].Value))
        return false;
      Any = true;
    }
  return Any;
}

/// True if what V holds is known to let exceptions through, as all that makes it does: `open(path)`, `torch.no_grad()`
/// on a condition, what a function of the program gives that returns such, and what methods keep in a member. Nobody
/// knows what a parameter is.
static bool letsThrough(const Program &Prog, const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (Depth == MaxDepth)
    return false;
  const auto IsKnown = [&](const ir::Function &Of, ir::ValueId Made) { return letsThrough(Prog, Of, Made, Depth + 1); };
  const ir::Inst *Made = F.definition(V);
  if (!Made) {
    const auto Values = ir::incoming(F, V);
    return !Values.empty() && llvm::all_of(Values, [&](ir::ValueId Each) { return IsKnown(F, Each); });
  }
  if (Made->Kind == InstKind::Const)
    return true;
  if (Made->Kind == InstKind::GetField && F.isReceiver(Made->Args[0].Value))
    return storesOnly(Prog, F.Class, Made->Name, IsKnown);
  if (Made->Kind != InstKind::Call || swallowsByName(Prog, *Made))
    return false;
  if (knowledge::passesExceptions(std::string_view(Prog.Types.canonical(Made->Name))))
    return true;
  const std::optional<Program::Entry> Maker = Prog.Types.findFunction(Made->Name);
  if (!Maker || makesScope(*Maker->F))
    return Maker || Prog.Types.findMethod(Made->Name, "__exit__") ||
           knowledge::findFunction(std::string_view(Prog.Types.canonical(Made->Name)));
  return llvm::all_of(Maker->F->Insts, [&](const ir::Inst &I) {
    return I.Kind != InstKind::Return || (!I.Args.empty() && IsKnown(*Maker->F, I.Args[0].Value));
  });
}

bool Swallowing::swallows(const ir::Inst &Scope, bool IsEnding, llvm::ArrayRef<Value> Values,
                          llvm::ArrayRef<Object> Objects) const {
  const ir::ValueId Context = Scope.Args[0].Value;
  const ir::Inst *Made = F.definition(Context);
  const bool IsCall = Made && Made->Kind == InstKind::Call, IsMethod = Made && Made->Kind == InstKind::Invoke;
  if ((IsCall || IsMethod) && swallowsByName(Prog, *Made))
    return true;
  const Value &V = Values[Context.index()];
  auto ClassOf = [&](const Value &V) {
    return V.is(Value::Kind::Object) ? Objects[V.Obj.index()].Class : llvm::StringRef();
  };
  std::optional<Program::Entry> Maker;
  if (IsCall)
    Maker = Prog.Types.findFunction(Made->Name);
  else if (const llvm::StringRef Class = IsMethod ? ClassOf(Values[Made->Args[0].Value.index()]) : ""; !Class.empty())
    Maker = Prog.Types.findMethod(Class, Made->Name);
  if (Maker && makesScope(*Maker->F))
    return catchesAtYield(*Maker->F);
  const llvm::StringRef Class = ClassOf(V);
  for (llvm::StringRef Method : {"__exit__", "__aexit__"})
    if (const std::optional<Program::Entry> E = Class.empty() ? std::nullopt : Prog.Types.findMethod(Class, Method)) {
      const std::shared_ptr<const Summary> Sum = Prog.solved(*E).Sum;
      return Sum->Known && Sum->Returns && Sum->Result.truth() != false;
    }
  // A class that gets its __exit__ from one of another package, and what nobody knows at all.
  return IsEnding && (Class.empty() ? !letsThrough(Prog, F, Context) : Prog.Types.hasUnknownBase(Class));
}

bool Swallowing::find(llvm::ArrayRef<Value> Values, llvm::ArrayRef<Object> Objects,
                      llvm::function_ref<bool(BlockId, unsigned)> Goes) {
  constexpr unsigned MaxScopes = 16;
  for (unsigned N = F.Blocks.size(); N-- > 0 && Left.size() < MaxScopes;) {
    const BlockId B(N);
    const ir::Inst &Branch = F.terminator(B);
    const ir::Inst *Asks = Branch.Kind == InstKind::Branch ? F.definition(Branch.Args[0].Value) : nullptr;
    if (!Asks || Asks->Kind != InstKind::Swallows || contains(B) || !Goes(B, 1))
      continue;
    // What is behind the scope is behind the block that leaves it past the body.
    const BlockId Past = Branch.Targets[0].Block, Behind = F.terminator(Past).Targets[0].Block;
    bool Ends = false;
    for (unsigned From = 0; From < F.Blocks.size() && !Ends; ++From)
      for (unsigned I = 0; I < F.terminator(BlockId(From)).Targets.size(); ++I)
        Ends |= F.terminator(BlockId(From)).Targets[I].Block == Behind && Goes(BlockId(From), I);
    if (Ends || !swallows(*Asks, !returnsFrom(F, Branch.Targets[1].Block, Goes), Values, Objects))
      continue;
    Left.push_back(B);
    return true;
  }
  return false;
}

/// True if a decorator does nothing with what it is given: another function stands in its place.
static bool replaces(const ir::Function &Decorator) {
  if (!Decorator.hasBody() || Decorator.Blocks[0].Params.empty())
    return false;
  const ir::ValueId Given = Decorator.Blocks[0].Params[0];
  return llvm::none_of(Decorator.Insts, [&](const ir::Inst &I) {
    return llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Given; }) ||
           llvm::any_of(I.Targets, [&](const ir::Successor &T) { return llvm::is_contained(T.Args, Given); });
  });
}

/// True if a function that the program has in the place of what it decorates with Name catches what that raises.
static bool decoratorCatches(const Program &Prog, llvm::StringRef Name) {
  if (knowledge::passesExceptions(std::string_view(Name)) ||
      knowledge::passesExceptions(std::string_view(Prog.Types.canonical(Name))))
    return false;
  std::optional<Program::Entry> Decorator = Prog.Types.findFunction(Name);
  if (!Decorator)
    Decorator = Prog.Types.findMethod(Name, "__call__");
  if (!Decorator || (Decorator->F->Kind == ir::FunctionKind::Free && replaces(*Decorator->F)))
    return true; // for all that is known
  constexpr unsigned MaxFunctions = 8;
  llvm::SmallVector<const ir::Function *, 4> Work{Decorator->F};
  for (unsigned N = 0; N < Work.size() && N < MaxFunctions; ++N) {
    if (catches(*Work[N], [](BlockId) { return true; }))
      return true;
    for (const ir::Inst &I : Work[N]->Insts) {
      if (I.Kind == InstKind::Closure)
        Work.push_back(&Decorator->M->function(I.Callee));
      const ir::Inst *Made = I.Kind == InstKind::Swallows ? Work[N]->definition(I.Args[0].Value) : nullptr;
      if (Made && Made->Kind == InstKind::Call && swallowsByName(Prog, *Made))
        return true;
    }
  }
  return false;
}

/// True if instruction Id is followed by one that waits for what it gives.
static bool isAwaited(const ir::Function &F, ir::InstId Id) {
  const ir::Inst &I = F.inst(Id);
  const std::vector<ir::InstId> &Insts = F.block(I.Parent).Insts;
  const auto It = llvm::find(Insts, Id);
  if (It == Insts.end() || It + 1 == Insts.end())
    return false;
  const ir::Inst &Next = F.inst(*(It + 1));
  return Next.Kind == InstKind::Await && Next.Args[0].Value == I.Result;
}

bool goesOnBehind(const Program &Prog, const ir::Function &F, ir::InstId Id, const ir::Function &Callee) {
  return (Callee.IsCoroutine && !isAwaited(F, Id)) ||
         llvm::any_of(Callee.Decorators, [&](llvm::StringRef D) { return decoratorCatches(Prog, D); });
}

} // namespace devtidy::dataflow
