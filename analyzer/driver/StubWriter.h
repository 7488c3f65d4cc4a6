//===- StubWriter.h - What the analysis knows of a module, in Python ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   def step(x, n, device):            def step(x, n, device):
//       x = x + mask(n, device)            torch.add(x, torch.empty(1, device=device))
//       return x.cpu()                     return torch.empty(1, device="cpu")
//
// A stub as `models` of the settings reads it (docs/models.md): what meets, and where the result is. What the summary
// of a function does not say for every call, or what Python has no words for, is left out: then the stub says nothing
// of that function, and a comment why.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_STUBWRITER_H
#define DEVTIDY_DRIVER_STUBWRITER_H

#include "dataflow/solved/Solutions.h"
#include <optional>
#include <string>
#include <vector>

namespace devtidy::driver {

class StubWriter {
public:
  /// P is solved, and is of one module of Python.
  explicit StubWriter(dataflow::Solutions &P) : P(P) {}

  /// The stub, or "" if there is nothing to say.
  std::string write(const ir::Module &M);
  /// Functions and methods that it says something of.
  unsigned said() const { return Said; }

private:
  using Lines = std::vector<std::string>;
  struct Body {
    Lines Statements;
    std::string Why; ///< that there is none, or ""
  };

  std::string function(const dataflow::SolvedFunction &S, llvm::StringRef Indent);
  std::string classOf(const dataflow::SolvedClass &C);
  Body body(const dataflow::SolvedFunction &S) const;
  bool addEffects(const dataflow::SolvedFunction &S, Lines &Out) const;
  std::string demand(const dataflow::SolvedFunction &S, const dataflow::Demand &D) const;
  std::optional<std::string> side(const dataflow::SolvedFunction &S, const dataflow::Side &X) const;
  std::optional<std::string> value(const dataflow::SolvedFunction &S, const dataflow::Value &V) const;
  std::optional<std::string> elements(const dataflow::SolvedFunction &S, const dataflow::Value &V) const;
  std::optional<std::string> held(const dataflow::SolvedFunction &S, const dataflow::Value &V) const;
  /// `torch.empty(1, device=...)`.
  std::optional<std::string> tensorAt(const dataflow::SolvedFunction &S, const dataflow::Placement &At) const;
  /// The device, or "" for the default one.
  std::optional<std::string> deviceOf(const dataflow::SolvedFunction &S, const dataflow::Placement &At) const;
  bool isEither(const ir::Function &F, const dataflow::Placement &At) const;
  std::optional<std::string> path(const ir::Function &F, dataflow::PathId At) const;
  bool isModule(const ir::Function &F, dataflow::PathId At) const;

  dataflow::Solutions &P;
  unsigned Said = 0;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_STUBWRITER_H
