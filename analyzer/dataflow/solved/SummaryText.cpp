//===- SummaryText.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/SummaryText.h"
#include "dataflow/solved/Solutions.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {
namespace {

class SummaryPrinter {
public:
  SummaryPrinter(Program &Prog, llvm::raw_ostream &Out) : Prog(Prog), Out(Out) {}

  void print(const SolvedFunction &S) {
    Sum = S.Sum.get();
    Out << "function " << S.F->Name << '(';
    llvm::interleaveComma(S.F->Params, Out, [&](const ir::Param &P) { Out << P.Name; });
    Out << ")\n";
    if (!Sum->Known) {
      Out << "  unknown" << (S.GaveUp ? ": " : "") << (S.GaveUp ? S.GaveUp : "") << '\n';
      return;
    }
    if (!Sum->Returns)
      Out << "  never returns\n";
    else if (!Sum->Result.isNone())
      Out << "  returns " << text(Sum->Result) << '\n';
    Sum->Final.forEach([&](const Memory::Key &Key, const Value &V) {
      const Object &O = Sum->Objects[Key.first.index()];
      if (O.K == Object::Kind::Symbolic)
        Out << "  sets " << Prog.Paths.describe(O.Path) << '.' << Key.second << " = " << text(V) << '\n';
      else if (O.K == Object::Kind::Environment && !V.is(Value::Kind::Bottom))
        Out << "  sets " << Key.second << " = " << text(V) << '\n';
    });
    for (const Demand &D : Sum->Demands)
      if (D.Of != Meeting::Accelerator) // nothing meets
        print(D);
  }

  void print(const SolvedClass &S) {
    Out << "class " << S.C->Name << (S.IsModule ? ": module" : "") << '\n';
    if (!S.Known)
      Out << "  unknown\n";
    for (const auto &[Name, Facts] : S.Fields) {
      if (!Facts.HoldsTensors && Facts.Made.Kind != ir::TypeKind::Device)
        continue;
      Out << "  " << Name << " on " << text(Facts.P);
      if (Facts.HoldsTensors && S.IsModule && !Facts.Registered)
        Out << ", not registered";
      Out << '\n';
    }
  }

private:
  void print(const Demand &D) {
    Out << "  demands of '" << D.Name << "': ";
    llvm::interleaveComma(D.Sides, Out, [&](const Side &X) { Out << text(X.P); });
    if (!D.Path.isAlways())
      Out << " if " << text(D.Path);
    Out << '\n';
  }

  static std::string quoted(llvm::StringRef Text) {
    std::string Escaped;
    llvm::raw_string_ostream(Escaped).write_escaped(Text);
    return "'" + Escaped + "'";
  }

  std::string text(Literal L) const {
    const Condition &C = Prog.Conditions[L.condition()];
    auto Of = [&] { return C.P ? Prog.Paths.describe(C.P) : "?"; };
    std::string Not = L.isPositive() ? "" : "not ";
    switch (C.K) {
    case Condition::Kind::Available:
      return Not + "accelerator";
    case Condition::Kind::Multi:
      return Not + "several accelerators";
    case Condition::Kind::Truth:
      return Not + Of();
    case Condition::Kind::IsNone:
      return Of() + " is " + Not + "None";
    case Condition::Kind::IsTensor:
      return Of() + " is " + Not + "a tensor";
    case Condition::Kind::Equals:
      return Of() + (L.isPositive() ? " == " : " != ") + quoted(C.Text);
    case Condition::Kind::TypeIs:
      return Of() + " " + (L.isPositive() ? "on " : "not on ") + std::string(knowledge::deviceTypeName(C.Type));
    case Condition::Kind::OnDevice:
      return Of() + (L.isPositive() ? " with " : " not with ") + Prog.Paths.describe(C.Q);
    case Condition::Kind::ValueType:
    case Condition::Kind::Opaque:
    case Condition::Kind::Either:
      return Not + "something";
    }
    return "";
  }

  std::string text(const Cube &C) const {
    return llvm::join(llvm::map_range(C.literals(), [&](Literal L) { return text(L); }), " and ");
  }

  std::string text(const Placement &P) const {
    if (P.isUnknown())
      return "unknown";
    if (P.isBottom())
      return "nowhere";
    std::vector<std::string> Parts;
    for (const GuardedTerm &T : P.terms()) {
      std::string Part = T.T.isSymbol()                      ? "device of " + Prog.Paths.describe(T.T.path())
                         : T.T.kind() == Term::Kind::Default ? "the default device"
                                                             : T.T.device().str();
      if (T.Imprecise)
        Part += " perhaps";
      if (!T.Guard.isAlways())
        Part += " if " + text(T.Guard);
      Parts.push_back(std::move(Part));
    }
    return llvm::join(Parts, ", or ");
  }

  std::string text(const Value &V, unsigned Depth = 0) const {
    auto Elements = [&] {
      std::vector<std::string> Parts;
      for (const Value &E : *V.Elements)
        Parts.push_back(Depth == 3 ? "..." : text(E, Depth + 1));
      return llvm::join(Parts, ", ");
    };
    switch (V.K) {
    case Value::Kind::Bottom:
      return "nothing";
    case Value::Kind::Constant:
      if (V.isNone())
        return "None";
      if (V.isString())
        return quoted(V.Const.Text);
      return V.isInt() ? std::to_string(V.Const.Int) : V.truth() ? (*V.truth() ? "True" : "False") : "a constant";
    case Value::Kind::Number:
      return V.Cond ? "whether " + text(*V.Cond) : V.Path ? Prog.Paths.describe(V.Path) : "a number";
    case Value::Kind::Tensor:
      return (V.Partial ? "None or tensor on " : "tensor on ") + text(V.P);
    case Value::Kind::Device:
      return "device: " + text(V.P);
    case Value::Kind::Options:
      return "options: " + text(V.P);
    case Value::Kind::Pointer:
      return "pointer to " + text(V.P);
    case Value::Kind::Tuple:
      return "(" + Elements() + ")";
    case Value::Kind::Object: {
      const Object &O = Sum->Objects[V.Obj.index()];
      std::string Name = O.K == Object::Kind::Symbolic ? Prog.Paths.describe(O.Path)
                         : O.Class.empty()             ? std::string("an object")
                                                       : "a " + O.Class.str();
      std::vector<std::string> Fields;
      if (O.K == Object::Kind::Allocated && Depth < 3)
        for (const auto &[Key, Held] : Sum->Final.of(V.Obj))
          if (Key.second != PositionsField) // of which position what is known: nothing to read
            Fields.push_back((Key.second + ": ").str() + text(Held, Depth + 1));
      return Fields.empty() ? Name : Name + " {" + llvm::join(Fields, ", ") + "}";
    }
    case Value::Kind::Choice:
      return "one of (" + Elements() + ")";
    case Value::Kind::Function:
      return "a function";
    case Value::Kind::Symbolic:
      return (V.IsComputed ? "computed from " : "") + Prog.Paths.describe(V.Path);
    case Value::Kind::Unknown:
      if (V.Elements)
        return "unknown: " + Elements();
      return V.Path ? "unknown " + Prog.Paths.describe(V.Path) : "unknown";
    }
    return "";
  }

  Program &Prog;
  llvm::raw_ostream &Out;
  const Summary *Sum = nullptr;
};

} // namespace

void printSummaries(llvm::ArrayRef<ir::Module *> Modules, llvm::ArrayRef<const ir::Module *> Imports,
                    llvm::raw_ostream &Out) {
  std::vector<const ir::Module *> All(Modules.begin(), Modules.end());
  All.insert(All.end(), Imports.begin(), Imports.end());
  Linker Links(All);
  for (const ir::Module *M : Modules) {
    Solutions P(Links, M);
    P.solve();
    SummaryPrinter Printer(P, Out);
    for (const SolvedClass *C : P.classes())
      Printer.print(*C);
    for (const SolvedFunction *S : P.functions())
      Printer.print(*S);
  }
}

} // namespace devtidy::dataflow
