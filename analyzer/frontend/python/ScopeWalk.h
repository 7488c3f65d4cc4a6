//===- ScopeWalk.h - Finds the scopes of a file ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_SCOPEWALK_H
#define DEVTIDY_FRONTEND_PYTHON_SCOPEWALK_H

#include "frontend/python/Scopes.h"

namespace devtidy::frontend::python {

/// Walks the tree once, in source order, and fills Scopes.
class ScopeWalk {
public:
  ScopeWalk(Scopes &Out, const LowerOptions &Options, ir::Module &M) : Out(Out), Options(Options), M(M) {}

  void run(Node Root);

private:
  void walk(Node N);
  void walkChildren(Node N);
  void walkFunction(Node N, Node Decorated);
  void walkClass(Node N, Node Decorated);
  void walkLambda(Node N);
  void walkComprehension(Node N);
  void walkParameters(Node Parameters, bool Defaults);
  void walkImport(Node N);
  void walkImportFrom(Node N);
  void walkAssignment(Node N);
  void walkIf(Node N);
  void walkPattern(Node N);
  void declareNames(Node N, llvm::StringSet<> &Set);

  /// Binds the names of an assignment's target; the rest of it is read.
  void bindTarget(Node Target, Node Value = {});
  Binding &bind(Node Name);
  void bindImport(llvm::StringRef Name, const std::string &Qualified, uint32_t Offset);
  Scope *open(Scope::Kind K, Node N, llvm::StringRef Name);
  void bindDefinition(Node Name, Scope &S);
  void standIn(Binding &B, Scope &S, llvm::StringRef Name);
  void redefine(Binding &B, Scope &S, const std::string &Name);
  /// What stands here may not run.
  bool isConditional() const { return HandlerDepth != 0 || BranchDepth != 0; }
  std::string relativeModule(Node N) const;
  llvm::StringRef uniqueName(const std::string &Name);

  Scopes &Out;
  const LowerOptions &Options;
  ir::Module &M;
  Scope *Here = nullptr;
  unsigned HandlerDepth = 0;                     ///< of `except` clauses in this scope
  unsigned TryDepth = 0;                         ///< of `try` statements
  unsigned BranchDepth = 0;                      ///< of statements in this scope whose parts may not run
  std::vector<std::pair<Node, bool>> Conditions; ///< as in Scope, here
  llvm::StringSet<> Taken;
  llvm::StringMap<unsigned> LambdaCount;
};

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_SCOPEWALK_H
