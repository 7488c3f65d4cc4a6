//===- LowerTry.cpp - try, with, and the ways out of them -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scopes that must be left are frames. A jump out of them lowers what each has to do on the way, so a `finally` block
// is there once for each way out, as in CPython's own code.
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"
#include "knowledge/Names.h"

namespace devtidy::frontend::python {

using ir::InstKind;

void FunctionLowering::unwind(size_t Depth) {
  std::vector<Frame> Left(Frames.begin() + Depth, Frames.end());
  size_t Count = Frames.size();
  while (Count > Depth) {
    // What is left first may have made a landing in those around it.
    Frame Innermost = Left[--Count - Depth] = Frames.back();
    Frames.pop_back();
    if (B.isTerminated() || isTooLarge())
      continue;
    if (Innermost.K == Frame::Kind::With)
      append(InstKind::Exit, "", Innermost.Context, Innermost.Context.Range);
    else if (Innermost.K == Frame::Kind::Finally)
      lowerStatements(Innermost.Finally);
  }
  Frames.insert(Frames.end(), Left.begin(), Left.end());
}

ir::BlockId FunctionLowering::landing() {
  // A context is left only where something in the function catches what is raised.
  size_t Target = Frames.size();
  for (size_t I = 0; I != Frames.size(); ++I)
    if (Frames[I].K == Frame::Kind::Try || Frames[I].K == Frame::Kind::Finally) {
      Target = I;
      break;
    }
  for (size_t I = Frames.size(); I-- > Target;) {
    if (Frames[I].K == Frame::Kind::Loop)
      continue;
    if (!Frames[I].Landing)
      Frames[I].Landing = B.createBlock();
    return Frames[I].Landing;
  }
  return {};
}

void FunctionLowering::raiseAgain() {
  if (ir::BlockId To = landing())
    B.jump(To, {});
  else
    append(InstKind::Raise, "", {}, {});
}

bool FunctionLowering::isExhaustionCaught() const {
  for (size_t I = Frames.size(); I-- > 0;)
    if (Frames[I].K != Frame::Kind::Loop)
      return Frames[I].OfExhaustion;
  return false;
}

void FunctionLowering::forkIfHandled(ir::SourceRange R) {
  ir::BlockId Handler = RaisesNothing ? ir::BlockId() : landing();
  if (!Handler)
    return;
  ir::BlockId Normal = B.createBlock();
  B.fork(Normal, Handler, R);
  B.seal(Normal);
  B.setBlock(Normal);
}

void FunctionLowering::lowerRaise(Node N) {
  Args Operands;
  Node Value = N.first();
  // Python 2: `raise Class, value`.
  if (Value.is(Kind::ExpressionList))
    Value = Value.first();
  if (Value && Value.field() != Field::Cause)
    Operands.push_back(lowerArg(Value));
  if (ir::BlockId To = landing())
    B.jump(To, U.range(N));
  else
    append(InstKind::Raise, "", Operands, U.range(N));
}

/// What waits for others may be given an exception by them.
static bool hasCall(Node N) {
  if (N.is(Kind::Call, Kind::Yield))
    return true;
  if (N.is(Kind::FunctionDefinition, Kind::Lambda))
    return false;
  for (Node C : N.children())
    if (hasCall(C))
      return true;
  return false;
}

static bool catchesOnlyExhaustion(Node Try) {
  for (Node Clause : Try.children()) {
    if (Clause.is(Kind::ExceptGroupClause))
      return false;
    if (!Clause.is(Kind::ExceptClause))
      continue;
    Node Type = Clause.first();
    if ((Type.is(Kind::AsPattern) ? Type.first() : Type).text() != "StopIteration")
      return false;
  }
  return true;
}

void FunctionLowering::lowerTry(Node N) {
  Node Body = N.child(Field::Body), Finally = N.child(Kind::FinallyClause).child(Kind::Block);
  bool HasHandlers = N.child(Kind::ExceptClause) || N.child(Kind::ExceptGroupClause);
  ir::BlockId After = B.createBlock();
  if (Finally) {
    Frames.push_back({Frame::Kind::Finally});
    Frames.back().Finally = Finally;
  }
  if (HasHandlers) {
    Frames.push_back({Frame::Kind::Try});
    Frames.back().OfExhaustion = catchesOnlyExhaustion(N);
  }
  // Where nothing is called, what raises is an operator, an index or an attribute: anywhere, so before all of it.
  if (!hasCall(Body) || !hasCall(Body.first()))
    forkIfHandled(U.range(N));
  lowerStatements(Body);
  ir::BlockId Landing;
  if (HasHandlers) {
    Landing = Frames.back().Landing;
    Frames.pop_back();
  }
  lowerStatements(N.child(Kind::ElseClause).child(Field::Body));
  moveTo(After);
  if (Landing) {
    B.seal(Landing);
    lowerHandlers(N, Landing, After);
  }
  B.seal(After);
  B.setBlock(After);
  if (!Finally)
    return;
  Landing = Frames.back().Landing;
  Frames.pop_back();
  lowerStatements(Finally);
  ir::BlockId End = B.createBlock();
  moveTo(End);
  if (Landing) {
    B.seal(Landing);
    B.setBlock(Landing);
    lowerStatements(Finally);
    if (!B.isTerminated())
      raiseAgain();
  }
  B.seal(End);
  B.setBlock(End);
}

/// The classes of `except (KeyError, IndexError) as e`: "KeyError, IndexError"; "" where one of them has no name.
std::string FunctionLowering::caught(Node Type) const {
  Node Caught = Type.is(Kind::AsPattern) ? Type.first() : Type;
  if (Caught.is(Kind::ParenthesizedExpression))
    Caught = Caught.first();
  if (!Caught.is(Kind::Tuple))
    return U.Names.qualified(Caught, Here).value_or("").str();
  std::string All;
  for (Node Class : Caught.nodes()) {
    const std::optional<llvm::StringRef> Name = U.Names.qualified(Class, Here);
    if (!Name)
      return "";
    All += (All.empty() ? "" : ", ") + Name->str();
  }
  return All;
}

void FunctionLowering::lowerHandlers(Node Try, ir::BlockId Landing, ir::BlockId After) {
  B.setBlock(Landing);
  for (Node Clause : Try.children()) {
    if (!Clause.is(Kind::ExceptClause, Kind::ExceptGroupClause))
      continue;
    Node Body = Clause.child(Kind::Block), Type = Clause.first();
    if (Type.is(Kind::Block))
      Type = {};
    ir::BlockId Handler = B.createBlock(), Next = B.createBlock();
    if (Type)
      B.fork(Handler, Next, U.range(Type), caught(Type));
    else
      B.jump(Handler, {});
    B.seal(Handler);
    B.seal(Next);
    B.setBlock(Handler);
    Node Name = Type.child(Field::Alias).first();
    if (Name) {
      ir::SourceRange R = U.range(Name);
      store(Name, {B.opaque({}, R), {}, R}, R);
    }
    lowerStatements(Body);
    if (!B.isTerminated())
      B.jump(After, {});
    B.setBlock(Next);
    if (!Type)
      return;
  }
  raiseAgain();
}

/// Of one `with`. Python takes no more than twenty.
static constexpr size_t MaxManagers = 1000;

/// `torch.no_grad()`, `open(path)`: they swallow nothing that is raised in their scopes.
bool FunctionLowering::letsThrough(Node Context) const {
  const Node Called = Context.is(Kind::Call) ? Context.child(Field::Function) : Node();
  const llvm::StringRef Name = Called ? U.Names.qualified(Called, Here).value_or("") : llvm::StringRef();
  return knowledge::passesExceptions({Name.data(), Name.size()});
}

/// Where the body of a scope has no end, what it raises may end with the scope. The block that goes on from there.
ir::BlockId FunctionLowering::forkPastBody(const ir::Arg &Context) {
  ir::BlockId Past = B.createBlock(), Inside = B.createBlock();
  ir::Type Bool;
  Bool.Kind = ir::TypeKind::Bool;
  B.branch({append(InstKind::Swallows, "", Context, Context.Range, Bool), {}, Context.Range}, Past, Inside,
           Context.Range);
  B.seal(Past);
  B.seal(Inside);
  B.setBlock(Inside);
  return Past;
}

void FunctionLowering::lowerWith(llvm::ArrayRef<Node> Items, Node Body) {
  if (Items.empty())
    return lowerStatements(Body);
  // Each stands around the next.
  if (Items.size() > MaxManagers) {
    F.Incomplete = true;
    return U.problem(U.range(Items.front()), "nested too deeply");
  }
  Node Value = Items.front().child(Field::Value), Target;
  if (Value.is(Kind::AsPattern)) {
    Target = Value.child(Field::Alias).first();
    Value = Value.first();
  }
  Frame Scope{Frame::Kind::With};
  Scope.Context = lowerArg(Value);
  ir::SourceRange R = Scope.Context.Range;
  ir::Arg Entered{append(InstKind::Enter, "", Scope.Context, R), {}, R};
  if (Target)
    store(Target, Entered, U.range(Target));
  const ir::BlockId Past = letsThrough(Value) ? ir::BlockId() : forkPastBody(Scope.Context);
  Frames.push_back(Scope);
  lowerWith(Items.drop_front(), Body);
  ir::BlockId Landing = Frames.back().Landing;
  Frames.pop_back();
  if (!B.isTerminated())
    append(InstKind::Exit, "", Scope.Context, R);
  if (!Past && !Landing)
    return;
  ir::BlockId After = B.createBlock();
  moveTo(After);
  auto Leave = [&](ir::BlockId From) {
    B.setBlock(From);
    append(InstKind::Exit, "", Scope.Context, R);
  };
  if (Past) {
    Leave(Past);
    B.jump(After, {});
  }
  if (Landing) {
    B.seal(Landing);
    Leave(Landing);
    raiseAgain();
  }
  B.setBlock(After);
  B.seal(After);
}

} // namespace devtidy::frontend::python
