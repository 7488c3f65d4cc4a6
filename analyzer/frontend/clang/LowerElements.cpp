//===- LowerElements.cpp - What containers make themselves ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A container, an optional or a variant makes what it holds of arguments, `layers.emplace_back(3, 4)`, of a number,
// `std::vector<Layer> layers(n)`, `layers.assign(2, layer)`, or of nothing. Of a number that is not known the elements
// are made in the rounds of a loop, as those that a program writes.
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

/// The argument N of a class template that is a type; null if there is none.
static QualType typeArgument(const CXXRecordDecl &Of, unsigned N) {
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Of);
  const bool IsType = Instance && Instance->getTemplateArgs().size() > N &&
                      Instance->getTemplateArgs()[N].getKind() == TemplateArgument::Type;
  return IsType ? Instance->getTemplateArgs()[N].getAsType() : QualType();
}

/// True if E is one of Class, or made of one: nothing else is made of it.
static bool isElement(const Expr &E, const CXXRecordDecl &Class) {
  const CXXRecordDecl *Given = bare(E.getType())->getAsCXXRecordDecl();
  return Given && (Given->getCanonicalDecl() == Class.getCanonicalDecl() ||
                   (Given->hasDefinition() && Class.hasDefinition() && Given->isDerivedFrom(&Class)));
}

/// True for a container of modules, tensors or objects of the program, however deep in others:
/// `std::vector<nn::Linear>`.
static bool isContainerOfObjects(Unit &U, QualType T) {
  const CXXRecordDecl *Class = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  const ClassRole Role = U.Type.role(Class);
  const bool IsContainer = Class && (Role == ClassRole::List || Role == ClassRole::Dict);
  const QualType Held = IsContainer ? typeArgument(*Class, Role == ClassRole::Dict ? 1 : 0) : QualType();
  if (Held.isNull())
    return false;
  const CXXRecordDecl *Of = Held->getAsCXXRecordDecl();
  const ClassRole OfRole = U.Type.role(Of);
  return OfRole == ClassRole::Holder || OfRole == ClassRole::Pointer || OfRole == ClassRole::Tensor ||
         (Of && OfRole == ClassRole::Other && U.Files.isProject(*Of)) || isContainerOfObjects(U, Held);
}

std::optional<ir::ValueId> FunctionLowering::makeHeld(QualType Held, llvm::ArrayRef<const Expr *> Arguments,
                                                      ir::SourceRange R) {
  const CXXRecordDecl *Class = Held.isNull() ? nullptr : Held->getAsCXXRecordDecl();
  if (!Class)
    return std::nullopt;
  const ClassRole Role = U.Type.role(Class);
  const Expr *Only = Arguments.size() == 1 ? Arguments[0] : nullptr;
  if (Only && isElement(*Only, *Class))
    return std::nullopt;
  switch (Role) {
  case ClassRole::Holder:
    // layers.emplace_back(nullptr), layers.emplace_back(std::make_shared<LayerImpl>())
    if (Only && (isNothing(U.Type, Only) || U.Type.role(Only->getType()) == ClassRole::Pointer))
      return std::nullopt;
    break;
  case ClassRole::Tuple:
    if (Arguments.size() < 2)
      return std::nullopt;
    break;
  case ClassRole::Other:
    if (!U.Files.isProject(*Class))
      return std::nullopt;
    break;
  case ClassRole::List:
  case ClassRole::Dict:
    if (!Arguments.empty() || !isContainerOfObjects(U, Held))
      return std::nullopt;
    return make(Role == ClassRole::List ? InstKind::MakeList : InstKind::MakeDict, {}, R, U.Type.of(Held));
  default:
    return std::nullopt;
  }
  Args Operands;
  for (const Expr *Arg : Arguments)
    Operands.push_back(lowerArg(Arg));
  return Role == ClassRole::Tuple ? make(InstKind::MakeTuple, Operands, R, U.Type.of(Held))
                                  : constructObject(Class, Operands, R);
}

/// What a container of Held keeps of the arguments that it is given to make one.
std::optional<ir::Arg> FunctionLowering::heldOf(QualType Held, llvm::ArrayRef<const Expr *> Arguments,
                                                ir::SourceRange R) {
  if (std::optional<ir::ValueId> Made = makeHeld(Held, Arguments, R))
    return ir::Arg{*Made, {}, R};
  return Arguments.size() == 1 ? std::optional(lowerArg(Arguments[0])) : std::nullopt;
}

std::optional<ir::ValueId> FunctionLowering::lowerHeldBy(const CallExpr &E, const FunctionDecl &Callee) {
  enum class Meaning : uint8_t { Other, Held, Asks, Makes };
  const auto What = llvm::StringSwitch<Meaning>(U.Name.qualified(Callee))
                        .Cases({"std::get", "std::get_if", "std::any_cast"}, Meaning::Held)
                        .Case("std::holds_alternative", Meaning::Asks)
                        .Cases({"std::make_optional", "std::make_any"}, Meaning::Makes)
                        .Default(Meaning::Other);
  const ir::SourceRange R = U.Files.range(E);
  if (What == Meaning::Asks)
    return B.opaque({}, R, U.Type.of(E.getType()));
  if (What == Meaning::Held && E.getNumArgs() == 1) {
    const auto *Address = dyn_cast<UnaryOperator>(peel(E.getArg(0)));
    const Expr *Holder = Address && Address->getOpcode() == UO_AddrOf ? Address->getSubExpr() : E.getArg(0);
    const bool Holds = U.Type.role(Holder->getType()) == ClassRole::Wrapper;
    return Holds ? std::optional(lower(Holder)) : std::nullopt;
  }
  const CXXRecordDecl *Made = What == Meaning::Makes ? bare(E.getType())->getAsCXXRecordDecl() : nullptr;
  const TemplateArgumentList *Types = Made ? Callee.getTemplateSpecializationArgs() : nullptr;
  if (!Types || Types->size() == 0 || Types->get(0).getKind() != TemplateArgument::Type)
    return std::nullopt;
  const std::optional<ir::Arg> Held =
      heldOf(bare(Types->get(0).getAsType()), llvm::ArrayRef(E.getArgs(), E.getNumArgs()), R);
  return Held ? std::optional(Held->Value) : std::nullopt;
}

void FunctionLowering::repeat(const Expr &Count, ir::SourceRange R, llvm::function_ref<void()> Once) {
  Expr::EvalResult Known;
  if (Count.EvaluateAsInt(Known, U.Context) && Known.Val.getInt().getLimitedValue() <= Unit::MaxParts) {
    for (uint64_t N = Known.Val.getInt().getLimitedValue(); N > 0; --N)
      Once();
    return;
  }
  ir::Type Bool;
  Bool.Kind = ir::TypeKind::Bool;
  const ir::Arg Number = lowerArg(&Count);
  const ir::BlockId Head = B.createBlock(), Round = B.createBlock(), Behind = B.createBlock();
  B.jump(Head, R);
  B.setBlock(Head);
  B.branch({B.opaque(Number, R, Bool), {}, R}, Round, Behind, R);
  B.setBlock(Round);
  Once();
  B.jump(Head, R);
  B.setBlock(Behind);
}

/// The construction that E is, `Layer(3)`; null if it is something else.
static const CXXConstructExpr *constructionOf(const Expr *E) {
  E = peel(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_ConstructorConversion)
    E = peel(Cast->getSubExpr());
  return dyn_cast<CXXConstructExpr>(E);
}

/// What is copied into each place of a container, if copies are made here as the program makes them: modules behind
/// holders and pointers are shared, structures are copied member by member, and what is made for this is made each
/// time.
enum class FunctionLowering::Filling : uint8_t { None, Makes, Shares, Copies, Constructs };

FunctionLowering::Filling FunctionLowering::fillingOf(QualType Element, const Expr &Count, const Expr *Copied) {
  if (Element.isNull() || !Count.getType()->isIntegerType())
    return Filling::None;
  if (!Copied)
    return U.makesItself(Element) || isContainerOfObjects(U, Element) ? Filling::Makes : Filling::None;
  const ClassRole Role = U.Type.role(Element);
  if (Role == ClassRole::Holder || Role == ClassRole::Pointer)
    return isNothing(U.Type, Copied) ? Filling::None : Filling::Shares;
  const CXXRecordDecl *Class = Element->getAsCXXRecordDecl();
  if (!Class || Role != ClassRole::Other || !U.Files.isProject(*Class))
    return Filling::None;
  if (structure(Element))
    return Filling::Copies;
  return constructionOf(Copied) ? Filling::Constructs : Filling::None;
}

void FunctionLowering::fill(Filling How, ir::Arg List, QualType Element, const Expr &Count, const Expr *Copied,
                            ir::SourceRange R) {
  const ir::Arg From = Copied ? lowerArg(Copied) : ir::Arg();
  const auto Each = [&]() -> ir::Arg {
    switch (How) {
    case Filling::None:
    case Filling::Shares:
      break;
    case Filling::Makes:
      return {U.makesItself(Element) ? makeItself(Element, R) : *makeHeld(Element, {}, R), {}, R};
    case Filling::Copies:
      return {copyStructure(*structure(Element), From), {}, From.Range};
    case Filling::Constructs:
      return {lowerConstruct(*constructionOf(Copied), /*Implicit=*/false), {}, From.Range};
    }
    return From;
  };
  repeat(Count, R, [&] { B.invoke("push_back", {List, Each()}, R, {}); });
}

std::optional<ir::ValueId> FunctionLowering::lowerCounted(const CXXConstructExpr &E) {
  const unsigned Count = llvm::count_if(E.arguments(), [](const Expr *Arg) { return !isa<CXXDefaultArgExpr>(Arg); });
  if (Count == 0 || Count > 2)
    return std::nullopt;
  const QualType Element = typeArgument(*E.getConstructor()->getParent(), 0);
  const Expr &Number = *E.getArg(0), *Copied = Count == 2 ? E.getArg(1) : nullptr;
  const Filling How = fillingOf(Element, Number, Copied);
  if (How == Filling::None)
    return std::nullopt;
  const ir::SourceRange R = U.Files.range(E);
  const ir::Arg List{make(InstKind::MakeList, {}, R, U.Type.of(E.getType())), {}, R};
  fill(How, List, Element, Number, Copied, R);
  return List.Value;
}

/// steps.resize(2) adds so many elements if the list is empty, layers.assign(2, layer) has no others. Nothing if nobody
/// knows what the elements are.
std::optional<ir::ValueId> FunctionLowering::lowerRefill(const CXXMemberCallExpr &E, QualType Element, bool Clears) {
  const unsigned Count = E.getNumArgs();
  const ir::SourceRange R = U.Files.range(E);
  if (Count == 0)
    return std::nullopt;
  const Expr *First = E.getArg(0), *Copied = Count == 2 ? E.getArg(1) : nullptr;
  const auto Receiver = [&] { return lowerArg(E.getImplicitObjectArgument()); };
  if (const Filling How = Count > 2 ? Filling::None : fillingOf(Element, *First, Copied); How != Filling::None) {
    const ir::Arg List = Receiver();
    if (Clears)
      B.invoke("clear", List, R, {});
    fill(How, List, Element, *First, Copied, R);
    return List.Value;
  }
  // layers.assign({a, b}), layers.assign(from.begin(), from.end())
  if (!Clears || (Count == 2 ? !isIterator(First) : U.Type.of(First->getType()).Kind != ir::TypeKind::List))
    return std::nullopt;
  const ir::Arg List = Receiver();
  ir::Arg All = lowerArg(First);
  if (Count == 2) {
    All.Keyword = "*";
    All = {make(InstKind::MakeList, All, R, {}), {}, R};
    lower(Copied);
  }
  B.invoke("clear", List, R, {});
  return B.invoke("extend", {List, All}, R, {});
}

/// What `table.emplace(std::piecewise_construct, std::forward_as_tuple(key), std::forward_as_tuple(3, 4))` and
/// `table.emplace(key, x)` put into a dictionary, and under which key.
std::optional<ir::ValueId> FunctionLowering::lowerEntry(const CXXMemberCallExpr &E, QualType Mapped) {
  llvm::SmallVector<const Expr *, 4> Given(E.arguments());
  // A place from which to look for the right one.
  if (!Given.empty() && isIterator(Given[0]))
    Given.erase(Given.begin());
  const auto TupleOf = [&](const Expr *Arg) -> const CallExpr * {
    const auto *Call = dyn_cast<CallExpr>(peel(Arg));
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return Callee && U.Name.qualified(*Callee) == "std::forward_as_tuple" ? Call : nullptr;
  };
  if (Given.size() == 3)
    if (const CallExpr *Key = TupleOf(Given[1]), *Parts = TupleOf(Given[2]); Key && Parts && Key->getNumArgs() == 1) {
      Given.assign({Key->getArg(0)});
      llvm::append_range(Given, Parts->arguments());
    }
  if (Given.empty())
    return std::nullopt;
  const ir::SourceRange R = U.Files.range(E);
  const bool MakesItself = Given.size() == 1 && U.makesItself(Mapped);
  const std::optional<ir::ValueId> Made =
      MakesItself ? std::optional(makeItself(Mapped, R)) : makeHeld(Mapped, llvm::ArrayRef(Given).drop_front(), R);
  if (!Made)
    return std::nullopt;
  const ir::Arg Receiver = lowerArg(E.getImplicitObjectArgument());
  return B.invoke("emplace", {Receiver, lowerArg(Given[0]), {*Made, {}, R}}, R, U.Type.of(E.getType()));
}

std::optional<ir::ValueId> FunctionLowering::lowerEmplace(const CXXMemberCallExpr &E, const CXXMethodDecl &Method) {
  const CXXRecordDecl &Class = *Method.getParent();
  const ClassRole Role = U.Type.role(&Class);
  const llvm::StringRef Name = Method.getName();
  const ir::SourceRange R = U.Files.range(E);
  const llvm::ArrayRef<const Expr *> Given(E.getArgs(), E.getNumArgs());
  // An optional holds what it gives back, and so does a variant.
  if (Role == ClassRole::Optional || Role == ClassRole::Wrapper) {
    const std::optional<ir::Arg> Held =
        Name == "emplace" ? heldOf(bare(E.getType()), Given, R) : std::optional<ir::Arg>();
    if (Held)
      store(lowerPlace(E.getImplicitObjectArgument()), *Held, R);
    return Held ? std::optional(Held->Value) : std::nullopt;
  }
  if (Role == ClassRole::Dict)
    return Name == "emplace" || Name == "try_emplace" || Name == "emplace_hint" ? lowerEntry(E, typeArgument(Class, 1))
                                                                                : std::nullopt;
  if (Role != ClassRole::List)
    return std::nullopt;
  const QualType Element = typeArgument(Class, 0);
  if (Name == "resize" || Name == "assign")
    return lowerRefill(E, Element, /*Clears=*/Name == "assign");
  const bool IsSomewhere = Name == "emplace" && !Given.empty() && isIterator(Given[0]);
  if (Name != "emplace_back" && Name != "emplace_front" && !IsSomewhere)
    return std::nullopt;
  std::optional<ir::ValueId> Made = makeHeld(Element, IsSomewhere ? Given.drop_front() : Given, R);
  // What is put behind the others is what the call gives.
  const bool IsModule = !IsSomewhere && Given.size() == 1 && U.Type.role(Element) == ClassRole::Holder;
  if (!Made && !IsModule)
    return std::nullopt;
  const ir::Arg Receiver = lowerArg(E.getImplicitObjectArgument());
  const ir::Arg One = Made ? ir::Arg{*Made, {}, R} : lowerArg(Given[0]);
  const ir::ValueId List = B.invoke(Name == "emplace_back"    ? "push_back"
                                    : Name == "emplace_front" ? "push_front"
                                                              : "insert",
                                    {Receiver, One}, R, {});
  return IsSomewhere ? List : One.Value;
}

} // namespace devtidy::frontend
