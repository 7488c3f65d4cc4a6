//===- Gradients.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Gradients.h"
#include "ir/Edges.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Operators.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using dataflow::Event;
using dataflow::SolvedFunction;
using dataflow::Value;
using ir::InstKind;

static bool switchesOff(llvm::StringRef Name) { return Name.contains("no_grad") || Name.contains("inference_mode"); }

/// True if PyTorch records what Of computes: no scope around it, and no decorator, switches gradients off.
static bool isRecorded(const ir::Function &F, const ir::Inst &Of) {
  if (llvm::any_of(F.Decorators, switchesOff))
    return false;
  const auto IsSwitch = [&](const ir::Inst &Scope) {
    const ir::Inst *Made = F.definition(Scope.Args[0].Value);
    return Made && Made->Kind == InstKind::Call && switchesOff(Made->Name);
  };
  // Scopes nest, so that every way to a block enters and leaves the same ones.
  llvm::SmallVector<std::pair<ir::BlockId, int>, 8> Work{{ir::BlockId(0), 0}};
  llvm::DenseSet<uint32_t> Seen;
  while (!Work.empty()) {
    auto [B, Open] = Work.pop_back_val();
    if (!Seen.insert(B.index()).second)
      continue;
    for (ir::InstId Id : F.block(B).Insts) {
      const ir::Inst &I = F.inst(Id);
      if (&I == &Of)
        return Open <= 0;
      if ((I.Kind == InstKind::Enter || I.Kind == InstKind::Exit) && IsSwitch(I))
        Open += I.Kind == InstKind::Enter ? 1 : -1;
    }
    for (const ir::Successor &To : F.terminator(B).Targets)
      Work.push_back({To.Block, Open});
  }
  return true;
}

static bool isMethodOfTensors(std::string_view Name) {
  return knowledge::findMethod(knowledge::Receiver::Tensor, Name) || !knowledge::operatorForMethod(Name).empty();
}

namespace {
class Gradients {
public:
  explicit Gradients(const SolvedFunction &S) : Prog(*S.Owner), F(*S.F), S(&S) {}
  /// Of another function, F, by its text alone: what is solved of it hangs on what it is solved with. By the call At in
  /// Caller it is entered; null if anybody may.
  Gradients(dataflow::Program &Prog, const ir::Function &F, unsigned Depth, const Gradients *Caller = nullptr,
            const ir::Inst *At = nullptr)
      : Prog(Prog), F(F), Caller(Caller), At(At), Depth(Depth) {}

  bool mayBeRequiredOf(ir::ValueId V) const;

private:
  using Values = llvm::SmallVectorImpl<ir::ValueId>;

  /// What made D, in the program's or a library's words; null if nobody knows.
  const Event *event(const ir::Inst &D) const {
    return S && D.Result ? S->eventAt(F.value(D.Result).Definition) : nullptr;
  }
  /// True if D computes what it gives of the tensors among its arguments.
  bool computes(const ir::Inst &D) const;
  /// True if V is the object of the method.
  bool isReceiver(ir::ValueId V) const {
    return !F.Class.empty() && !F.Blocks[0].Params.empty() && V == F.Blocks[0].Params[0];
  }
  bool isFalse(ir::ValueId V) const {
    const ir::Inst *D = F.definition(V);
    return D && D->Kind == InstKind::Const && !D->Const.Int;
  }
  llvm::StringRef classOf(const Value &V) const {
    return V.is(Value::Kind::Object) ? S->Sum->Objects[V.Obj.index()].Class : llvm::StringRef();
  }

  bool of(const ir::Inst &D, Values &From) const;
  bool ofCall(const ir::Inst &D, Values &From) const;
  bool ofModule(const ir::Inst &D, llvm::StringRef Class, Values &From) const;
  bool ofMember(const ir::Inst &D, Values &From) const;
  bool ofParameter(unsigned Index) const;
  bool isAskedFor(ir::ValueId V) const;
  void addStored(ir::ValueId V, bool OfList, Values &From) const;
  bool isParameter(const ir::Function &Of, ir::ValueId V) const;
  bool isReturned(const dataflow::Program::Entry &E, const ir::Inst &Call) const;
  static const ir::Arg *argument(const ir::Inst &Call, const ir::Function &Callee, unsigned Index);
  llvm::StringRef moduleOf(ir::ValueId V) const;
  llvm::StringRef moduleIn(llvm::StringRef Member) const;

  dataflow::Program &Prog;
  const ir::Function &F;
  const SolvedFunction *S = nullptr;
  const Gradients *Caller = nullptr;
  const ir::Inst *At = nullptr;
  unsigned Depth = 0; ///< how many calls were followed
};
} // namespace

bool Gradients::mayBeRequiredOf(ir::ValueId V) const {
  llvm::SmallVector<unsigned, 2> Given;
  return ir::comesFrom(
             F, V, [&](const ir::Inst &D, Values &From) { return of(D, From); }, &Given) ||
         llvm::any_of(Given, [&](unsigned Index) { return ofParameter(Index); });
}

/// What a call of Callee gives its parameter of that number; null if that cannot be seen.
const ir::Arg *Gradients::argument(const ir::Inst &Call, const ir::Function &Callee, unsigned Index) {
  if (Index < Callee.Params.size())
    if (const ir::Arg *A = Call.findKeyword(Callee.Params[Index].Name))
      return A;
  const bool IsSeen =
      Index < Call.Args.size() &&
      llvm::all_of(llvm::ArrayRef(Call.Args).take_front(Index + 1), [](const ir::Arg &A) { return A.Keyword.empty(); });
  return IsSeen ? &Call.Args[Index] : nullptr;
}

/// True if the function that is entered is given what requires a gradient; of one that anybody may enter, if some
/// function of the run calls it so.
bool Gradients::ofParameter(unsigned Index) const {
  if (Caller || Depth > 0) {
    const ir::Arg *A = Caller ? argument(*At, F, Index) : nullptr;
    return A && Caller->mayBeRequiredOf(A->Value);
  }
  const llvm::StringRef Name = ir::lastName(F.Name);
  for (const ir::Module *M : Prog.modules())
    for (const auto &By : M->Functions)
      for (const ir::Inst &I : By->Insts) {
        const bool Calls = I.Kind == InstKind::Call && By.get() != &F && ir::lastName(I.Name) == Name &&
                           Prog.Types.canonical(I.Name) == F.Name;
        const ir::Arg *A = Calls ? argument(I, F, Index) : nullptr;
        if (A && isRecorded(*By, I) && Gradients(Prog, *By, Depth + 1).mayBeRequiredOf(A->Value))
          return true;
      }
  return false;
}

/// True if something asks for the gradient of V itself: x.requires_grad_(), x.requires_grad = True.
bool Gradients::isAskedFor(ir::ValueId V) const {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Args.empty() || I.Args[0].Value != V)
      return false;
    const bool IsSet = I.Kind == InstKind::SetField && I.Name == "requires_grad";
    const bool IsCall = I.Kind == InstKind::Invoke && I.Name == "requires_grad_";
    return (IsSet || IsCall) && (I.Args.size() == 1 || !isFalse(I.Args[1].Value));
  });
}

/// Adds what is put into V after it was made: `out[0] = y`, `out.copy_(y)`; OfList: `parts.append(y)`.
void Gradients::addStored(ir::ValueId V, bool OfList, Values &From) const {
  for (const ir::Inst &I : F.Insts) {
    const bool Stores =
        I.Kind == InstKind::SetItem || (I.Kind == InstKind::Invoke && (OfList || I.Name.ends_with("_")));
    if (Stores && I.Args.size() > 1 && I.Args[0].Value == V)
      for (const ir::Arg &A : llvm::drop_begin(I.Args))
        From.push_back(A.Value);
  }
}

bool Gradients::isParameter(const ir::Function &Of, ir::ValueId V) const {
  const ir::Inst *D = Of.definition(V);
  const knowledge::Callable *Known = D && D->Kind == InstKind::Call
                                         ? knowledge::findFunction(std::string_view(Prog.Types.canonical(D->Name)))
                                         : nullptr;
  return Known && Known->Canonical == "Parameter";
}

/// True if a function of the program gives what requires a gradient.
bool Gradients::isReturned(const dataflow::Program::Entry &E, const ir::Inst &Call) const {
  constexpr unsigned MaxDepth = 3;
  if (Depth == MaxDepth)
    return false;
  return llvm::any_of(E.F->Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Return && !I.Args.empty() && isRecorded(*E.F, I) &&
           Gradients(Prog, *E.F, Depth + 1, this, &Call).mayBeRequiredOf(I.Args[0].Value);
  });
}

/// The class of the module that the constructors put into that member of the receiver; "" if that is none.
llvm::StringRef Gradients::moduleIn(llvm::StringRef Member) const {
  const auto &Fields = Prog.solvedClass(F.Class).Fields;
  const auto *It = Fields.find(Member);
  const llvm::StringRef Class = It == Fields.end() ? llvm::StringRef() : It->second.Made.Name;
  return Prog.Types.isModuleClass(Class) ? Class : llvm::StringRef();
}

/// The class of the module that V is, as what makes it says; "" if it is none.
llvm::StringRef Gradients::moduleOf(ir::ValueId V) const {
  if (isReceiver(V))
    return Prog.Types.isModuleClass(F.Class) ? llvm::StringRef(F.Class) : llvm::StringRef();
  llvm::StringRef Class;
  llvm::SmallVector<unsigned, 2> Given;
  const auto Find = [&](const ir::Inst &D, Values &From) {
    const Event *E = event(D);
    if (const llvm::StringRef Made = E ? classOf(E->Result) : ""; !Made.empty() && Prog.Types.isModuleClass(Made))
      Class = Made;
    else if (D.Kind == InstKind::Call && Prog.Types.isModuleClass(Prog.Types.canonical(D.Name)))
      Class = Prog.Types.canonical(D.Name);
    else if (D.Kind == InstKind::GetField && isReceiver(D.Args[0].Value))
      Class = moduleIn(D.Name);
    else if (D.Kind == InstKind::Invoke)
      From.push_back(D.Args[0].Value);
    return !Class.empty();
  };
  if (ir::comesFrom(F, V, Find, &Given) || Given.empty() || !Caller)
    return Class;
  const ir::Arg *A = argument(*At, F, Given[0]);
  return A ? Caller->moduleOf(A->Value) : Class;
}

/// What a module of this class gives: a layer without parameters only hands on.
bool Gradients::ofModule(const ir::Inst &D, llvm::StringRef Class, Values &From) const {
  const knowledge::ClassInfo *Library = Prog.Types.libraryClass(Class);
  const knowledge::ModuleParts *Parts = knowledge::findModuleParts(std::string_view(Class));
  const bool IsStateless = (Library && Library->Kind == knowledge::ClassKind::StatelessModule) ||
                           (Parts && Parts->Parameters.empty() && Parts->Modules.empty());
  if (!IsStateless)
    return true;
  for (const ir::Arg &A : llvm::drop_begin(D.Args))
    From.push_back(A.Value);
  return false;
}

bool Gradients::computes(const ir::Inst &D) const {
  if (const Event *E = event(D))
    return E->Kind == InstKind::Aten ||
           (D.Kind == InstKind::Call && (E->Kind == InstKind::View || E->Kind == InstKind::Move ||
                                         Prog.Types.isContainer(classOf(E->Result)))); // list(net.parameters())
  return D.Kind == InstKind::Call &&
         !knowledge::operatorForFunction(std::string_view(Prog.Types.canonical(D.Name))).empty();
}

bool Gradients::ofCall(const ir::Inst &D, Values &From) const {
  if (D.Kind == InstKind::Apply || D.Kind == InstKind::Invoke) {
    const bool IsCalled = D.Kind == InstKind::Apply || D.Name == "forward" || D.Name == "__call__";
    const llvm::StringRef Class = moduleOf(D.Args[0].Value);
    if (IsCalled && !Class.empty())
      return ofModule(D, Class, From);
    if (!Class.empty()) {
      if (D.Name == "parameters" || D.Name == "named_parameters")
        return true;
      const std::optional<dataflow::Program::Entry> Method = Prog.Types.findMethod(Class, D.Name);
      return Method && isReturned(*Method, D);
    }
    // What nobody knows may be a module: `net(x)`, `agent.act(x)`. To detach what has no gradient changes nothing.
    const bool IsOfTensor = D.Kind == InstKind::Invoke && isMethodOfTensors(std::string_view(D.Name));
    if (!IsOfTensor && D.Args.size() > 1)
      return true;
    if (D.Kind == InstKind::Invoke && !D.Name.starts_with("detach")) {
      From.push_back(D.Args[0].Value);
      if (computes(D))
        for (const ir::Arg &A : llvm::drop_begin(D.Args))
          From.push_back(A.Value);
    }
    return false;
  }
  if (const std::optional<dataflow::Program::Entry> Callee = Prog.Types.findFunction(D.Name))
    return isReturned(*Callee, D);
  if (computes(D))
    for (const ir::Arg &A : D.Args)
      From.push_back(A.Value);
  return false;
}

bool Gradients::ofMember(const ir::Inst &D, Values &From) const {
  if (D.Name == "data" || D.Name == "grad")
    return false;
  const llvm::StringRef Class = moduleOf(D.Args[0].Value);
  if (Class.empty()) {
    From.push_back(D.Args[0].Value);
    return false;
  }
  const knowledge::ModuleParts *Parts = knowledge::findModuleParts(std::string_view(Class));
  if (Parts)
    return llvm::is_contained(llvm::split(llvm::StringRef(Parts->Parameters), ' '), D.Name);
  return llvm::any_of(Prog.Types.constructors(Class), [&](const dataflow::Program::Entry &E) {
    return llvm::any_of(E.F->Insts, [&](const ir::Inst &I) {
      return I.Kind == InstKind::SetField && I.Name == D.Name && isParameter(*E.F, I.Args[1].Value);
    });
  });
}

bool Gradients::of(const ir::Inst &D, Values &From) const {
  if (D.Result && isAskedFor(D.Result))
    return true;
  if (D.Result)
    addStored(D.Result, /*OfList=*/false, From);
  const ir::Arg *Asked = D.findKeyword("requires_grad");
  if (Asked)
    return !isFalse(Asked->Value);
  // grad(loss, x, create_graph=True) is differentiated again.
  if (const ir::Arg *Graph = D.findKeyword("create_graph"))
    return !isFalse(Graph->Value);
  switch (D.Kind) {
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::Apply:
    if (D.Kind == InstKind::Invoke && D.Name == "requires_grad_")
      return D.Args.size() == 1 || !isFalse(D.Args[1].Value);
    if (D.Result && isParameter(F, D.Result))
      return true;
    return (D.Name == "parameters" || D.Name == "named_parameters" || isRecorded(F, D)) && ofCall(D, From);
  case InstKind::Op:
    if (isRecorded(F, D))
      for (const ir::Arg &A : D.Args)
        From.push_back(A.Value);
    return false;
  case InstKind::GetField:
    return ofMember(D, From);
  case InstKind::MakeList:
  case InstKind::MakeTuple:
  case InstKind::MakeDict:
    for (const ir::Arg &A : D.Args)
      From.push_back(A.Value);
    addStored(D.Result, /*OfList=*/true, From);
    return false;
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Iterate:
  case InstKind::Next:
  case InstKind::Await:
    From.push_back(D.Args[0].Value);
    return false;
  default:
    return false;
  }
}

bool mayRequireGradient(const SolvedFunction &S, ir::ValueId V) { return Gradients(S).mayBeRequiredOf(V); }

} // namespace devtidy::checks
