//===- LowerCall.cpp - Functions, methods, kernel launches ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Constants.h"
#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/KernelReads.h"
#include "frontend/clang/Peel.h"
#include "knowledge/Names.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

/// A default is computed by each call. The literals among them stand with the parameters; of others those are worth
/// it that say where something is.
bool FunctionLowering::lowerDefault(const Expr *Arg, Args &Out) {
  const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg);
  if (!Default)
    return false;
  const ParmVarDecl &P = *Default->getParam();
  const ir::TypeKind T = U.Type.of(P.getType()).Kind;
  const bool SaysPlace = T == ir::TypeKind::Options || T == ir::TypeKind::Device || T == ir::TypeKind::Tensor;
  if (!SaysPlace || !U.Files.isProject(P) || P.getName().empty() || constantDefault(U, Default->getExpr()))
    return true;
  ir::Arg A = lowerArg(Default->getExpr());
  A.Keyword = U.M.intern(P.getName());
  Out.push_back(A);
  return true;
}

void FunctionLowering::lowerArguments(const CallExpr &E, Args &Out, llvm::SmallVectorImpl<WriteBack> &Back) {
  const FunctionDecl *Callee = E.getDirectCallee();
  // Tensor options are keywords of factories; the argument of `to` may be a device, a type or options, and stays as it
  // is, and so does what the project's own functions take.
  bool KeepOptions =
      !Callee || U.Files.isProject(*Callee) || (Callee->getDeclName().isIdentifier() && Callee->getName() == "to");
  forEachArgument(&E, [&](const Expr *Arg, const ParmVarDecl *P, QualType T) {
    if (lowerDefault(Arg, Out) || lowerIteratorArgument(E, Arg, Out) || lowerAddressArgument(E, Arg, T, Out, Back))
      return;
    if (!KeepOptions && !T.isNull() && U.Type.role(T) == ClassRole::Options)
      lowerOptions(Arg, Out);
    else if (!T.isNull() && sharing(U, &E, T) == Sharing::Cell)
      Out.push_back(lowerShared(Arg, Back));
    else
      Out.push_back(lowerArg(Arg));
  });
}

void FunctionLowering::forgetWritten(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Callee || U.Files.isProject(*Callee))
    return;
  auto Forget = [&](const Expr *Written) {
    Place P = isa<DeclRefExpr, MemberExpr>(peel(Written)) ? lowerPlace(Written) : Place();
    if (P.K != Place::Kind::None)
      store(P, {B.opaque({}, P.Range, P.Type), {}, P.Range}, P.Range);
  };
  auto IsPlain = [](ir::TypeKind K) {
    return K == ir::TypeKind::Bool || K == ir::TypeKind::Number || K == ir::TypeKind::String;
  };
  forEachArgument(&E, [&](const Expr *Arg, const ParmVarDecl *P, QualType T) {
    if (P && U.Type.isSharedVariable(T) && IsPlain(U.Type.of(T).Kind) &&
        !isForwarding(Callee, P->getFunctionScopeIndex()))
      Forget(Arg);
  });
  // name.append("..."), line.clear(): what changes a text gives nothing, or the text.
  const auto *Call = dyn_cast<CXXMemberCallExpr>(&E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || Method->isConst() || Method->isStatic())
    return;
  const Expr *Text = Call->getImplicitObjectArgument();
  const QualType Given = Method->getReturnType();
  const bool Changes = Given->isVoidType() ||
                       (Given->isLValueReferenceType() && bare(Given)->getAsCXXRecordDecl() == Method->getParent());
  if (Changes && U.Type.of(Text->getType()).Kind == ir::TypeKind::String)
    Forget(Text);
}

ir::ValueId FunctionLowering::lowerCall(const CallExpr &E) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&E))
    return lowerLaunch(*Launch);
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E))
    return lowerOperatorCall(*Operator);
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&E))
    return lowerMethodCall(*Method);
  if (const FunctionDecl *Callee = E.getDirectCallee())
    return lowerFunctionCall(E, *Callee);
  return lowerApply(E, lowerArg(E.getCallee()));
}

ir::ValueId FunctionLowering::lowerApply(const CallExpr &E, ir::Arg Callee) {
  Args Operands(1, Callee);
  llvm::SmallVector<WriteBack, 2> Back;
  lowerArguments(E, Operands, Back);
  ir::ValueId V = get(InstKind::Apply, {}, Operands, U.Files.range(E), U.Type.of(E.getType()));
  writeBack(Back);
  return V;
}

ir::ValueId FunctionLowering::lowerInvoke(llvm::StringRef Method, ir::Arg Receiver, const CallExpr &E) {
  Args Operands(1, Receiver);
  llvm::SmallVector<WriteBack, 2> Back;
  lowerArguments(E, Operands, Back);
  ir::ValueId V = B.invoke(Method, Operands, U.Files.range(E), U.Type.of(E.getType()));
  writeBack(Back);
  forgetWritten(E);
  return V;
}

bool FunctionLowering::isOneOfSeveral(const CXXMethodDecl &Method) {
  if (!U.Files.isProject(Method) || !Method.isInstance() || Method.isVirtual())
    return false;
  const std::string Name = unqualifiedName(Method);
  return Name != "forward" && !knowledge::findMethod(knowledge::Receiver::Module, Name) &&
         U.Name.callable(Method) != U.Name.qualified(Method);
}

ir::ValueId FunctionLowering::lowerMethodAs(const CXXMethodDecl &Method, ir::Arg Receiver, const CallExpr &E) {
  Args Operands(1, Receiver);
  llvm::SmallVector<WriteBack, 2> Back;
  lowerArguments(E, Operands, Back);
  ir::ValueId V = B.call(U.Name.callable(Method), Operands, U.Files.range(E), U.Type.of(E.getType()));
  writeBack(Back);
  return V;
}

static const CXXRecordDecl *classArgument(const FunctionDecl &F) {
  const TemplateArgumentList *Args = F.getTemplateSpecializationArgs();
  if (!Args || Args->size() == 0 || Args->get(0).getKind() != TemplateArgument::Type)
    return nullptr;
  return Args->get(0).getAsType()->getAsCXXRecordDecl();
}

std::optional<ir::ValueId> FunctionLowering::lowerStdFunction(const CallExpr &E, const FunctionDecl &Callee) {
  if (!Callee.getDeclName().isIdentifier())
    return std::nullopt;
  if (std::optional<ir::ValueId> V = lowerHeldBy(E, Callee))
    return V;
  enum class Meaning : uint8_t { Other, Identity, Make, Tuple, Get, Swap, Exchange, Call };
  auto What =
      llvm::StringSwitch<Meaning>(U.Name.qualified(Callee))
          .Cases({"std::move", "std::forward", "std::ref", "std::cref", "std::as_const", "std::launder"},
                 Meaning::Identity)
          // The other casts stay calls: what the program takes the object for decides which method is called.
          .Case("std::const_pointer_cast", Meaning::Identity)
          .Cases({"std::make_shared", "std::make_unique", "c10::make_intrusive", "at::make_generator"}, Meaning::Make)
          .Cases({"std::make_tuple", "std::make_pair", "std::tie", "std::forward_as_tuple"}, Meaning::Tuple)
          .Case("std::get", Meaning::Get)
          .Case("std::swap", Meaning::Swap)
          .Case("std::exchange", Meaning::Exchange)
          .Cases({"std::invoke", "std::async", "std::visit"}, Meaning::Call)
          .Default(Meaning::Other);
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  if (What == Meaning::Other && Callee.isInStdNamespace())
    return lowerAlgorithm(E, Callee);
  if (What == Meaning::Other || (E.getNumArgs() == 0 && What != Meaning::Make && What != Meaning::Tuple))
    return std::nullopt;
  if (What == Meaning::Identity)
    return lower(E.getArg(0));
  if (What == Meaning::Swap || What == Meaning::Exchange)
    return lowerExchange(E, /*IsSwap=*/What == Meaning::Swap);
  if (What == Meaning::Call)
    return lowerCallOfArgument(E);
  Args Operands;
  for (const Expr *Arg : E.arguments())
    if (!isa<CXXDefaultArgExpr>(Arg))
      Operands.push_back(lowerArg(Arg));
  if (What == Meaning::Tuple)
    return make(InstKind::MakeTuple, Operands, R, T);
  if (What == Meaning::Make) {
    const CXXRecordDecl *Class = classArgument(Callee);
    return Class ? std::optional(constructObject(Class, Operands, R)) : std::nullopt;
  }
  const TemplateArgumentList *List = Callee.getTemplateSpecializationArgs();
  const CXXRecordDecl *Tuple = bare(E.getArg(0)->getType())->getAsCXXRecordDecl();
  if (!List || List->size() == 0 || List->get(0).getKind() != TemplateArgument::Integral || !Tuple ||
      U.Type.role(Tuple) != ClassRole::Tuple)
    return B.opaque(Operands, R, T);
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Tuple);
  unsigned Count = 2;
  if (Instance && Instance->getTemplateArgs().size() == 1)
    Count = Instance->getTemplateArgs()[0].getKind() == TemplateArgument::Pack
                ? Instance->getTemplateArgs()[0].pack_size()
                : 1;
  return unpack(Operands[0], List->get(0).getAsIntegral().getZExtValue(), Count, R, T);
}

/// A static function that a class has from a base of the library, which takes it as its argument, has the class's name:
/// `Quantize::apply(x)`, where `struct Quantize : torch::autograd::Function<Quantize>`.
llvm::StringRef FunctionLowering::calleeName(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  const auto *Base =
      Method && Method->isStatic() ? dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent()) : nullptr;
  if (Base && !U.Files.isProject(*Base) && Base->getTemplateArgs().size() > 0 &&
      Base->getTemplateArgs()[0].getKind() == TemplateArgument::Type) {
    const CXXRecordDecl *Class = Base->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition() && U.Files.isProject(*Class) && Class->isDerivedFrom(Base))
      return U.M.intern((U.Name.qualified(*Class) + "::" + Method->getName()).str());
  }
  return U.Name.callable(Callee);
}

ir::ValueId FunctionLowering::lowerFunctionCall(const CallExpr &E, const FunctionDecl &Callee) {
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  if (Callee.getBuiltinID() && Callee.getDeclName().isIdentifier() && Callee.getName() == "__builtin_expect")
    return lower(E.getArg(0));
  if (llvm::StringRef Name = U.Name.qualified(Callee);
      Callee.isInStdNamespace() || Name == "c10::make_intrusive" || Name == "at::make_generator")
    if (auto V = lowerStdFunction(E, Callee))
      return *V;
  Args Operands;
  llvm::SmallVector<WriteBack, 2> Back;
  lowerArguments(E, Operands, Back);
  ir::ValueId V = B.call(calleeName(Callee), Operands, R, T);
  writeBack(Back);
  forgetWritten(E);
  return V;
}

/// The kernel that is launched: the function, or that which a variable starts with, `auto kernel = &scale<T>;`. Null if
/// nobody knows.
static const FunctionDecl *launchedKernel(const CUDAKernelCallExpr &E) {
  auto Named = [](const Expr *Of) -> const ValueDecl * {
    Of = Of->IgnoreParenImpCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(Of))
      Of = Address->getSubExpr()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(Of);
    return Ref ? Ref->getDecl() : nullptr;
  };
  if (const FunctionDecl *Direct = E.getDirectCallee())
    return Direct;
  const auto *Variable = dyn_cast_or_null<VarDecl>(Named(E.getCallee()));
  const Expr *Init = Variable ? Variable->getInit() : nullptr;
  return dyn_cast_or_null<FunctionDecl>(Init ? Named(Init) : nullptr);
}

ir::ValueId FunctionLowering::lowerLaunch(const CUDAKernelCallExpr &E) {
  Args Operands;
  for (const Expr *Arg : E.arguments()) {
    if (isa<CXXDefaultArgExpr>(Arg))
      continue;
    std::optional<ir::ValueId> Object;
    if (Arg->getType()->isPointerType())
      Object = lowerObjectAddress(*Arg);
    Operands.push_back(Object ? ir::Arg{*Object, {}, U.Files.range(*Arg)} : lowerArg(Arg));
  }
  const size_t Given = Operands.size();
  if (const FunctionDecl *Kernel = E.getDirectCallee())
    for (size_t N = 0; N < Given && N < Kernel->getNumParams(); ++N)
      for (const MemberChain &Read : membersRead(*Kernel, *Kernel->getParamDecl(N))) {
        ir::Arg Member = Operands[N];
        for (const FieldDecl *F : Read)
          Member.Value = get(InstKind::GetField, U.M.intern(F->getName()), {ir::Arg{Member.Value, {}, Member.Range}},
                             Member.Range, U.Type.of(F->getType()));
        Member.Keyword = ir::ReadsWord;
        Operands.push_back(Member);
      }
  // The configuration is grid, block, shared memory, stream.
  if (const CallExpr *Config = E.getConfig(); Config && Config->getNumArgs() == 4) {
    const Expr *Stream = Config->getArg(3);
    Expr::EvalResult Null;
    bool IsDefault = isa<CXXDefaultArgExpr>(Stream) || isa<ImplicitValueInitExpr>(peel(Stream)) ||
                     Stream->isNullPointerConstant(U.Context, Expr::NPC_ValueDependentIsNotNull) ||
                     isa<IntegerLiteral, CXXNullPtrLiteralExpr>(peel(Stream));
    if (!IsDefault) {
      Operands.push_back(lowerArg(Stream));
      Operands.back().Keyword = "stream";
    }
  }
  const FunctionDecl *Kernel = launchedKernel(E);
  const std::string Name = (ir::LaunchPrefix + (Kernel ? U.Name.qualified(*Kernel) : llvm::StringRef("?"))).str();
  ir::Type None;
  None.Kind = ir::TypeKind::None;
  return B.call(Name, Operands, U.Files.range(E), None);
}

/// The elements of `{a, b}` that initialises a list of any kind; null if E is something else.
static const InitListExpr *bracedList(const Expr *E) {
  while (true) {
    E = peel(E);
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return List;
    if (const auto *Std = dyn_cast<CXXStdInitializerListExpr>(E))
      E = Std->getSubExpr();
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E); Construct && Construct->getNumArgs() > 0)
      E = Construct->getArg(0);
    else if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_ConstructorConversion)
      E = Cast->getSubExpr();
    else
      return nullptr;
  }
}

bool FunctionLowering::isIndexList(const CXXMemberCallExpr &E) {
  const InitListExpr *List = E.getNumArgs() ? bracedList(E.getArg(0)) : nullptr;
  return List && List->getNumInits() > 0;
}

void FunctionLowering::lowerIndices(const Expr *List, Args &Out) {
  for (const Expr *Index : bracedList(List)->inits())
    Out.push_back(lowerArg(Index));
}

std::optional<ir::ValueId> FunctionLowering::lowerIndexMethod(const CXXMemberCallExpr &E, llvm::StringRef Method) {
  bool Put = Method == "index_put_" && E.getNumArgs() >= 2;
  if ((!Put && Method != "index") || !isIndexList(E))
    return std::nullopt;
  ir::SourceRange R = U.Files.range(E);
  Args Operands(1, lowerArg(E.getImplicitObjectArgument()));
  lowerIndices(E.getArg(0), Operands);
  if (!Put)
    return get(InstKind::GetItem, {}, Operands, R, U.Type.of(E.getType()));
  Operands.push_back(lowerArg(E.getArg(1)));
  ir::Inst I;
  I.Kind = InstKind::SetItem;
  I.Name = "index_put_";
  I.Args.assign(Operands.begin(), Operands.end());
  I.Range = R;
  B.append(std::move(I));
  return Operands[0].Value;
}

std::optional<ir::ValueId> FunctionLowering::lowerTransparentMethod(const CXXMemberCallExpr &E,
                                                                    const CXXMethodDecl &Method) {
  const Expr *Object = E.getImplicitObjectArgument();
  ir::SourceRange R = U.Files.range(E);
  ClassRole Role = U.Type.role(Method.getParent());
  bool Wraps = Role == ClassRole::Optional || Role == ClassRole::Pointer || Role == ClassRole::Holder;
  if (isa<CXXConversionDecl>(Method)) {
    bool Test = E.getType()->isBooleanType() && (Wraps || Role == ClassRole::Function);
    if (Test)
      return isNot(/*Negated=*/true, lowerArg(Object), R);
    return U.Files.isProject(Method) ? std::nullopt : std::optional(lower(Object));
  }
  if (!Method.getDeclName().isIdentifier())
    return std::nullopt;
  llvm::StringRef Name = Method.getName();
  if (auto V = lowerIteratorMethod(E, Name))
    return V;
  if (Role == ClassRole::Tensor)
    return lowerIndexMethod(E, Name);
  if (Role == ClassRole::String && (Name == "c_str" || Name == "data"))
    return lower(Object);
  // item.key(), item.value() of an OrderedDict.
  if (Role == ClassRole::Tuple && (Name == "key" || Name == "value"))
    return unpack(lowerArg(Object), Name == "value" ? 1 : 0, 2, R, U.Type.of(E.getType()));
  if (Role == ClassRole::Wrapper && (Name == "index" || Name == "type" || Name == "valueless_by_exception"))
    return B.opaque({}, R, U.Type.of(E.getType()));
  if (!Wraps && Role != ClassRole::Wrapper)
    return std::nullopt;
  if (Name == "get" || Name == "value" || Name == "ptr" || Name == "lock" || Name == "release")
    return lower(Object);
  if (Name == "has_value" || Name == "is_empty")
    return isNot(Name == "has_value", lowerArg(Object), R);
  if (Name == "reset" || (Name == "emplace" && E.getNumArgs() == 1)) {
    ir::Arg Value = E.getNumArgs() ? lowerArg(E.getArg(0)) : ir::Arg{B.constantNone(R), {}, R};
    store(lowerPlace(Object), Value, R);
    return Value.Value;
  }
  return std::nullopt;
}

void FunctionLowering::noteExports(const CallExpr &E, const CXXMethodDecl &Method) {
  llvm::StringRef Word = llvm::StringSwitch<llvm::StringRef>(U.Name.qualified(*Method.getParent()))
                             .Cases({"pybind11::module_", "pybind11::class_"}, "pybind")
                             .Case("torch::Library", "torch_library")
                             .Default("");
  if (Word.empty())
    return;
  llvm::SmallVector<const Stmt *, 8> Work(E.arg_begin(), E.arg_end());
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S || isa<LambdaExpr>(S))
      continue;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Function = dyn_cast<FunctionDecl>(Ref->getDecl()); Function && U.Files.isProject(*Function))
        U.Exported.push_back({Function, Word});
    Work.append(S->child_begin(), S->child_end());
  }
}

ir::ValueId FunctionLowering::lowerMethodCall(const CXXMemberCallExpr &E) {
  const CXXMethodDecl *Method = E.getMethodDecl();
  if (!Method)
    return lowerOpaque(&E, U.Files.range(E), U.Type.of(E.getType()));
  if (Method->getDeclName().isIdentifier())
    if (std::optional<ir::ValueId> V = lowerEmplace(E, *Method))
      return *V;
  if (auto V = lowerTransparentMethod(E, *Method))
    return *V;
  if (Method->getDeclName().isIdentifier() && Method->getName() == "data") {
    const Expr *Container = E.getImplicitObjectArgument();
    // A vector of Thrust has data from a base that says nothing of the host.
    if (const Expr *Whole = peel(Container); U.Type.usesHostMemory(Whole->getType()))
      Container = Whole;
    QualType Element = Method->getReturnType()->getPointeeType();
    if (!Element.isNull() && isBytes(Element) &&
        (U.Type.role(Method->getParent()) == ClassRole::List || U.Type.usesHostMemory(Container->getType())))
      return lowerData(Container, U.Files.range(E));
  }
  noteExports(E, *Method);
  ir::Arg Receiver = lowerArg(E.getImplicitObjectArgument());
  const auto *Callee = dyn_cast<MemberExpr>(E.getCallee()->IgnoreParens());
  // Base::forward(x) calls that one, whatever class the object is of.
  if (Callee && Callee->hasQualifier() && U.Files.isProject(*Method))
    return lowerMethodAs(*Method, Receiver, E);
  if (isOneOfSeveral(*Method))
    return lowerMethodAs(*Method, Receiver, E);
  return lowerInvoke(unqualifiedName(*Method), Receiver, E);
}

} // namespace devtidy::frontend
