//===- Random.cpp - Random well-formed programs, for tests ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Random.h"
#include "ir/Builder.h"
#include "ir/InstInfo.h"
#include "llvm/ADT/Twine.h"
#include <random>

namespace devtidy::ir {

namespace {

/// Random choices. The standard distributions differ between libraries, so they are not used.
class Dice {
public:
  explicit Dice(uint64_t Seed) : Engine(Seed) {}

  /// 0 to N-1; 0 if N is 0.
  unsigned below(unsigned N) { return N == 0 ? 0 : static_cast<unsigned>(Engine() % N); }
  bool oneIn(unsigned N) { return below(N) == 0; }
  template <class Range> auto pick(const Range &R) { return *(std::begin(R) + below(std::size(R))); }

private:
  std::mt19937_64 Engine;
};

class Generator {
public:
  Generator(uint64_t Seed, const RandomOptions &O) : D(Seed), O(O), M(std::make_unique<Module>()) {}

  std::unique_ptr<Module> run();

private:
  void header();
  void aliases();
  void classDefinition(unsigned I);
  Function &declare(unsigned I, FunctionKind Kind);
  Param parameter(unsigned I);
  void body(Function &F);
  void ret(Builder &B);
  void branch(Builder &B, BlockId Then, BlockId Else);
  void statements(Builder &B, unsigned Depth);
  void statement(Builder &B, unsigned Depth);
  void branchStatement(Builder &B, unsigned Depth);
  void loopStatement(Builder &B, unsigned Depth);
  void handlerStatement(Builder &B, unsigned Depth);
  ValueId expression(Builder &B);
  void fillArguments(Builder &B, Inst &I);
  Arg argument(Builder &B);
  llvm::StringRef variable();
  llvm::StringRef symbol();
  llvm::StringRef word();
  Type type();
  Constant constant();
  SourceRange range();

  Dice D;
  const RandomOptions &O;
  std::unique_ptr<Module> M;
  std::vector<FunctionId> Lambdas;
};

} // namespace

std::unique_ptr<Module> Generator::run() {
  header();
  for (unsigned I = 0, N = D.below(4); I != N; ++I)
    classDefinition(I);
  std::vector<Function *> Bodies;
  for (unsigned I = 0; I != 3; ++I) {
    Bodies.push_back(&declare(I, FunctionKind::Lambda));
    Lambdas.push_back(FunctionId(M->Functions.size() - 1));
  }
  for (unsigned I = 0; I != O.Functions; ++I) {
    static constexpr FunctionKind Kinds[] = {FunctionKind::Free, FunctionKind::Method, FunctionKind::Constructor,
                                             FunctionKind::StaticMethod};
    Bodies.push_back(&declare(I + 3, D.pick(Kinds)));
  }
  Bodies.push_back(&declare(O.Functions + 5, FunctionKind::TopLevel));
  declare(O.Functions + 3, FunctionKind::Kernel);
  declare(O.Functions + 4, FunctionKind::Free);
  for (Function *F : Bodies)
    body(*F);
  aliases();
  return std::move(M);
}

void Generator::header() {
  static constexpr Language Languages[] = {Language::Cpp, Language::Cuda, Language::Python};
  M->Lang = D.pick(Languages);
  M->Name = M->intern(M->Lang == Language::Python ? "pkg.train" : "src/train \"1\".cpp");
  M->addFile("src/train.cpp");
  M->addFile("include/net.h", D.oneIn(2));
  if (D.oneIn(3))
    M->Problems.push_back({range(), M->intern("'nope.h' file not found")});
}

void Generator::aliases() {
  for (unsigned A = 0, N = D.below(3); A != N; ++A) {
    std::string Name = (symbol() + "." + llvm::Twine(A)).str(), Target = symbol().str();
    llvm::StringRef Suffix = D.oneIn(2) ? ".*" : "";
    M->Aliases.push_back({M->intern(Name + Suffix.str()), M->intern(Target + Suffix.str())});
  }
}

void Generator::classDefinition(unsigned I) {
  std::string Name = (symbol() + "::Class" + llvm::Twine(I)).str();
  Class &C = M->Classes[M->addClass(Name).index()];
  for (unsigned B = 0, N = D.below(3); B != N; ++B)
    C.Bases.push_back(symbol());
  if (D.oneIn(4))
    C.Decorators.push_back(symbol());
  for (unsigned F = 0, N = D.below(4); F != N; ++F)
    C.Fields.push_back({word(), type(), range()});
  C.Range = range();
}

Function &Generator::declare(unsigned I, FunctionKind Kind) {
  Function &F = M->function(M->addFunction((symbol() + llvm::Twine("::f") + llvm::Twine(I)).str()));
  F.Kind = Kind;
  for (unsigned P = 0, N = D.below(4); P != N; ++P)
    F.Params.push_back(parameter(P));
  if (Kind == FunctionKind::Lambda)
    F.CaptureCount = D.below(F.Params.size() + 1);
  if (Kind == FunctionKind::Method || Kind == FunctionKind::Constructor)
    F.Class = symbol();
  if (D.oneIn(2))
    F.ReturnType = type();
  for (unsigned A = 0, N = D.below(3); A != N; ++A)
    F.Decorators.push_back(symbol());
  F.InCheckedFile = !D.oneIn(4);
  F.IsLocal = F.Params.size() % 3 == 1;
  F.IsCoroutine = F.Params.size() % 4 == 1;
  F.Incomplete = D.oneIn(8);
  F.Range = range();
  return F;
}

Param Generator::parameter(unsigned I) {
  static constexpr Param::Mode Modes[] = {Param::Mode::Value, Param::Mode::Value, Param::Mode::Cell, Param::Mode::Star,
                                          Param::Mode::StarStar};
  Param P;
  P.Name = D.oneIn(6) ? llvm::StringRef() : M->intern(D.oneIn(6) ? "x" : ("p" + llvm::Twine(I)).str());
  P.DeclaredType = type();
  P.PassMode = D.pick(Modes);
  P.HasDefault = D.oneIn(3);
  if (P.HasDefault) {
    P.DefaultUnknown = D.oneIn(3);
    if (!P.DefaultUnknown)
      P.Default = constant();
    else if (D.oneIn(2))
      P.DefaultFrom = M->intern(("module.f.<default>.p" + llvm::Twine(I)).str());
  }
  P.Range = range();
  return P;
}

void Generator::body(Function &F) {
  Builder B(*M, F);
  statements(B, 0);
  if (D.oneIn(2))
    ret(B);
  B.finish();
}

// What consumes several random choices takes them one statement at a time: the order of evaluation of function
// arguments is the compiler's.
void Generator::ret(Builder &B) {
  Arg Value = argument(B);
  B.ret(Value, range());
}

void Generator::branch(Builder &B, BlockId Then, BlockId Else) {
  Arg Condition = argument(B);
  B.branch(Condition, Then, Else, range());
}

void Generator::statements(Builder &B, unsigned Depth) {
  for (unsigned I = 0, N = D.below(O.Statements); I != N; ++I)
    statement(B, Depth);
}

void Generator::statement(Builder &B, unsigned Depth) {
  unsigned Choice = D.below(Depth < O.Depth ? 12 : 9);
  if (Choice < 7) {
    if (ValueId V = expression(B))
      B.writeVariable(variable(), V);
  } else if (Choice == 7) {
    ValueId Copied = B.readVariable(variable());
    B.writeVariable(variable(), Copied);
  } else if (Choice == 8) {
    if (!D.oneIn(6))
      return;
    Inst I;
    I.Kind = D.oneIn(2) ? InstKind::Raise : InstKind::Unreachable;
    I.Range = range();
    fillArguments(B, I);
    B.append(std::move(I));
  } else if (Choice == 9) {
    branchStatement(B, Depth);
  } else if (Choice == 10) {
    loopStatement(B, Depth);
  } else {
    handlerStatement(B, Depth);
  }
}

void Generator::branchStatement(Builder &B, unsigned Depth) {
  BlockId Then = B.createBlock(), Else = B.createBlock(), Join = B.createBlock();
  branch(B, Then, Else);
  B.setBlock(Then);
  statements(B, Depth + 1);
  B.jump(Join, range());
  B.setBlock(Else);
  if (D.oneIn(2))
    statements(B, Depth + 1);
  B.jump(Join, range());
  B.setBlock(Join);
}

void Generator::loopStatement(Builder &B, unsigned Depth) {
  BlockId Head = B.createBlock(), Body = B.createBlock(), After = B.createBlock();
  B.jump(Head, range());
  B.setBlock(Head);
  branch(B, Body, After);
  B.setBlock(Body);
  statements(B, Depth + 1);
  // A loop may be left in the middle.
  if (D.oneIn(3))
    branch(B, Head, After);
  else
    B.jump(Head, range());
  B.setBlock(After);
}

void Generator::handlerStatement(Builder &B, unsigned Depth) {
  BlockId Normal = B.createBlock(), Handler = B.createBlock(), Join = B.createBlock();
  B.fork(Normal, Handler, range());
  B.setBlock(Normal);
  statements(B, Depth + 1);
  B.fork(Join, Handler, range(), D.oneIn(3) ? "OSError" : "");
  B.setBlock(Handler);
  statements(B, Depth + 1);
  B.jump(Join, range());
  B.setBlock(Join);
}

ValueId Generator::expression(Builder &B) {
  Inst I;
  do
    I.Kind = static_cast<InstKind>(D.below(instKindCount()));
  while (isTerminator(I.Kind) || (isResolved(I.Kind) && !O.Resolved));
  I.Range = range();
  switch (instInfo(I.Kind).Data) {
  case Payload::None:
    break;
  case Payload::Name:
    I.Name = isSymbolName(I.Kind) ? symbol() : word();
    break;
  case Payload::Word:
    I.Name = D.below(2) ? word() : llvm::StringRef();
    break;
  case Payload::Const:
    I.Const = constant();
    break;
  case Payload::Func:
    I.Callee = D.pick(Lambdas);
    break;
  case Payload::Index:
    I.Count = 1 + D.below(4);
    I.Index = D.below(I.Count);
    break;
  }
  fillArguments(B, I);
  return B.append(std::move(I), type());
}

void Generator::fillArguments(Builder &B, Inst &I) {
  ArgumentBounds Bounds = argumentBounds(I.Kind);
  unsigned Count = Bounds.Min + D.below(std::min(Bounds.Max - Bounds.Min, 3U) + 1);
  if (I.Kind == InstKind::Closure)
    Count = M->function(I.Callee).CaptureCount;
  if (I.Kind == InstKind::MakeDict)
    Count = Count / 2 * 2;
  bool TakesKeywords = I.Kind == InstKind::Call || I.Kind == InstKind::Invoke || I.Kind == InstKind::Create;
  for (unsigned A = 0; A != Count; ++A) {
    I.Args.push_back(argument(B));
    static constexpr llvm::StringLiteral Keywords[] = {"", "", "device", "options", "*", "**", "odd key"};
    if (TakesKeywords && A >= Bounds.Min)
      I.Args.back().Keyword = D.pick(Keywords);
  }
}

Arg Generator::argument(Builder &B) { return {B.readVariable(variable()), "", range()}; }

llvm::StringRef Generator::variable() {
  static constexpr llvm::StringLiteral Names[] = {
      "x", "y", "model", "x#2", "$1", "self.w", "p0", "p1", "\xc3\xa9t\xc3\xa9"};
  return D.pick(Names);
}

llvm::StringRef Generator::symbol() {
  static constexpr llvm::StringLiteral Names[] = {"torch::zeros",
                                                  "torch.zeros",
                                                  "Net",
                                                  "at::operator+",
                                                  "(anonymous namespace)::f",
                                                  "f<int, \"a\">",
                                                  "launch:kernel",
                                                  "outer::lambda#1",
                                                  "config.DEVICE",
                                                  "a\\b\nc",
                                                  "Net::~Net",
                                                  "donn\303\251es.charge"};
  return D.pick(Names);
}

llvm::StringRef Generator::word() {
  static constexpr llvm::StringLiteral Names[] = {"to",       "weight",           "+", "copy_", "operator bool",
                                                  "\x01\x7f", "\xc3\xa9t\xc3\xa9"};
  return D.pick(Names);
}

Type Generator::type() {
  Type T;
  if (D.oneIn(2)) {
    T.Element = D.oneIn(8) ? TypeKind::Number : TypeKind::Unknown;
    return T;
  }
  T.Kind = static_cast<TypeKind>(D.below(static_cast<unsigned>(TypeKind::Dict) + 1));
  T.Optional = D.oneIn(4);
  if (T.Kind == TypeKind::List || T.Kind == TypeKind::Dict)
    T.Element = static_cast<TypeKind>(D.below(static_cast<unsigned>(TypeKind::Dict) + 1));
  if ((T.Kind == TypeKind::Object || T.Element == TypeKind::Object) && !D.oneIn(4))
    T.Name = symbol();
  return T;
}

Constant Generator::constant() {
  static constexpr llvm::StringLiteral Strings[] = {"cuda",     "",         "a \"quoted\" word",
                                                    "cuda:1\n", "\xff\x80", "\xc3\xa9t\xc3\xa9"};
  static constexpr llvm::StringLiteral Floats[] = {"1.5", "1e-3", "0.5f", "", "0x1p3", "-2.0E+10"};
  static constexpr int64_t Ints[] = {0, 1, -1, 77, INT64_MAX, INT64_MIN};
  Constant C;
  C.K = static_cast<Constant::Kind>(D.below(5));
  switch (C.K) {
  case Constant::Kind::None:
    break;
  case Constant::Kind::Bool:
    C.Int = D.below(2);
    break;
  case Constant::Kind::Int:
    C.Int = D.pick(Ints);
    break;
  case Constant::Kind::Float:
    C.Text = D.pick(Floats);
    break;
  case Constant::Kind::String:
    C.Text = D.pick(Strings);
    break;
  }
  return C;
}

SourceRange Generator::range() {
  if (D.oneIn(4))
    return {};
  SourceRange R;
  R.File = &M->Files[D.below(M->Files.size())];
  R.Begin = D.below(100000);
  R.Point = R.Begin + (D.oneIn(2) ? 0 : D.below(20));
  R.End = R.Point + D.below(50);
  return R;
}

std::unique_ptr<Module> randomModule(uint64_t Seed, const RandomOptions &O) { return Generator(Seed, O).run(); }

} // namespace devtidy::ir
