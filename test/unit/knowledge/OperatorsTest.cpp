//===- OperatorsTest.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Operators.h"
#include "knowledge/OperatorsText.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace devtidy::knowledge;
using testing::HasSubstr;

namespace {

const OperatorOverload *overload(std::string_view Base, std::string_view Overload) {
  for (const OperatorOverload &O : findOperator(Base))
    if (O.Overload == Overload)
      return &O;
  ADD_FAILURE() << Base << "." << Overload;
  return nullptr;
}

DeviceRule ruleOf(std::string_view Base, std::string_view Overload = "") {
  const OperatorOverload *O = overload(Base, Overload);
  return O ? O->Rule : DeviceRule::Special;
}

OperandPlace placeOf(const OperatorOverload &O, std::string_view Name) {
  const auto P = std::ranges::find(O.Params, Name, &OperatorParam::Name);
  EXPECT_NE(P, O.Params.end()) << Name;
  return P == O.Params.end() ? OperandPlace::Meets : P->Place;
}

TEST(Operators, table_is_sorted_and_has_no_duplicates) {
  const auto All = allOperators();
  EXPECT_GT(All.size(), 3000u);
  EXPECT_TRUE(std::ranges::is_sorted(All, {}, &OperatorOverload::Base));
  for (const OperatorOverload &O : All)
    EXPECT_EQ(std::ranges::count_if(findOperator(O.Base), [&](auto &X) { return X.Overload == O.Overload; }), 1)
        << O.Base << "." << O.Overload;
}

TEST(Operators, every_row_has_a_source) {
  for (const OperatorOverload &O : allOperators())
    EXPECT_FALSE(O.Source.empty()) << O.Base << "." << O.Overload;
}

TEST(Operators, a_case_speaks_of_its_row) {
  unsigned Count = 0;
  for (const OperatorOverload &O : allOperators())
    for (const OperatorCase &C : O.Cases) {
      ++Count;
      EXPECT_FALSE(C.Source.empty()) << O.Base;
      ASSERT_LT(C.Position, O.Params.size()) << O.Base;
      EXPECT_TRUE(std::ranges::equal(O.Params, C.Params, {}, &OperatorParam::Name, &OperatorParam::Name)) << O.Base;
    }
  EXPECT_GT(Count, 20u);
  const OperatorOverload &Linear = *overload("linear", "");
  ASSERT_EQ(Linear.Cases.size(), 1u);
  EXPECT_EQ(Linear.Cases[0].When, ArgumentIs::Matrix);
  EXPECT_EQ(Linear.Cases[0].Rule, DeviceRule::Same);
  EXPECT_TRUE(overload("mm", "")->Cases.empty());
}

TEST(Operators, only_tensors_are_bound) {
  for (const OperatorOverload &O : allOperators())
    for (const OperatorParam &P : O.Params)
      if (P.Place != OperandPlace::Meets) {
        EXPECT_TRUE(P.Kind == OperandKind::Tensor || P.Kind == OperandKind::OptionalTensor ||
                    P.Kind == OperandKind::TensorList || P.Kind == OperandKind::OptionalTensorList)
            << O.Base << ": " << P.Name;
      }
}

TEST(Operators, lookup) {
  EXPECT_FALSE(findOperator("add").empty());
  EXPECT_FALSE(findOperator("add_").empty());
  EXPECT_TRUE(findOperator("").empty());
  EXPECT_TRUE(findOperator("ad").empty());
  EXPECT_TRUE(findOperator("zzz").empty());
  EXPECT_EQ(findOperator("add").front().Base, "add");
}

/// Chooses a table for as long as it lives.
struct ChosenTable {
  explicit ChosenTable(std::string_view Version) { EXPECT_TRUE(chooseOperatorTable(Version)) << Version; }
  ~ChosenTable() { chooseOperatorTable(Before); }
  std::string_view Before = operatorTableVersion();
};

TEST(Operators, tables) {
  const std::vector<std::string_view> Tables = operatorTables();
  ASSERT_GE(Tables.size(), 4u);
  EXPECT_EQ(operatorTableVersion(), Tables.back()) << "the newest";
  for (std::string_view Version : Tables) {
    const ChosenTable T(Version);
    EXPECT_EQ(operatorTableVersion(), Version);
    EXPECT_GT(allOperators().size(), 2700u);
    EXPECT_TRUE(std::ranges::is_sorted(allOperators(), {}, &OperatorOverload::Base));
    EXPECT_EQ(ruleOf("mm"), DeviceRule::Same);
    EXPECT_EQ(ruleOf("add", "Tensor"), DeviceRule::Iterator);
  }
}

TEST(Operators, tables_differ) {
  {
    const ChosenTable T("2.1.2");
    EXPECT_TRUE(findOperator("rms_norm").empty());
  }
  const ChosenTable T("2.13");
  EXPECT_FALSE(findOperator("rms_norm").empty());
}

TEST(Operators, versions) {
  EXPECT_TRUE(hasOperatorTable("2.13"));
  EXPECT_TRUE(hasOperatorTable("2.13.1+cpu"));
  for (std::string_view Text : {"", "2", "2.", "2.x", "x", "1.0", "2.13x", "99.1"})
    EXPECT_FALSE(hasOperatorTable(Text)) << Text;
  const std::string_view Before = operatorTableVersion();
  EXPECT_FALSE(chooseOperatorTable("main"));
  EXPECT_EQ(operatorTableVersion(), Before);
  const ChosenTable Older("2.12.1"); // the newest that is not newer
  EXPECT_EQ(operatorTableVersion(), "2.6.0");
  const ChosenTable Oldest("1.8.0");
  EXPECT_EQ(operatorTableVersion(), operatorTables().front());
}

TEST(Operators, rules_of_the_yaml) {
  EXPECT_EQ(ruleOf("add", "Tensor"), DeviceRule::Iterator);
  EXPECT_EQ(ruleOf("add_", "Tensor"), DeviceRule::Iterator);
  EXPECT_EQ(ruleOf("mm"), DeviceRule::Same);
  EXPECT_EQ(ruleOf("addmm"), DeviceRule::Same);
  EXPECT_EQ(ruleOf("index_select"), DeviceRule::Same);
  EXPECT_EQ(ruleOf("clamp", "Tensor"), DeviceRule::Same);
  EXPECT_EQ(ruleOf("relu"), DeviceRule::Any);
}

TEST(Operators, composites_demand_what_their_callees_do) {
  for (std::string_view Name : {"matmul", "cat", "stack", "embedding", "cross_entropy_loss", "batch_norm", "layer_norm",
                                "scaled_dot_product_attention"})
    EXPECT_EQ(ruleOf(Name), DeviceRule::Same) << Name;
  EXPECT_EQ(ruleOf("conv2d"), DeviceRule::Same);
  EXPECT_EQ(ruleOf("lstm", "input"), DeviceRule::Same);
  EXPECT_EQ(ruleOf("linear"), DeviceRule::Iterator);
  EXPECT_EQ(ruleOf("mse_loss"), DeviceRule::Iterator);
}

TEST(Operators, exceptions) {
  EXPECT_EQ(ruleOf("where", "self"), DeviceRule::IteratorScalars);
  EXPECT_EQ(ruleOf("addcdiv"), DeviceRule::IteratorStrict);
  EXPECT_EQ(ruleOf("addcmul"), DeviceRule::Iterator);
  EXPECT_EQ(ruleOf("index", "Tensor"), DeviceRule::Index);
  EXPECT_EQ(ruleOf("index_put_"), DeviceRule::Index);
  EXPECT_EQ(placeOf(*overload("index_put_", ""), "indices"), OperandPlace::Free);
  EXPECT_EQ(placeOf(*overload("masked_fill", "Tensor"), "value"), OperandPlace::Copied);
  EXPECT_EQ(placeOf(*overload("masked_fill", "Tensor"), "mask"), OperandPlace::Meets);
  EXPECT_EQ(placeOf(*overload("_pack_padded_sequence", ""), "lengths"), OperandPlace::Cpu);
  EXPECT_EQ(ruleOf("_foreach_add", "List"), DeviceRule::Elementwise);
  EXPECT_EQ(ruleOf("margin_ranking_loss"), DeviceRule::CpuScalars);
  EXPECT_EQ(ruleOf("abs", "out"), DeviceRule::IteratorStrict) << "the builder of unary operators lets no scalar in";
  EXPECT_EQ(placeOf(*overload("_fused_adam_", "tensor_lr"), "lr"), OperandPlace::Free);
  EXPECT_EQ(placeOf(*overload("pin_memory", ""), "self"), OperandPlace::Cpu);
  EXPECT_EQ(placeOf(*overload("lstm", "data"), "batch_sizes"), OperandPlace::Cpu);
  EXPECT_EQ(ruleOf("copy_"), DeviceRule::Any);
  EXPECT_EQ(ruleOf("expand_as"), DeviceRule::Any);
}

TEST(Operators, results) {
  EXPECT_EQ(overload("add", "Tensor")->Result, ResultRule::Common);
  EXPECT_EQ(overload("add_", "Tensor")->Result, ResultRule::First);
  EXPECT_EQ(overload("zeros", "")->Result, ResultRule::Factory);
  EXPECT_EQ(overload("zeros_like", "")->Result, ResultRule::Like);
  EXPECT_EQ(overload("item", "")->Result, ResultRule::HostValue);
  EXPECT_EQ(overload("equal", "")->Result, ResultRule::HostValue);
  EXPECT_EQ(overload("view", "")->Result, ResultRule::First);
  EXPECT_EQ(overload("index", "Tensor")->Result, ResultRule::First);
  EXPECT_EQ(overload("add", "out")->Result, ResultRule::Out);
  EXPECT_EQ(overload("pin_memory", "")->Result, ResultRule::Cpu);
}

TEST(Operators, parameters) {
  const OperatorOverload &O = *overload("add", "out");
  ASSERT_EQ(O.Params.size(), 4u);
  EXPECT_EQ(O.Params[0].Name, "self");
  EXPECT_EQ(O.Params[1].Kind, OperandKind::Tensor);
  EXPECT_TRUE(O.Params[2].KeywordOnly && O.Params[2].HasDefault);
  EXPECT_TRUE(O.Params[3].IsOut);
  EXPECT_EQ(overload("cat", "")->Params[0].Kind, OperandKind::TensorList);
  EXPECT_EQ(overload("index", "Tensor")->Params[1].Kind, OperandKind::OptionalTensorList);
}

TEST(Operators, syntax) {
  EXPECT_EQ(operatorForSyntax("+"), "add");
  EXPECT_EQ(operatorForSyntax("+="), "add_");
  EXPECT_EQ(operatorForSyntax("@"), "matmul");
  EXPECT_EQ(operatorForSyntax("[]"), "index");
  EXPECT_EQ(operatorForSyntax("=="), "eq");
  EXPECT_EQ(operatorForSyntax("and"), "");
  EXPECT_EQ(operatorForSyntax("<<"), "bitwise_left_shift");
  EXPECT_EQ(operatorForSyntax(""), "");
  for (std::string_view Text : {"+",   "-",  "*",   "/",  "//",  "%",  "**", "@",  "&",   "|",   "^",  "<",  "<=",
                                "==",  "!=", ">",   ">=", "neg", "~",  "!",  "[]", "[]=", "+=",  "-=", "*=", "/=",
                                "//=", "%=", "**=", "@=", "&=",  "|=", "^=", "<<", ">>",  "<<=", ">>="})
    EXPECT_FALSE(findOperator(operatorForSyntax(Text)).empty()) << Text;
}

TEST(Operators, functions) {
  EXPECT_EQ(operatorForFunction("at::matmul"), "matmul");
  EXPECT_EQ(operatorForFunction("torch.matmul"), "matmul");
  EXPECT_EQ(operatorForFunction("torch.Tensor.add_"), "add_");
  EXPECT_EQ(operatorForFunction("torch.nn.functional.cross_entropy"), "cross_entropy_loss");
  EXPECT_EQ(operatorForFunction("torch::nn::functional::linear"), "linear");
  EXPECT_EQ(operatorForFunction("torch.nn.utils.rnn.pack_padded_sequence"), "_pack_padded_sequence");
  EXPECT_EQ(operatorForFunction("torch::linalg::solve"), "linalg_solve");
  EXPECT_EQ(operatorForFunction("torch.fft.rfft"), "fft_rfft");
  EXPECT_EQ(operatorForFunction("at::add_out"), "add");
  EXPECT_EQ(operatorForFunction("my::matmul"), "");
  EXPECT_EQ(operatorForFunction("matmul"), "");
  EXPECT_EQ(operatorForFunction("torch::nothing"), "");
}

TEST(OperatorsText, describes_for_people) {
  EXPECT_EQ(describeOperator("addcdiv"),
            "addcdiv.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value, Tensor out (out))\n"
            "  operands   'self', 'tensor1', 'tensor2' and 'out' on one device\n"
            "  0-dim      no exemption: a 0-dim tensor has to be there, too\n"
            "  result     in the out argument\n"
            "  source     executed: builder without allow_cpu_scalars\n"
            "\n"
            "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value)\n"
            "  operands   'self', 'tensor1' and 'tensor2' on one device\n"
            "  0-dim      no exemption: a 0-dim tensor has to be there, too\n"
            "  result     where the operands meet\n"
            "  source     executed: builder without allow_cpu_scalars\n");
  EXPECT_THAT(describeOperator("masked_fill.Tensor"),
              HasSubstr("'value' on the CPU, or on any device if the others are on an accelerator"));
  EXPECT_EQ(describeOperator("torch.add"), describeOperator("add"));
  EXPECT_EQ(describeOperator("aten::add"), describeOperator("add"));
  EXPECT_EQ(describeOperator("no such"), "");
}

TEST(OperatorsText, knows_the_spellings_of_people) {
  const std::string Add = describeOperator("add"), One = describeOperator("add.Tensor");
  for (const char *Name : {"aten.add", "torch.ops.aten.add", "Tensor.add", "torch.Tensor.add", "at::_ops::add"})
    EXPECT_EQ(describeOperator(Name), Add) << Name;
  for (const char *Name : {"aten.add.Tensor", "torch.ops.aten.add.Tensor", "aten::add.Tensor", "torch.add.Tensor"})
    EXPECT_EQ(describeOperator(Name), One) << Name;
  EXPECT_EQ(describeOperator("F.cross_entropy"), describeOperator("cross_entropy_loss"));
  EXPECT_NE(describeOperator("F.cross_entropy"), "");
}

TEST(OperatorsText, tells_of_operands_that_have_their_own_places) {
  EXPECT_THAT(describeOperator("index.Tensor"), HasSubstr("\n  operands   'self' wherever it is\n"
                                                          "  exception  'indices' on the CPU, or where 'self' is\n"));
  EXPECT_THAT(describeOperator("index_put"), HasSubstr("\n  operands   'self' and 'values' on one device\n"
                                                       "  0-dim      a 0-dim value may be on any device\n"
                                                       "  exception  'indices' on any device\n"));
  EXPECT_THAT(describeOperator("pin_memory"), HasSubstr("\n  operands   'self' on the CPU\n"));
  EXPECT_THAT(describeOperator("to.other"), HasSubstr("\n  result     with the second tensor operand\n"));
}

TEST(OperatorsText, json) {
  EXPECT_EQ(operatorsAsJson("no such"), "");
  EXPECT_EQ(operatorsAsJson("add_.Scalar"),
            "{\"name\":\"add_.Scalar\",\"rule\":\"any\",\"result\":\"first\",\"operands\":["
            "{\"name\":\"self\",\"kind\":\"Tensor\",\"place\":\"meets\",\"out\":false},"
            "{\"name\":\"other\",\"kind\":\"Scalar\",\"place\":\"meets\",\"out\":false},"
            "{\"name\":\"alpha\",\"kind\":\"Scalar\",\"place\":\"meets\",\"out\":false}],"
            "\"inPlace\":true,\"source\":\"one tensor\",\"cases\":[]}");
  const std::string All = operatorsAsJson();
  EXPECT_EQ(std::ranges::count(All, '\n'), static_cast<long>(allOperators().size()) - 1);
}

} // namespace
