//===- Resolve.cpp - Names and receivers against the tables -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Resolve.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::ArgumentIs;
using knowledge::DeviceRule;
using knowledge::OperandKind;
using knowledge::Receiver;
using knowledge::ResultRule;

namespace {

Receiver receiverKind(const Program &P, const ReceiverFacts &R) {
  if (!R.V)
    return Receiver::Any;
  switch (R.V->K) {
  case Value::Kind::Tensor:
    return Receiver::Tensor;
  case Value::Kind::Device:
    return Receiver::Device;
  case Value::Kind::Options:
    return Receiver::Options;
  case Value::Kind::Choice:
    return Receiver::Module;
  case Value::Kind::Object:
    if (R.Class == "list" || R.Class == "dict")
      return Receiver::Container;
    if (P.Types.isModuleClass(R.Class))
      return Receiver::Module;
    return Receiver::Other;
  default:
    break;
  }
  switch (R.StaticType.Kind) {
  case TypeKind::Tensor:
    return Receiver::Tensor;
  case TypeKind::Device:
    return Receiver::Device;
  case TypeKind::Options:
    return Receiver::Options;
  case TypeKind::List:
  case TypeKind::Dict:
  case TypeKind::Tuple:
    return Receiver::Container;
  case TypeKind::Object:
    return P.Types.isModuleClass(R.StaticType.Name) ? Receiver::Module : Receiver::Other;
  case TypeKind::Unknown:
    return Receiver::Any;
  default:
    return Receiver::Other;
  }
}

/// What `Class.Method(...)` calls if the class itself has no such function.
std::optional<Program::Entry> inheritedCallee(const Program &P, llvm::StringRef Class, llvm::StringRef Method) {
  if (Method == "__init__") {
    const std::vector<Program::Entry> Makers = P.Types.makers(Class);
    return Makers.size() == 1 ? std::optional(Makers[0]) : std::nullopt;
  }
  auto E = P.Types.findMethod(Class, Method);
  return E && E->F->Kind != ir::FunctionKind::Constructor ? E : std::nullopt;
}

/// What makes arrays of what it is given does so, whether the sources of its library are in the run or not: NumPy has
/// its functions from modules of its own, under other names. So does what asks for its type: numpy.isscalar.
const knowledge::Callable *arrayFunction(const ir::Inst &I) {
  const knowledge::Callable *C = knowledge::findFunction(std::string_view(I.Name));
  const bool Reads = C && C->Kind == knowledge::Action::HostAccess && !knowledge::takesTensors(*C);
  const bool Asks = C && C->Kind == knowledge::Action::Pure && knowledge::isOfArrays(*C);
  return Reads || Asks ? C : nullptr;
}

Resolution resolveCall(const Program &P, const ir::Inst &I) {
  Resolution R;
  R.Known = arrayFunction(I);
  if (R.Known)
    return R;
  if (auto E = P.Types.findFunction(I.Name)) {
    R.Callee = E;
    return R;
  }
  if (auto C = P.Types.findClass(I.Name)) {
    R.Constructed = C;
    return R;
  }
  // Net.make() or super().f(), and a base has it.
  if (auto [Class, Method] = I.Name.rsplit(I.Name.contains("::") ? "::" : "."); P.Types.findClass(Class)) {
    R.Callee = inheritedCallee(P, Class, Method);
    if (!R.Callee && Method == "apply" && P.Types.derivesFrom(Class, knowledge::AutogradFunctionClasses)) {
      R.Callee = inheritedCallee(P, Class, "forward");
      R.TakesContext = !P.Types.findMethod(Class, "setup_context");
    }
    if (R.Callee)
      return R;
    R.TakesContext = false;
  }
  const std::string_view Name(P.Types.canonical(I.Name));
  R.Known = knowledge::findFunction(I.Name.starts_with(ir::LaunchPrefix) ? std::string_view(ir::LaunchPrefix) : Name);
  if (R.Known)
    return R;
  R.Library = knowledge::findClass(Name);
  if (R.Library)
    return R;
  if (std::string_view Base = knowledge::operatorForFunction(Name); !Base.empty())
    R.Operator = knowledge::findOperator(Base);
  return R;
}

/// What a method of Class that is abstract calls: the only one in its place. Which of several is not known.
std::optional<Program::Entry> implementationOf(const Program &P, llvm::StringRef Class, llvm::StringRef Method) {
  const Overrides::Method *Only = nullptr;
  for (const Overrides::Method &M : P.Links.overrides().methods(P.Types.canonical(Class), Method)) {
    if (isAbstract(*M.F))
      continue;
    if (Only)
      return std::nullopt;
    Only = &M;
  }
  return Only ? std::optional(Program::Entry{Only->M, Only->F}) : std::nullopt;
}

/// `static_cast<Derived *>(this)->build()`, where the object is of Class for all that is known: of several that derive
/// from that nobody knows which it is.
std::optional<Program::Entry> methodOfDerived(const Program &P, llvm::StringRef Class, llvm::StringRef Derived,
                                              llvm::StringRef Method) {
  const auto Its = Derived == Class ? std::nullopt : P.Types.findMethod(Derived, Method);
  const auto Only = Its ? implementationOf(P, Class, Method) : std::nullopt;
  return Only && Only->F == Its->F ? Only : std::nullopt;
}

/// `def to(self, *args, **kwargs): ...; return super().to(*args, **kwargs)` of a module moves it as the library's does.
/// Of a class that goes before a module, `class Net(Mover, nn.Module)`, only Net says what super() is.
bool passesOn(const ir::Function &F, llvm::StringRef Method) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    llvm::StringRef Base = I.Name;
    if (I.Kind == InstKind::Opaque && !I.Args.empty() && F.isReceiver(I.Args[0].Value))
      return true;
    return I.Kind == InstKind::Call && Base.consume_back(Method) && Base.ends_with(".") && I.Name != F.Name &&
           I.findKeyword("*");
  });
}

Resolution resolveMethod(const Program &P, llvm::StringRef Method, const ReceiverFacts &Facts) {
  Resolution R;
  // The module of the program that one of the library is taken for: block->as<Block>().
  const llvm::StringRef Static = Facts.StaticType.Name;
  const bool IsOwn = !P.Types.findClass(Facts.Class) && P.Types.findClass(Static) && P.Types.isModuleClass(Static);
  llvm::StringRef Class = Facts.Class.empty() || IsOwn ? Static : Facts.Class;
  // A class of a library that stands for memory: thrust::device_vector<T>::data().
  if (Facts.V && Facts.V->is(Value::Kind::Pointer) && !Static.empty()) {
    R.Known = knowledge::findFunction(std::string_view((Static + "::" + Method).str()));
    return R;
  }
  const Receiver Kind = receiverKind(P, Facts);
  if (!Class.empty()) {
    if (auto E = P.Types.findMethod(Class, Method)) {
      if (Kind == Receiver::Module && knowledge::movesModules(std::string_view(Method)) && passesOn(*E->F, Method)) {
        R.Known = knowledge::findMethod(Kind, std::string_view(Method));
        return R;
      }
      R.Callee = isAbstract(*E->F) ? implementationOf(P, Class, Method) : E;
      // One of several implementations of a module's forward is a module's forward.
      if (R.Callee || !E->M->declaresTypes())
        return R;
    } else if (auto Of = methodOfDerived(P, Class, Static, Method)) {
      R.Callee = Of;
      return R;
    }
  }
  // A metric's state meets what it is updated with, as in forward.
  const knowledge::ClassInfo *Library =
      (Method == "update" || Method == "run") && Kind == Receiver::Module ? P.Types.libraryClass(Class) : nullptr;
  const bool IsForward = Library && knowledge::isForwardOf(*Library, std::string_view(Method));
  R.Known = knowledge::findMethod(Kind, IsForward ? "forward" : std::string_view(Method));
  if (R.Known && R.Known->Kind == knowledge::Action::Forward) {
    R.IsForward = true;
    return R;
  }
  // Nobody knew what was moved; no tensor has such a method: net = library.Net().cuda().eval()
  if (!R.Known && Facts.V && Facts.V->isTensor() && Facts.V->MayBeModule)
    if (const knowledge::Callable *OfModule = knowledge::findMethod(Receiver::Module, std::string_view(Method));
        OfModule && (OfModule->Kind == knowledge::Action::Identity || OfModule->Kind == knowledge::Action::Forward)) {
      R.Known = OfModule;
      R.IsForward = OfModule->Kind == knowledge::Action::Forward;
      return R;
    }
  if (!R.Known && Kind == Receiver::Tensor) {
    R.Operator = knowledge::findOperator(std::string_view(Method));
    // x.view_symint(...)
    if (R.Operator.empty())
      R.Operator = knowledge::findOperator(knowledge::operatorForMethod(std::string_view(Method)));
    // torch.empty has no self to be a method of: x.empty() is one of another class.
    const auto HasSelf = [](const knowledge::OperatorOverload &O) {
      return llvm::any_of(O.Params, [](const knowledge::OperatorParam &P) { return P.Name == "self"; });
    };
    if (llvm::none_of(R.Operator, HasSelf))
      R.Operator = {};
    // What a script gives is a tensor for the analysis, and an IValue for the language: toTuple()->elements().
    if (R.Operator.empty() && llvm::is_contained({"toTensor", "toTuple", "toTupleRef", "elements"}, Method))
      R.Known = knowledge::findMethod(Receiver::Other, std::string_view(Method));
  }
  return R;
}

/// True for what nobody says is a module: a result of an unknown call, or an attribute, which is rather a method. What
/// a module or a container holds, and is called, is a module mostly.
bool isAnyCallable(const Program &P, const ReceiverFacts &Facts) {
  if (!Facts.Class.empty() || receiverKind(P, Facts) != Receiver::Any)
    return false;
  if (!Facts.V->is(Value::Kind::Symbolic))
    return Facts.V->is(Value::Kind::Unknown);
  const Path &Called = P.Paths[Facts.V->Path];
  if (Called.Kind != Path::Root::Child || Called.Name.starts_with("["))
    return false;
  const Path &Holder = P.Paths[Called.Parent];
  bool OfModule = Holder.Kind == Path::Root::Param && Holder.Index == 0 && P.Types.isModuleClass(Holder.Owner->Class);
  return !OfModule;
}

/// By the names that the program defines.
Resolution resolveAsDefined(const Program &P, const ir::Inst &I, const ReceiverFacts &Facts, bool AnyTensor) {
  Resolution R;
  switch (I.Kind) {
  case InstKind::Call:
    return resolveCall(P, I);
  case InstKind::Invoke:
    return resolveMethod(P, I.Name, Facts);
  case InstKind::Apply:
    if (!Facts.V || Facts.V->is(Value::Kind::Function) || isAnyCallable(P, Facts))
      return R;
    // A class that says itself what a call is, in Python a module's, too.
    if (llvm::StringRef Class = !Facts.Class.empty() ? Facts.Class : Facts.StaticType.Name; !Class.empty())
      for (llvm::StringRef Name : {"__call__", "operator()"})
        if ((Name == "__call__" || !P.Types.isModuleClass(Class)) && P.Types.findMethod(Class, Name))
          return resolveMethod(P, Name, Facts);
    for (llvm::StringRef Name : {"forward", "operator()", "__call__"}) {
      R = resolveMethod(P, Name, Facts);
      if (!R.isNothing())
        return R;
    }
    return R;
  case InstKind::GetField: {
    // An attribute is a method without arguments if the table, or a property of the program, says so.
    R = resolveMethod(P, I.Name, Facts);
    R.Operator = {};
    if (R.IsForward)
      R = {};
    return R;
  }
  case InstKind::Op:
    if (AnyTensor)
      if (std::string_view Base = knowledge::operatorForSyntax(std::string_view(I.Name)); !Base.empty())
        R.Operator = knowledge::findOperator(Base);
    return R;
  case InstKind::GetItem:
    if (AnyTensor)
      R.Operator = knowledge::findOperator("index");
    return R;
  case InstKind::SetItem:
    if (AnyTensor)
      R.Operator = knowledge::findOperator("index_put_");
    return R;
  default:
    return R;
  }
}

} // namespace

Resolution resolve(const Program &P, const ir::Inst &I, const ReceiverFacts &Facts, bool AnyTensor) {
  Resolution R = resolveAsDefined(P, I, Facts, AnyTensor);
  return R.Callee && P.Links.isReplaced(*R.Callee->F) ? Resolution() : R;
}

/// The parameter that argument N goes to; null if there is none.
static const knowledge::OperatorParam *parameterFor(const knowledge::OperatorOverload &O,
                                                    llvm::ArrayRef<GivenArg> Given, unsigned N) {
  llvm::StringRef Keyword = Given[N].Keyword == "input" ? "self" : Given[N].Keyword; // as Python calls it
  unsigned Position = 0;
  for (unsigned M = 0; M < N; ++M)
    Position += Given[M].Keyword.empty();
  for (const knowledge::OperatorParam &P : O.Params) {
    if (!Keyword.empty() && std::string_view(Keyword) == P.Name)
      return &P;
    // A number that Python takes by keyword alone stands behind the others in C++: x.add_(y, 0.5).
    if (Keyword.empty() && !P.IsOut && (!P.KeywordOnly || Given[N].IsOther) && Position-- == 0)
      return &P;
  }
  return nullptr;
}

static bool isTensorKind(OperandKind K) {
  return K == OperandKind::Tensor || K == OperandKind::OptionalTensor || K == OperandKind::TensorList ||
         K == OperandKind::OptionalTensorList;
}

/// True if the argument is known to be what the case is for.
static bool holds(const knowledge::OperatorCase &C, const knowledge::OperatorOverload &O,
                  llvm::ArrayRef<GivenArg> Given) {
  for (unsigned N = 0; N < Given.size(); ++N) {
    if (parameterFor(O, Given, N) != &O.Params[C.Position])
      continue;
    switch (C.When) {
    case ArgumentIs::Scalar:
      return Given[N].IsSingle && Given[N].Dim.isZero();
    case ArgumentIs::Ranked:
      return Given[N].IsSingle && Given[N].Dim.isPositive();
    case ArgumentIs::Matrix:
      return Given[N].IsSingle && Given[N].Dim == Rank::exactly(2);
    case ArgumentIs::True:
      return Given[N].Flag == true;
    case ArgumentIs::False:
      return Given[N].Flag == false;
    case ArgumentIs::Several: // sizes are not known here
    case ArgumentIs::Absent:
      return false;
    }
  }
  // What Python leaves out, it may fill in on the way to the operator.
  return false;
}

/// From the strongest demand to none. Index stands beside Iterator: both let something stay on the CPU.
static unsigned weakness(DeviceRule R) {
  switch (R) {
  case DeviceRule::Same:
    return 0;
  case DeviceRule::IteratorStrict:
    return 1;
  case DeviceRule::Iterator:
    return 2;
  case DeviceRule::CpuScalars:
    return 3;
  case DeviceRule::IteratorScalars:
    return 4;
  case DeviceRule::Index:
    return 5;
  case DeviceRule::Any:
    return 6;
  case DeviceRule::Elementwise:
  case DeviceRule::Special:
    return 7;
  }
  return 7;
}

/// True if O takes such arguments.
static bool fits(const knowledge::OperatorOverload &O, llvm::ArrayRef<GivenArg> Given) {
  unsigned Missing = 0;
  for (const knowledge::OperatorParam &P : O.Params)
    Missing += !P.IsOut && !P.KeywordOnly && !P.HasDefault;
  for (unsigned N = 0; N < Given.size(); ++N) {
    const knowledge::OperatorParam *P = parameterFor(O, Given, N);
    if (!P && Given[N].Keyword.empty())
      return false;
    if (!P || P->IsOut) // an argument of the wrapper in Python: reduction="mean"
      continue;
    bool WantsTensor = isTensorKind(P->Kind);
    bool WantsList = P->Kind == OperandKind::TensorList || P->Kind == OperandKind::OptionalTensorList;
    if ((Given[N].IsTensor && !WantsTensor) || (Given[N].IsOther && P->Kind == OperandKind::Tensor) ||
        (Given[N].IsSingle && WantsList) || (Given[N].IsList && P->Kind == OperandKind::Tensor))
      return false;
    Missing -= !P->KeywordOnly && !P->HasDefault;
  }
  return Missing == 0;
}

/// What comes out of one of two overloads: with a number, the result is where self is; with a tensor, where both are.
static ResultRule eitherResult(ResultRule A, ResultRule B) {
  auto IsOfOperands = [](ResultRule R) {
    return R == ResultRule::Common || R == ResultRule::First || R == ResultRule::Like;
  };
  if (A == B)
    return A;
  return IsOfOperands(A) && IsOfOperands(B) ? ResultRule::Common : ResultRule::None;
}

/// F, what is known of other overloads unless O is the first, holds of O as well.
static void addOverload(OperatorFacts &F, const knowledge::OperatorOverload &O, llvm::ArrayRef<GivenArg> Given,
                        bool First) {
  const auto Case = llvm::find_if(O.Cases, [&](const knowledge::OperatorCase &C) { return holds(C, O, Given); });
  const bool IsCase = Case != O.Cases.end();
  const DeviceRule Rule = IsCase ? Case->Rule : O.Rule;
  if (First || weakness(Rule) > weakness(F.Rule))
    F.Rule = Rule;
  F.Result = First ? O.Result : eitherResult(F.Result, O.Result);
  F.InPlace = First ? O.InPlace : F.InPlace && O.InPlace;
  for (unsigned N = 0; N < Given.size(); ++N)
    if (const knowledge::OperatorParam *P = parameterFor(O, Given, N)) {
      if (IsCase)
        P = &Case->Params[P - O.Params.data()];
      F.Binds[N] = F.Binds[N] && (knowledge::isBound(P->Place) || P->Place == knowledge::OperandPlace::Made);
      F.Copied[N] = F.Copied[N] && P->Place == knowledge::OperandPlace::Copied;
      F.Exempts[N] = F.Exempts[N] || P->Place != knowledge::OperandPlace::Strict;
    } else {
      F.Copied[N] = false;
      F.Exempts[N] = true;
    }
}

OperatorFacts operatorFacts(std::span<const knowledge::OperatorOverload> Overloads, llvm::ArrayRef<GivenArg> Given) {
  OperatorFacts F;
  F.Binds.assign(Given.size(), true);
  F.Copied.assign(Given.size(), true);
  F.Exempts.assign(Given.size(), false);
  bool First = true;
  auto IsMeant = [](const knowledge::OperatorOverload &O) {
    return llvm::none_of(O.Params, [](const knowledge::OperatorParam &P) { return P.IsOut; });
  };
  for (const knowledge::OperatorOverload &O : Overloads)
    if (IsMeant(O) && fits(O, Given))
      addOverload(F, O, Given, std::exchange(First, false));
  if (First)
    for (const knowledge::OperatorOverload &O : Overloads)
      if (IsMeant(O))
        addOverload(F, O, Given, std::exchange(First, false));
  return F;
}

bool takesNoTensor(std::span<const knowledge::OperatorOverload> Overloads, unsigned Position, llvm::StringRef Keyword) {
  const llvm::SmallVector<GivenArg, 4> Given(Position + 1, {.Keyword = Keyword});
  return llvm::all_of(Overloads, [&](const knowledge::OperatorOverload &O) {
    const knowledge::OperatorParam *P = parameterFor(O, Given, Position);
    return P && !isTensorKind(P->Kind);
  });
}

bool isHostOperand(std::span<const knowledge::OperatorOverload> Overloads, unsigned Position, llvm::StringRef Keyword) {
  bool Any = false;
  for (const knowledge::OperatorOverload &O : Overloads)
    for (unsigned N = 0; N < O.Params.size(); ++N) {
      const knowledge::OperatorParam &P = O.Params[N];
      bool Meant = Keyword.empty() ? N == Position && !P.KeywordOnly : std::string_view(Keyword) == P.Name;
      if (!Meant || (P.Kind != OperandKind::Tensor && P.Kind != OperandKind::OptionalTensor))
        continue;
      if (P.Place != knowledge::OperandPlace::Cpu)
        return false;
      Any = true;
    }
  return Any;
}

} // namespace devtidy::dataflow
