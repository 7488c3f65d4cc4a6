//===- Ranks.cpp - Dimensions of what factories and operators give --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Ranks.h"
#include "knowledge/Layers.h"
#include "knowledge/Names.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::DeviceRule;

namespace {

enum class Shape : uint8_t {
  Same,     ///< of the first operand, or of the largest for pointwise operators
  Reduces,  ///< 0-dim without a dim argument, one dimension less with it
  Loses,    ///< maybe none is left
  Squeezes, ///< one less or none less, if a dimension is named
  Selects,  ///< one dimension less
  Adds,     ///< one more
  Sized,    ///< as many as size arguments
  Joins,    ///< one more than what is joined
  Vector,   ///< one
  Follows,  ///< of the second operand
  Multiply, ///< matmul
  Matrix,   ///< two
  Stacked,  ///< two, or more
  Batch,    ///< three
  Keeps,    ///< of the first operand, whatever the others are
  Equation, ///< as the equation says
};

Shape shapeOf(llvm::StringRef Name) {
  return llvm::StringSwitch<Shape>(Name)
      .Cases({"sum", "mean", "prod", "std", "var", "norm", "nansum", "nanmean"}, Shape::Reduces)
      .Cases({"max", "min", "argmax", "argmin", "median", "all", "any"}, Shape::Reduces)
      .Cases({"amax", "amin", "nanmedian", "quantile", "nanquantile", "count_nonzero"}, Shape::Reduces)
      .Cases({"logsumexp", "special_logsumexp"}, Shape::Reduces)
      .Cases({"cosine_similarity", "pairwise_distance", "linalg_vecdot"}, Shape::Reduces)
      .Cases({"select", "diagonal"}, Shape::Selects)
      .Case("squeeze", Shape::Squeezes)
      .Cases({"trace", "det", "logdet", "slogdet", "linalg_det", "linalg_norm"}, Shape::Loses)
      .Cases({"linalg_vector_norm", "linalg_matrix_norm", "dist", "dot", "vdot", "inner"}, Shape::Loses)
      .Cases({"linalg_multi_dot", "chain_matmul", "frobenius_norm"}, Shape::Loses)
      .Case("einsum", Shape::Equation)
      .Cases({"tensordot", "take", "nuclear_norm", "bilinear", "sum_to_size"}, Shape::Loses)
      .Cases({"linalg_cond", "linalg_matrix_rank", "linalg_slogdet", "cov", "corrcoef"}, Shape::Loses)
      .Cases({"std_mean", "var_mean", "aminmax", "trapezoid", "trapz"}, Shape::Loses)
      .Cases({"unsqueeze", "one_hot", "unfold"}, Shape::Adds)
      // What stands for several tensors has one dimension more than each.
      .Cases({"chunk", "split", "split_with_sizes", "tensor_split", "hsplit", "vsplit", "dsplit"}, Shape::Adds)
      .Cases({"unbind", "mode", "kthvalue"}, Shape::Keeps)
      .Cases({"view", "reshape", "expand", "permute", "repeat", "tile", "broadcast_to"}, Shape::Sized)
      .Case("stack", Shape::Joins)
      .Cases({"flatten", "ravel", "masked_select", "nonzero", "bincount", "diag", "histc"}, Shape::Vector)
      .Cases({"expand_as", "view_as", "reshape_as", "searchsorted"}, Shape::Follows)
      .Cases({"matmul", "mv"}, Shape::Multiply)
      .Cases({"mm", "addmm", "outer", "argwhere", "diagflat"}, Shape::Matrix)
      .Cases({"t", "cdist", "vstack", "meshgrid"}, Shape::Stacked)
      .Cases({"bmm", "baddbmm"}, Shape::Batch)
      .Cases({"cat", "concat", "concatenate", "hstack", "linear", "layer_norm"}, Shape::Keeps)
      .Cases({"batch_norm", "instance_norm", "group_norm", "gather", "index_select"}, Shape::Keeps)
      .Cases({"index_add", "index_copy", "index_fill", "scatter", "scatter_add"}, Shape::Keeps)
      .Cases({"scatter_reduce", "masked_fill", "masked_scatter"}, Shape::Keeps)
      .Cases({"softmax", "log_softmax", "cumsum", "cumprod", "flip", "roll", "dropout"}, Shape::Keeps)
      .Cases({"topk", "sort", "cummax", "cummin"}, Shape::Adds)
      .Default(Shape::Same);
}

bool isLoss(llvm::StringRef Name) {
  return Name.ends_with("_loss") || Name == "cross_entropy" || Name == "binary_cross_entropy" ||
         Name == "binary_cross_entropy_with_logits" || Name == "kl_div" || Name == "nll_loss_nd";
}

/// Gives values and indices where it reduces one dimension, and values alone where it reduces all.
bool givesIndices(llvm::StringRef Name) {
  return Name == "max" || Name == "min" || Name == "median" || Name == "nanmedian";
}

bool isNumber(const Value &V) { return V.isInt() || V.is(Value::Kind::Number); }

const knowledge::Callable *madeBy(const ir::Inst *D) {
  return D && D->Kind == InstKind::Call ? knowledge::findFunction({D->Name.data(), D->Name.size()}) : nullptr;
}

/// How many elements a tuple or a list that is written there has.
std::optional<unsigned> sizeOfDisplay(const ir::Function &F, const Operand &O) {
  if (O.V.is(Value::Kind::Tuple))
    return O.V.Elements->size();
  const ir::Inst *D = F.definition(O.A->Value);
  // torch.Size([2, 3])
  for (const knowledge::Callable *C = madeBy(D); C && C->Kind == knowledge::Action::NewContainer; C = madeBy(D)) {
    if (D->Args.size() != 1)
      return D->Args.empty() ? std::optional(0U) : std::nullopt;
    D = F.definition(D->Args[0].Value);
  }
  bool Display = D && (D->Kind == InstKind::MakeList || D->Kind == InstKind::MakeTuple);
  if (!Display || llvm::any_of(D->Args, [](const ir::Arg &A) { return !A.Keyword.empty(); }))
    return std::nullopt;
  return D->Args.size();
}

/// True for what the function also makes a layer of, which takes numbers: `nn.Linear(n, dim)` beside torch.tensor(dim).
bool isSizeOfLayer(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != InstKind::Call)
      return false;
    const llvm::StringRef Name = Prog.Types.canonical(I.Name);
    if (!knowledge::isMadeOfNumbers({Name.data(), Name.size()}))
      return false;
    return llvm::any_of(llvm::ArrayRef(I.Args).take_front(2),
                        [&](const ir::Arg &A) { return A.Value == V && A.Keyword.empty(); });
  });
}

bool isArray(llvm::StringRef Function) { return knowledge::makesArray({Function.data(), Function.size()}); }

/// np.array(2.0), np.zeros(())
bool isArrayOfOne(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (!D || D->Kind != InstKind::Call || !isArray(D->Name) || D->Args.empty() || !D->Args[0].Keyword.empty())
    return false;
  const Value &Given = Values[D->Args[0].Value.index()];
  if (D->Name.ends_with("array"))
    return Given.isNumericConstant() || (Given.is(Value::Kind::Number) && !Given.IsText && !Given.Path && !Given.Obj);
  return Given.is(Value::Kind::Tuple) && Given.Elements->empty();
}

/// Dimensions of a nested display: [[1, 2], [3, 4]] has two.
Rank depthOf(const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  const ir::Inst *D = F.definition(V);
  if (!D || Depth > 8)
    return Rank::Unknown;
  // [x] * 3, [x] + [y]
  if (D->Kind == InstKind::Op && (D->Name == "*" || D->Name == "+"))
    for (const ir::Arg &A : D->Args)
      if (Rank R = depthOf(F, A.Value, Depth + 1); R.isPositive())
        return R;
  // An array is hardly ever one number.
  if (D->Kind == InstKind::Call &&
      (llvm::is_contained({"list", "range", "sorted", "tuple"}, D->Name) || isArray(D->Name)))
    return Rank::AtLeastOne;
  if (D->Kind != InstKind::MakeList && D->Kind != InstKind::MakeTuple)
    return D->Kind == InstKind::Const ? Rank::Zero : Rank::Unknown;
  return D->Args.empty() ? Rank::AtLeastOne : depthOf(F, D->Args[0].Value, Depth + 1).plus(1);
}

/// `x.tolist()`, `x.numpy()`: what is read of all of a tensor has its dimensions.
std::optional<Rank> ofHostValues(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  const knowledge::Callable *C =
      D && D->Kind == InstKind::Invoke
          ? knowledge::findMethod(knowledge::Receiver::Tensor, {D->Name.data(), D->Name.size()})
          : nullptr;
  if (!C || (C->Canonical != "tolist" && C->Canonical != "numpy"))
    return std::nullopt;
  const Value &Of = Values[D->Args[0].Value.index()];
  return Of.isTensor() ? std::optional(Of.rank()) : std::nullopt;
}

/// No size that somebody gives is called so.
bool isScalarType(llvm::StringRef Name) { return knowledge::isScalarType({Name.data(), Name.size()}); }

bool isTypeOfElements(const Program &Prog, const ir::Function &F, const ir::Arg &A) {
  const ir::Inst *D = F.definition(A.Value);
  if (A.Keyword == "dtype" || !D)
    return A.Keyword == "dtype";
  if (D->Kind == InstKind::GetField || D->Kind == InstKind::Invoke)
    return llvm::is_contained({"dtype", "scalar_type", "toScalarType"}, D->Name);
  const llvm::StringRef Name = D->Kind == InstKind::GetGlobal ? Prog.Types.canonical(D->Name) : llvm::StringRef();
  return knowledge::isDtype({Name.data(), Name.size()}) || isScalarType(Name);
}

/// True if what stands there is written out: a number, or a list of sizes.
bool saysSize(const ir::Function &F, const ir::Arg &A) {
  const ir::Inst *D = F.definition(A.Value);
  return !A.Keyword.empty() ||
         (D && llvm::is_contained({InstKind::Const, InstKind::MakeList, InstKind::MakeTuple, InstKind::Op}, D->Kind));
}

/// What x.view(torch.int32) has, which takes the same elements for others, where x has First. Of a number nobody knows
/// whether x.view(d) is given a size or a type. Nothing if A is a size.
std::optional<Rank> ofTypeView(const Program &Prog, const ir::Function &F, const ir::Arg &A, Rank First) {
  if (isTypeOfElements(Prog, F, A))
    return First;
  return First.isZero() && !saysSize(F, A) ? std::optional(Rank(Rank::Unknown)) : std::nullopt;
}

/// Of "ij,jk->ik": how many indices stand behind the arrow.
Rank rankOfEquation(const Value &Equation) {
  if (!Equation.isString() || !llvm::StringRef(Equation.Const.Text).contains("->"))
    return Rank::Unknown;
  llvm::StringRef Result = llvm::StringRef(Equation.Const.Text).split("->").second.trim();
  return Result.empty() ? Rank::Zero : Rank::atLeast(static_cast<int>(llvm::count_if(Result, llvm::isAlpha)));
}

} // namespace

bool Ranks::keeps(llvm::StringRef Operator) {
  const Shape S = shapeOf(Operator);
  return S == Shape::Same || S == Shape::Keeps;
}

/// What x.Name has, an attribute of a tensor: of several results in one value, each has one dimension less.
Rank Ranks::ofAttribute(llvm::StringRef Name, Rank Of) {
  return Name == "values" || Name == "indices" ? Of.plus(-1) : Of;
}

/// The rank that size arguments give, from the one at First on: (2, 3), ((2, 3),), ([2, 3],), (size=(2, 3)).
Rank Ranks::ofSizes(llvm::ArrayRef<Operand> Operands, unsigned First) const {
  llvm::SmallVector<const Operand *, 4> Sizes;
  for (const Operand &O : Operands.drop_front(std::min<size_t>(First, Operands.size())))
    if (llvm::is_contained({"", "size", "shape", "dims", "sizes"}, O.A->Keyword))
      Sizes.push_back(&O);
  const bool Starred = llvm::any_of(Operands, [](const Operand &O) { return O.A->Keyword.starts_with("*"); });
  if (Sizes.size() != 1)
    return Starred || Sizes.empty() ? Rank::atLeast(static_cast<int>(Sizes.size()))
                                    : Rank::exactly(static_cast<int>(Sizes.size()));
  const Operand &O = *Sizes[0];
  if (isNumber(O.V))
    return O.V.isInt() && !Starred ? Rank::exactly(1) : Rank::AtLeastOne;
  std::optional<unsigned> Count = sizeOfDisplay(F, O);
  // A shape that comes from somewhere is hardly ever ().
  return Count ? Rank::exactly(static_cast<int>(*Count)) : Rank::AtLeastOne;
}

Rank Ranks::ofFactory(llvm::StringRef Name, llvm::ArrayRef<Operand> Operands) const {
  if (Name == "scalar_tensor")
    return Rank::Zero;
  static constexpr llvm::StringLiteral Rows[] = {"arange", "range", "linspace", "logspace", "randperm"};
  if (llvm::is_contained(Rows, Name) || Name.ends_with("_window"))
    return Rank::exactly(1);
  if (Name == "eye" || Name == "tril_indices" || Name == "triu_indices")
    return Rank::atLeast(2);
  const Operand *First = llvm::find_if(
      Operands, [](const Operand &O) { return O.A && llvm::is_contained({"", "data", "obj"}, O.A->Keyword); });
  if (First == Operands.end()) {
    const Rank Sizes = ofSizes(Operands, 0);
    // Nor is a shape that is spread: `torch.rand(*x.shape)`.
    const bool IsSpread = llvm::any_of(Operands, [](const Operand &O) { return O.A && O.A->Keyword == "*"; });
    return IsSpread && !Name.ends_with("tensor") && !Sizes.isPositive() ? Rank::AtLeastOne : Sizes;
  }
  const Value &V = First->V;
  if (isArrayOfOne(F, Values, First->A->Value))
    return Rank::Zero;
  if (Name == "from_blob" && Operands.size() > 1)
    return ofSizes(Operands[1], 0);
  // An object of another class may be a number: numpy.floating.
  const bool IsList = V.is(Value::Kind::Object) && Prog.Types.isContainer(Objects[V.Obj.index()].Class);
  // Legacy constructors, torch.FloatTensor, take a list of values or sizes.
  if (Name == "tensor" || Name == "as_tensor" || Name == "asarray" || (Name.ends_with("Tensor") && IsList)) {
    const Rank Depth = depthOf(F, First->A->Value);
    if (IsList || V.is(Value::Kind::Tuple) || Depth.isPositive())
      return Depth.isPositive() ? Depth : Rank::AtLeastOne;
    if (const std::optional<Rank> Read = ofHostValues(F, Values, First->A->Value))
      return *Read;
    if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || isSizeOfLayer(Prog, F, First->A->Value))
      return Rank::Zero;
    return V.isTensor() || V.is(Value::Kind::Symbolic) ? V.rank() : Rank::Unknown;
  }
  Rank Sizes = Rank::AtLeastOne;
  if (llvm::is_contained({"empty", "ones", "rand", "randn", "zeros"}, Name))
    Sizes = ofSizes(Operands, 0);
  else if (Name == "full" || Name == "randint" || Name == "normal")
    for (const Operand &O : Operands.drop_front(Name == "randint"))
      if (!isNumber(O.V)) {
        Sizes = ofSizes(O, 0);
        break;
      }
  if (Sizes.isZero() || Sizes.isPositive())
    return Sizes;
  // A size that is held in a variable is hardly ever empty.
  const ir::Inst *D = F.definition(First->A->Value);
  bool Empty = D && (D->Kind == InstKind::MakeList || D->Kind == InstKind::MakeTuple) && D->Args.empty();
  return Empty ? Rank::Zero : Rank::AtLeastOne;
}

Rank Ranks::ofIndexed(Rank Indexed, llvm::ArrayRef<Operand> Indices) const {
  const auto KeepsOne = [&](const Operand &O) {
    const ir::Inst *D = F.definition(O.A->Value);
    return D && D->isSlice();
  };
  // x[:, i] has the dimension that the slice keeps, whatever i is.
  const int Sliced = static_cast<int>(llvm::count_if(Indices, KeepsOne));
  int Kept = 0;
  for (const Operand &O : Indices) {
    const bool IsSlice = KeepsOne(O);
    // What nobody knows may be a slice, too.
    if (!IsSlice && !O.V.isInt() && !O.V.is(Value::Kind::Number) && !O.V.isNone())
      Indexed = Indexed.orMore();
    if (O.V.isNone())
      ++Kept;
    else if (O.V.isTensor() || O.V.is(Value::Kind::Object))
      // A mask of n dimensions replaces n by one, integers replace one by their own.
      return O.V.isTensor() && !O.V.Dim.isPositive() ? Rank::atLeast(Sliced) : Rank::AtLeastOne;
    else if (!IsSlice) // that keeps its dimension
      --Kept;
  }
  const Rank Left = Indexed.isZero() ? Rank::atLeast(Kept) : Indexed.plus(Kept);
  return Left.least() < Sliced ? Rank::atLeast(Sliced) : Left;
}

/// Of sum(x), sum(x, 0), x.sum(dim=(0, 1), keepdim=True).
Rank Ranks::ofReduced(llvm::StringRef Name, Rank Reduced, llvm::ArrayRef<Operand> Operands) const {
  unsigned DimPosition = Name == "norm" || Name.ends_with("quantile") ? 2 : 1; // behind p, q
  const Operand *Dim = nullptr;
  unsigned Position = 0;
  for (const Operand &O : Operands) {
    if (O.A->Keyword == "keepdim" && O.V.truth() == true)
      return givesIndices(Name) ? Reduced.plus(1) : Reduced;
    if (O.A->Keyword == "keepdim" || Position > DimPosition)
      Reduced = Reduced.orMore();
    bool IsDim = O.A->Keyword.empty() ? Position++ == DimPosition : O.A->Keyword == "dim" || O.A->Keyword == "axis";
    if (IsDim)
      Dim = &O;
  }
  if (!Dim || Dim->V.isNone())
    return Rank::Zero;
  // Both in one value, which has one dimension more than each.
  if (givesIndices(Name))
    return Reduced;
  if (isNumber(Dim->V))
    return Reduced.plus(-1);
  std::optional<unsigned> Count = sizeOfDisplay(F, *Dim);
  return Count ? Reduced.plus(-static_cast<int>(*Count)) : Rank::Unknown;
}

namespace {
/// What the dimensions of operands are between.
struct RankRange {
  int Fewest, Most;
  Rank Largest;
};
} // namespace

static RankRange rangeOf(llvm::ArrayRef<Side> Sides) {
  RankRange R{Sides[0].Dim.least(), 0, Sides[0].Dim};
  for (const Side &X : Sides) {
    R.Most = std::max(R.Most, X.Dim.least());
    R.Fewest = std::min(R.Fewest, X.Dim.least());
    R.Largest = R.Largest.larger(X.Dim);
  }
  return R;
}

static bool isElementwise(DeviceRule Rule) {
  return Rule == DeviceRule::Iterator || Rule == DeviceRule::IteratorStrict || Rule == DeviceRule::IteratorScalars;
}

/// What an operator gives whose name says nothing.
static Rank ofMeeting(llvm::ArrayRef<Side> Sides, DeviceRule Rule) {
  const auto [Fewest, Most, Largest] = rangeOf(Sides);
  // Numbers give a number: torch.complex(torch.tensor(0.), torch.tensor(1.)).
  if (Rule == DeviceRule::Same && Sides.size() > 1)
    return Largest.isZero() ? Largest : Rank::atLeast(std::max(1, Fewest));
  return Sides.size() > 1 ? Rank::atLeast(std::min(Most, 1)) : Sides[0].Dim.orMore();
}

static bool comparesVectors(llvm::StringRef Name) {
  return Name == "cosine_similarity" || Name == "pairwise_distance" || Name == "linalg_vecdot";
}

/// Of cosine_similarity(x, y), pairwise_distance(x, y, keepdim=True), where Largest is that of the larger one.
static Rank ofPairs(Rank Largest, llvm::ArrayRef<Operand> Operands) {
  const Operand *Keeps = llvm::find_if(Operands, [](const Operand &O) { return O.A->Keyword == "keepdim"; });
  if (Keeps == Operands.end())
    return Largest.plus(-1);
  return Keeps->V.truth() == true ? Largest : Largest.orMore().plus(-1);
}

Rank Ranks::ofResult(llvm::StringRef Name, const ir::Inst &I, llvm::ArrayRef<Operand> Operands,
                     llvm::ArrayRef<Side> Sides, DeviceRule Rule) const {
  if (Sides.empty())
    return Rank::Unknown;
  Rank First = Sides[0].Dim;
  if (I.Kind == InstKind::GetItem)
    return ofIndexed(First, Operands.drop_front());
  const auto [Fewest, Most, Largest] = rangeOf(Sides);
  if (isLoss(Name))
    return I.findKeyword("reduction") ? Rank::Unknown : Rank::Zero;
  switch (shapeOf(Name)) {
  case Shape::Reduces:
    if (Sides.size() > 1) // max(a, b) compares elements
      return comparesVectors(Name) ? ofPairs(Largest, Operands) : Largest;
    return ofReduced(Name, First, Operands);
  case Shape::Selects:
    return First.plus(-1);
  case Shape::Loses:
    return Rank::Unknown;
  case Shape::Squeezes:
    return Operands.size() > 1 && (Operands[1].V.isInt() || Operands[1].V.is(Value::Kind::Number))
               ? First.orMore().plus(-1)
               : Rank::Unknown;
  case Shape::Keeps:
    // Nothing without a dimension is concatenated.
    return Name.starts_with("cat") || Name.starts_with("concat") || Name == "hstack" ? First.larger(Rank::AtLeastOne)
                                                                                     : First;
  case Shape::Equation:
    return rankOfEquation(Operands[0].V);
  case Shape::Adds:
    return First.plus(1);
  case Shape::Sized:
    if (std::optional<Rank> Viewed =
            Name == "view" && I.Args.size() == 2 ? ofTypeView(Prog, F, I.Args[1], First) : std::nullopt)
      return *Viewed;
    return Name == "tile" ? ofSizes(Operands, 1).orMore() : ofSizes(Operands, 1);
  case Shape::Joins:
    return Rank::atLeast(Fewest + 1);
  case Shape::Vector:
    return (Name == "flatten" && Operands.size() == 1) || Name == "ravel" ? Rank::exactly(1) : Rank::AtLeastOne;
  case Shape::Follows:
    return Operands.size() > 1 ? Operands[1].V.Dim : Rank::Unknown;
  case Shape::Multiply:
    // A vector takes the last dimension of what it meets, a matrix none.
    if (Sides.size() != 2)
      return Rank::Unknown;
    return Fewest >= 1 ? Rank::atLeast(Most >= 2 ? Fewest : 0) : First.plus(-1).larger(Rank::Unknown);
  case Shape::Matrix:
    return Rank::exactly(2);
  case Shape::Stacked:
    return Name == "t" && First.isZero() ? First : Rank::atLeast(2);
  case Shape::Batch:
    return Rank::exactly(3);
  case Shape::Same:
    break;
  }
  // 2 ** x
  if (Sides.size() == 1 && Name == "pow")
    return First;
  return isElementwise(Rule) ? Largest : ofMeeting(Sides, Rule);
}

} // namespace devtidy::dataflow
