//===- TextTest.cpp - The text form of the IR -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stability.h"
#include "ir/Random.h"
#include "gmock/gmock.h"
#include <random>

using namespace devtidy::ir;
using testing::ElementsAre;

static std::string complaintAbout(llvm::StringRef Text) {
  llvm::Expected<std::unique_ptr<Module>> M = parse(Text);
  return M ? "none" : llvm::toString(M.takeError());
}

TEST(Text, RandomProgramsRoundTrip) {
  for (uint64_t Seed = 0; Seed != 1000; ++Seed) {
    std::unique_ptr<Module> M = randomModule(Seed, {.Functions = 3});
    ASSERT_THAT(verify(*M), ElementsAre()) << "seed " << Seed;
    std::string Text = printed(*M);
    llvm::Expected<std::unique_ptr<Module>> Again = parse(Text);
    ASSERT_TRUE(bool(Again)) << "seed " << Seed << ": " << llvm::toString(Again.takeError());
    ASSERT_THAT(verify(**Again), ElementsAre()) << "seed " << Seed;
    ASSERT_EQ(printed(**Again), Text) << "seed " << Seed;
    ASSERT_TRUE(isStable(Text)) << "seed " << Seed;
  }
}

/// Everything that a module holds is in the text, not only what the text shows again.
TEST(Text, KeepsEveryField) {
  Module M;
  M.Lang = Language::Python;
  M.Name = "pkg.train";
  M.addFile("a.py", false);
  const SourceFile *File = M.addFile("b.py");
  M.Problems.push_back({{File, 1, 2, 1}, "unexpected indent"});
  Class &C = M.Classes[M.addClass("pkg.train.Net").index()];
  C.Bases = {"torch.nn.Module", "Mixin<1>"};
  C.Range = {File, 3, 9, 5};
  C.Fields.push_back({"weight", {TypeKind::Dict, TypeKind::Object, true, "X<int>"}, {File, 4, 6, 4}});
  Function &F = M.function(M.addFunction("pkg.train.Net.forward"));
  F.Kind = FunctionKind::Method;
  F.Class = "pkg.train.Net";
  F.CaptureCount = 1;
  F.ReturnType = {TypeKind::Tensor, TypeKind::Unknown, true, ""};
  F.Decorators = {"torch.no_grad", "functools.wraps(f)"};
  F.InCheckedFile = false;
  F.IsLocal = true;
  F.Incomplete = true;
  F.Range = {File, 10, 20, 12};
  Param P;
  P.Name = "x";
  P.DeclaredType.Kind = TypeKind::Tensor;
  P.PassMode = Param::Mode::StarStar;
  P.HasDefault = true;
  P.Default = {Constant::Kind::Int, -3, ""};
  P.Range = {File, 11, 13, 12};
  F.Params.push_back(P);
  F.Values.push_back({InstId(), BlockId(0), {TypeKind::Tensor, TypeKind::Unknown, false, ""}, "x"});
  F.Values.push_back({InstId(0), BlockId(0), {TypeKind::List, TypeKind::Tensor, false, ""}, "y z"});
  F.Blocks.resize(1);
  F.Blocks[0].Params.push_back(ValueId(0));
  Inst I;
  I.Kind = InstKind::Call;
  I.Result = ValueId(1);
  I.Parent = BlockId(0);
  I.Name = "torch.cat";
  I.Args = {{ValueId(0), "", {File, 14, 15, 14}}, {ValueId(0), "**", {}}, {ValueId(0), "out", {}}};
  I.Range = {File, 14, 19, 16};
  F.Insts.push_back(I);
  Inst R;
  R.Kind = InstKind::Return;
  R.Parent = BlockId(0);
  F.Insts.push_back(R);
  F.Blocks[0].Insts = {InstId(0), InstId(1)};
  ASSERT_THAT(verify(M), ElementsAre());

  const char *Expected =
      R"dir(module python "pkg.train"
file "a.py" unchecked
file "b.py"
problem "unexpected indent" @1:1..2

class @pkg.train.Net : @torch.nn.Module, @"Mixin<1>" @1:3..9^5 {
  weight: dict<object<"X<int>">>? @1:4..6
}

func method @pkg.train.Net.forward(**%x: tensor = -3 @1:11..13^12) -> tensor? of @pkg.train.Net captures 1 )dir"
      R"dir(decorator @torch.no_grad decorator @"functools.wraps(f)" unchecked local incomplete @1:10..20^12 {
^0:
  %"y z": list<tensor> = call @torch.cat(%x@1:14..15, **%x, out=%x) @1:14..19^16
  return
}
)dir";
  ASSERT_EQ(printed(M), Expected);

  llvm::Expected<std::unique_ptr<Module>> Parsed = parse(Expected);
  ASSERT_TRUE(bool(Parsed));
  const Module &N = **Parsed;
  EXPECT_EQ(N.Lang, Language::Python);
  EXPECT_EQ(N.Name, M.Name);
  EXPECT_FALSE(N.Files[0].Checked);
  EXPECT_EQ(N.Problems[0].Range, M.Problems[0].Range);
  EXPECT_EQ(N.Classes[0].Bases, C.Bases);
  EXPECT_EQ(N.Classes[0].Fields[0].DeclaredType, C.Fields[0].DeclaredType);
  const Function &G = N.function(N.findFunction(F.Name));
  EXPECT_EQ(G.Kind, F.Kind);
  EXPECT_EQ(G.Class, F.Class);
  EXPECT_EQ(G.CaptureCount, F.CaptureCount);
  EXPECT_EQ(G.ReturnType, F.ReturnType);
  EXPECT_EQ(G.Decorators, F.Decorators);
  EXPECT_EQ(G.InCheckedFile, F.InCheckedFile);
  EXPECT_EQ(G.IsLocal, F.IsLocal);
  EXPECT_EQ(G.Incomplete, F.Incomplete);
  EXPECT_EQ(G.Range, F.Range);
  EXPECT_EQ(G.Params[0].PassMode, P.PassMode);
  EXPECT_EQ(G.Params[0].Default, P.Default);
  EXPECT_EQ(G.Params[0].Range, P.Range);
  EXPECT_EQ(G.Insts[0].Args[2], I.Args[2]);
  EXPECT_EQ(G.Insts[0].Range, I.Range);
  EXPECT_EQ(G.value(G.Insts[0].Result).Variable, "y z");
  EXPECT_EQ(G.value(G.Insts[0].Result).StaticType, F.Values[1].StaticType);
}

/// The short form in which people write programs for tests.
TEST(Text, ConstantsMayStandWhereTheyAreUsed) {
  llvm::Expected<std::unique_ptr<Module>> M = parse(R"(
// A comment.
file "a"
func @f(%x) {
^entry:
  %d = call @torch::Device("cuda"@4..8, 1)
  %y = invoke "to"(%x, %d, non_blocking=True)
  branch(False) ^a(None), ^a(1.5)
^a(%v):
  return(float)
}
)");
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  EXPECT_EQ(printed(**M), R"(module cpp ""
file "a"

func @f(%x) {
^0:
  %0: string = const "cuda" @4..8
  %1: number = const 1
  %d = call @torch::Device(%0@4..8, %1)
  %2: bool = const True
  %y = invoke "to"(%x, %d, non_blocking=%2)
  %3: bool = const False
  %4: none = const None
  %5: number = const 1.5
  branch(%3) ^1(%4), ^1(%5)
^1(%v):
  %6: number = const float
  return(%6)
}
)");
  EXPECT_EQ(printed(**M, {.Locations = false, .Canonical = true}), R"(func @f(%x) {
^0:
  %0 = call @torch.device("cuda", 1)
  %1 = invoke "to"(%x, %0, non_blocking=True)
  branch(False) ^1(None), ^1(1.5)
^1(%2):
  return(float)
}
)");
}

TEST(Text, CanonicalFormIsItsOwn) {
  // Only the parameter of a block that goes reads %x.
  EXPECT_TRUE(isStable(R"(func @f(%c) {
^0:
  %x = opaque()
  branch(%c) ^1(%x), ^2(%x)
^1(%y):
  %q = call @torch::g()
  jump ^3(%y)
^2(%z):
  jump ^3(%z)
^3(%w):
  return(%c)
}
)"));
}

TEST(Text, SaysWhatWasExpectedAndWhere) {
  EXPECT_EQ(complaintAbout(""), "none");
  EXPECT_EQ(complaintAbout("module java \"x\""), "1:8: expected 'cpp', 'cuda' or 'python'");
  EXPECT_EQ(complaintAbout("module cpp \"x"), "1:12: expected a closing '\"'");
  EXPECT_EQ(complaintAbout("\nfun @f()"), "2:1: expected 'func', 'class', 'file', 'problem' or 'alias'");
  EXPECT_EQ(complaintAbout("func f()"), "1:6: expected '@' or a function kind");
  EXPECT_EQ(complaintAbout("func @f("), "1:9: expected a value");
  EXPECT_EQ(complaintAbout("func @f(%x: tensors)"), "1:13: expected a type");
  EXPECT_EQ(complaintAbout("func @f() {"), "1:12: expected '^' and a label");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n  return\n"), "4:1: expected an instruction");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n  %x = return\n}"), "3:3: expected no result, 'return' has none");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n  call @g()\n}"), "3:3: expected '%name =' before 'call'");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n  return(%x)\n}"), "3:10: expected a name of this function, '%x' is not");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n  jump ^1\n}"), "3:8: expected a name of this function, '1' is not");
  EXPECT_EQ(complaintAbout("func @f(%x) {\n^0:\n  %x = opaque()\n}"),
            "3:3: expected a new name, '%x' is defined already");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n^0:\n}"), "3:1: expected a new label, '^0' is taken");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n  %x = closure @g()\n  return\n}"),
            "3:16: expected a function of this module, 'g' is not");
  EXPECT_EQ(complaintAbout("file \"a\\q\""), "1:6: expected only the escapes \\\", \\\\, \\n and \\xHH in a string");
  EXPECT_EQ(complaintAbout("func @f() @4294967296..3"), "1:12: expected a number below 4294967296");
  EXPECT_EQ(complaintAbout("func @f() @1.3"), "1:13: expected '..' in a source range");
  EXPECT_EQ(complaintAbout("func @f(%x = 9223372036854775808)"), "1:14: expected a 64-bit integer");
  EXPECT_EQ(complaintAbout("func @f() {\n^0:\n  %x = get.nothing(%x)\n}"), "3:8: expected an instruction");
}

/// Changes to printed programs: a byte, a cut, a copied or moved stretch.
static std::string mutated(std::string Text, std::mt19937_64 &Random) {
  auto Below = [&](size_t N) { return N == 0 ? 0 : Random() % N; };
  for (size_t I = 0, N = 1 + Below(4); I != N && !Text.empty(); ++I) {
    size_t At = Below(Text.size()), Length = Below(std::min<size_t>(40, Text.size() - At));
    switch (Below(5)) {
    case 0:
      Text[At] = static_cast<char>(Below(256));
      break;
    case 1:
      Text[At] = "%^@\"(){}:,.=*?0-\\/"[Below(18)];
      break;
    case 2:
      Text.erase(At, Length);
      break;
    case 3:
      Text.insert(Below(Text.size()), Text.substr(At, Length));
      break;
    case 4:
      if (Below(8) == 0)
        Text.resize(At);
      break;
    }
  }
  return Text;
}

TEST(Text, NoBytesHarmTheParser) {
  std::mt19937_64 Random(1);
  for (uint64_t Seed = 0; Seed != 200; ++Seed) {
    std::string Text = printed(*randomModule(Seed, {.Functions = 1, .Statements = 6, .Depth = 2}));
    for (unsigned I = 0; I != 30; ++I) {
      std::string Bad = mutated(Text, Random);
      ASSERT_TRUE(isStable(Bad)) << Bad;
    }
  }
}

TEST(Text, DeepAndLongInputIsRead) {
  std::string Text = "func @f() {\n^0:\n";
  for (unsigned I = 0; I != 100000; ++I)
    Text += "  jump ^" + std::to_string(I + 1) + "\n^" + std::to_string(I + 1) + ":\n";
  EXPECT_TRUE(isStable(Text + "  return\n}\n"));
  EXPECT_TRUE(isStable("func @f(" + std::string(1000000, '(')));
  EXPECT_TRUE(isStable("func @f(%x: " + std::string(1000000, '<')));
}
