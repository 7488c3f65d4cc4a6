//===- Names.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Names.h"
#include "knowledge/Device.h"
#include "knowledge/MethodNames.h"
#include "knowledge/NameTable.h"
#include "knowledge/Operators.h"
#include <algorithm>
#include <string>

using namespace devtidy::knowledge;

static constexpr Callable Functions[] = {
#define FUNCTION(NAME, KIND, CANONICAL, PARAMS) {NAME, Action::KIND, CANONICAL, PARAMS},
#include "knowledge/Functions.def"
};
static constexpr NameIndex FunctionIndex(Functions, [](const Callable &C) { return C.Name; });

static constexpr Method Methods[] = {
#define METHOD(RECEIVER, NAME, KIND, CANONICAL, PARAMS) {Receiver::RECEIVER, {NAME, Action::KIND, CANONICAL, PARAMS}},
#include "knowledge/Methods.def"
};
static constexpr NameIndex MethodIndex(Methods, [](const Method &M) { return M.What.Name; });

static constexpr ClassInfo Classes[] = {
#define CLASS(NAME, KIND, PARAMS) {NAME, ClassKind::KIND, PARAMS},
#include "knowledge/Classes.def"
};
static constexpr NameIndex ClassIndex(Classes, [](const ClassInfo &C) { return C.Name; });

std::span<const Callable> devtidy::knowledge::allFunctions() { return Functions; }
std::span<const Method> devtidy::knowledge::allMethods() { return Methods; }
std::span<const ClassInfo> devtidy::knowledge::allClasses() { return Classes; }

/// A name of the program's own backend in the tables' words: "privateuseone" of "dipu", "is_privateuseone" of
/// "is_dipu", "torch.privateuseone.is_available" of "torch.dipu.is_available". "" for other names.
static std::string withoutBackend(std::string_view Name) {
  const std::string_view Own = privateBackend();
  if (Own.empty())
    return {};
  for (const std::string_view Before : {"", "is_", "torch."}) {
    if (!Name.starts_with(Before) || !Name.substr(Before.size()).starts_with(Own))
      continue;
    const std::string_view After = Name.substr(Before.size() + Own.size());
    if (Before == "torch." ? After.starts_with('.') : After.empty())
      return std::string(Before).append("privateuseone").append(After);
  }
  return {};
}

/// What a package of PyTorch shows of one of its files, as the package calls it: "torch.nn.Conv2d" of
/// "torch.nn.modules.conv.Conv2d". "" for other names.
static std::string withoutFile(std::string_view Name) {
  const size_t Last = Name.rfind('.');
  const size_t File = Last == std::string_view::npos ? Last : Name.rfind('.', Last - 1);
  if (!Name.starts_with("torch.") || File == std::string_view::npos)
    return {};
  // Not of classes, nor of files that are private.
  if (const char First = Name[File + 1]; First == '_' || (First >= 'A' && First <= 'Z'))
    return {};
  return std::string(Name.substr(0, File)).append(Name.substr(Last));
}

const Callable *devtidy::knowledge::findFunction(std::string_view QualifiedName) {
  const Callable *Found = nullptr;
  FunctionIndex.visit(QualifiedName, [&](size_t Row) {
    if (Functions[Row].Name == QualifiedName)
      Found = &Functions[Row];
    return Found != nullptr;
  });
  if (!Found)
    if (const std::string Spelled = withoutBackend(QualifiedName); !Spelled.empty())
      return findFunction(Spelled);
  // Functions of the same name stand in several packages.
  if (!Found && (QualifiedName.starts_with("torch.nn.utils.") || QualifiedName.starts_with("torch.functional.")))
    if (const std::string Shown = withoutFile(QualifiedName); !Shown.empty())
      return findFunction(Shown);
  return Found;
}

/// Functions that give a trained model on the default device. There are hundreds of them, and they follow a scheme.
static bool makesModel(std::string_view Name) {
  auto Consume = [&](std::string_view Prefix) {
    bool Has = Name.starts_with(Prefix);
    if (Has)
      Name.remove_prefix(Prefix.size());
    return Has;
  };
  size_t Dot = Name.rfind('.');
  if (Dot == std::string_view::npos)
    return false;
  std::string_view Last = Name.substr(Dot + 1);
  if (Consume("torchvision.models."))
    return !Last.ends_with("_Weights") && !Last.starts_with("get_weight") && !Last.starts_with("list_") &&
           !Last.starts_with("get_model_") && Name.find("_Weights.") == std::string_view::npos &&
           Name != "detection.image_list.ImageList"; // holds the tensors that it is given
  // transformers.AutoModel.from_pretrained, BertForMaskedLM.from_config
  if (Consume("transformers."))
    return (Last == "from_pretrained" || Last == "from_config") &&
           (Name.find("Model") != std::string_view::npos || Name.find("For") != std::string_view::npos);
  // Pipelines and schedulers are made so, too, and are no modules.
  if (Consume("diffusers."))
    return Last == "from_pretrained" &&
           (Name.find("Model.") != std::string_view::npos || Name.starts_with("Autoencoder"));
  return false;
}

/// Classes of models: transformers.PreTrainedModel, diffusers.UNet2DModel, peft.PeftModel. What stands around them,
/// configurations, outputs, collators, is called by other words; what runs elsewhere begins with TF or Flax.
static bool isModelClass(std::string_view Name) {
  static constexpr std::string_view Packages[] = {"transformers.", "diffusers.", "peft."};
  if (std::ranges::none_of(Packages, [&](std::string_view Package) { return Name.starts_with(Package); }))
    return false;
  const std::string_view Last = Name.substr(Name.rfind('.') + 1);
  if (Last.empty() || Last[0] < 'A' || Last[0] > 'Z' || Last.starts_with("TF") || Last.starts_with("Flax") ||
      Last.starts_with("DataCollator"))
    return false;
  static constexpr std::string_view Tasks[] = {
      "ForCausalLM",      "ForConditionalGeneration", "ForImageClassification",    "ForMaskedLM",
      "ForPreTraining",   "ForQuestionAnswering",     "ForSequenceClassification", "ForTokenClassification",
      "ForMultipleChoice"};
  return Last.ends_with("Model") || Last == "ModelMixin" ||
         std::ranges::any_of(Tasks, [&](std::string_view Task) { return Last.ends_with(Task); });
}

const ClassInfo *devtidy::knowledge::findClass(std::string_view QualifiedName) {
  static constexpr ClassInfo Model = {"torch.nn.Module", ClassKind::Module, "..."};
  if (makesModel(QualifiedName) || isModelClass(QualifiedName))
    return &Model;
  const ClassInfo *Found = nullptr;
  ClassIndex.visit(QualifiedName, [&](size_t Row) {
    if (Classes[Row].Name == QualifiedName)
      Found = &Classes[Row];
    return Found != nullptr;
  });
  if (!Found)
    if (const std::string Shown = withoutFile(QualifiedName); !Shown.empty())
      return findClass(Shown);
  return Found;
}

bool devtidy::knowledge::waitsForAccelerator(const Callable &C) {
  for (std::string_view Name :
       {"synchronize", "device_synchronize", "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
        "cudaStreamQuery", "cudaEventQuery", "cudaMemcpy", "cudaMemcpy2D", "cudaFree"})
    if (C.Canonical == Name)
      return true;
  return false;
}

bool devtidy::knowledge::registersByAssignment(const ClassInfo &C) {
  bool Module = C.Kind == ClassKind::Module || C.Kind == ClassKind::StatelessModule ||
                C.Kind == ClassKind::ModuleContainer || C.Kind == ClassKind::JitModule;
  return Module && C.Name.find("::") == C.Name.npos;
}

// Names that arrays of numpy, data frames, containers, strings, modules, loggers or files have as well.
static constexpr std::string_view SharedNames =
    " T __array__ __bool__ __float__ __int__ abs add all any append apply_ argmax argmin argsort bfloat16"
    " byte char clamp clip clone clone_ conj copy copy_ corrcoef cos count cov cpu cuda cumprod cumsum"
    " data data_ptr defined device diagonal diff div dot double dtype eq equal exp explode expm1 fill_"
    " flatten float floor ge get get_device grad gt half hip histogram imag index insert is_cpu is_cuda"
    " is_meta is_pinned item items itemsize join layout le load log log10 log1p log2 lt map_ max"
    " mean median min mode mul name nbytes ndim ne neg new nonzero norm options outer pin_memory"
    " pop pow print prod product put put_ quantile ravel real record_stream rename repeat requires_grad"
    " requires_grad_ reset reshape resize resize_ retain_grad round rsub save scatter select set_"
    " set_data shape share_memory_ sign sin sizes sort split sqrt square squeeze std storage stride"
    " strides sub subtract sum swapaxes take tan tanh tile to tolist trace transpose trunc type unique"
    " update use_count values var view where xpu zero zero_ ";

bool devtidy::knowledge::movesItsInputs(const ClassInfo &C) {
  return C.Name.ends_with("CTCLoss") || C.Name.ends_with("CTCLossImpl");
}

bool devtidy::knowledge::mayBeCausalMask(const ClassInfo &C, std::string_view Keyword, unsigned Position) {
  if (C.Name == "torch.nn.TransformerEncoder")
    return Keyword == "mask" || (Keyword.empty() && Position == 2);
  if (C.Name == "torch.nn.TransformerDecoder")
    return Keyword == "tgt_mask" || (Keyword.empty() && Position == 3);
  if (C.Name == "torch.nn.Transformer")
    return Keyword == "src_mask" || Keyword == "tgt_mask" || (Keyword.empty() && (Position == 3 || Position == 4));
  return false;
}

std::string_view devtidy::knowledge::operatorOfLoss(const ClassInfo &C) {
  static constexpr std::pair<std::string_view, std::string_view> Losses[] = {
      {"HingeEmbeddingLoss", "hinge_embedding_loss"},
      {"HuberLoss", "huber_loss"},
      {"KLDivLoss", "kl_div"},
      {"L1Loss", "l1_loss"},
      {"MSELoss", "mse_loss"},
      {"PoissonNLLLoss", "poisson_nll_loss"},
      {"SmoothL1Loss", "smooth_l1_loss"},
      {"SoftMarginLoss", "soft_margin_loss"},
  };
  std::string_view Name = C.Name.substr(C.Name.find_last_of(".:") + 1);
  if (Name.ends_with("Impl"))
    Name.remove_suffix(4);
  const auto *Found = std::ranges::find(Losses, Name, [](const auto &Row) { return Row.first; });
  return Found == std::end(Losses) ? std::string_view() : Found->second;
}

bool devtidy::knowledge::testsItsTensor(const Callable &C) {
  static constexpr std::string_view Listed[] = {"numpy", "__array__", "apply_", "map_", "map2_"};
  // Libraries of Python ask the tensor for its array.
  static constexpr std::string_view Others[] = {"imageio.", "numpy.",   "matplotlib.", "pandas.",
                                                "scipy.",   "seaborn.", "sklearn.",    "soundfile."};
  const bool OfOthers = std::ranges::any_of(Others, [&](std::string_view Of) { return C.Name.starts_with(Of); });
  return OfOthers || std::ranges::find(Listed, C.Canonical) != std::ranges::end(Listed);
}

bool devtidy::knowledge::isTensorType(const Callable &C) {
  // torch.Tensor follows the default type.
  return (C.Kind == Action::CreateCpu || C.Kind == Action::CreateCuda) && C.Name.starts_with("torch.") &&
         C.Canonical.ends_with("Tensor") && C.Canonical != "Tensor";
}

bool devtidy::knowledge::movesModules(std::string_view Method) {
  const Callable *C = findMethod(Receiver::Module, Method);
  return C && (C->Kind == Action::Move || C->Kind == Action::MoveCuda || C->Kind == Action::MoveType ||
               C->Kind == Action::MoveCpu || C->Kind == Action::MoveLike);
}

bool devtidy::knowledge::comparesTensors(std::string_view Name) {
  for (std::string_view Known : {"where", "maximum", "minimum", "mul", "div", "sub", "subtract", "outer", "eq", "ne",
                                 "ge", "gt", "le", "lt", "clamp", "dot"})
    if (Name == Known)
      return true;
  return takesDimensionFirst(Name);
}

static constexpr std::string_view Dtypes =
    " bfloat16 bool cdouble cfloat chalf channels_last channels_last_3d complex128 complex32 complex64"
    " contiguous_format double float float16 float32 float64 half int int16 int32 int64 int8 long preserve_format"
    " qint32 qint8 quint2x4 quint4x2 quint8 short sparse_coo sparse_csr strided uint16 uint32 uint64 uint8 ";

bool devtidy::knowledge::isDtype(std::string_view QualifiedName) {
  if (!QualifiedName.starts_with("torch."))
    return false;
  std::string Word(" ");
  Word.append(QualifiedName.substr(6)).append(" ");
  return Dtypes.find(Word) != std::string_view::npos || QualifiedName.starts_with("torch.float8_");
}

bool devtidy::knowledge::isNumber(std::string_view QualifiedName) {
  if (QualifiedName.starts_with("math."))
    return true;
  const size_t Dot = QualifiedName.find('.');
  const std::string_view Library = QualifiedName.substr(0, Dot);
  if (Dot == std::string_view::npos || (Library != "torch" && Library != "numpy"))
    return false;
  static constexpr std::string_view Listed[] = {"e", "euler_gamma", "inf", "nan", "pi"};
  return std::ranges::find(Listed, QualifiedName.substr(Dot + 1)) != std::ranges::end(Listed);
}

bool devtidy::knowledge::asksForTracing(std::string_view QualifiedName) {
  static constexpr std::string_view Listed[] = {"torch.compiler.is_compiling", "torch.compiler.is_dynamo_compiling",
                                                "torch.compiler.is_exporting", "torch.jit.is_scripting",
                                                "torch.jit.is_tracing",        "torch.onnx.is_in_onnx_export"};
  return std::ranges::find(Listed, QualifiedName) != std::ranges::end(Listed);
}

bool devtidy::knowledge::givesNumber(std::string_view QualifiedName) {
  if (QualifiedName.starts_with("math.") || QualifiedName.starts_with("time."))
    return true;
  static constexpr std::string_view Random[] = {"betavariate", "gauss",  "getrandbits", "normalvariate",
                                                "randint",     "random", "randrange",   "uniform"};
  return QualifiedName.starts_with("random.") &&
         std::ranges::find(Random, QualifiedName.substr(7)) != std::ranges::end(Random);
}

bool devtidy::knowledge::keepsNumbers(std::string_view QualifiedName, size_t Count) {
  static constexpr std::string_view Builtin[] = {"abs", "max", "min", "pow", "round", "sum"};
  static constexpr std::string_view Numpy[] = {
      "abs",          "arccos",         "arcsin",  "arctan", "arctan2", "ceil",          "clip",
      "cos",          "cosh",           "deg2rad", "exp",    "exp2",    "expm1",         "floor",
      "log",          "log10",          "log1p",   "log2",   "max",     "maximum",       "mean",
      "min",          "minimum",        "power",   "prod",   "rad2deg", "random.normal", "random.rand",
      "random.randn", "random.uniform", "rint",    "round",  "sign",    "sin",           "sinh",
      "sqrt",         "square",         "sum",     "tan",    "tanh"};
  if (QualifiedName.starts_with("numpy.random.") && Count > (QualifiedName.starts_with("numpy.random.rand") ? 0U : 2U))
    return false;
  if (QualifiedName.starts_with("numpy."))
    return std::ranges::find(Numpy, QualifiedName.substr(6)) != std::ranges::end(Numpy);
  return std::ranges::find(Builtin, QualifiedName) != std::ranges::end(Builtin);
}

const Callable &devtidy::knowledge::factoryOfSizes() {
  static constexpr Callable Normal{
      .Name = "torch.normal", .Kind = Action::Create, .Canonical = "normal", .Params = "..."};
  return Normal;
}

bool devtidy::knowledge::isAnyTensor(std::string_view Class) {
  return Class == "torch.Tensor" || Class == "torch._tensor.Tensor";
}

bool devtidy::knowledge::isTensorAnnotation(std::string_view Name) {
  // torch.tensor is a function; who annotates with it means what it gives.
  static constexpr std::string_view Listed[] = {"torch_geometric.typing.OptTensor", "torchtyping.TensorType",
                                                "torchtyping.tensor_type.TensorType", "torch.tensor"};
  return isTensorClass(Name) || std::ranges::find(Listed, Name) != std::ranges::end(Listed);
}

bool devtidy::knowledge::isNamespace(std::string_view Class) {
  static constexpr std::string_view Listed[] = {"argparse.Namespace", "types.SimpleNamespace"};
  return std::ranges::find(Listed, Class) != std::ranges::end(Listed);
}

bool devtidy::knowledge::isSizeAttribute(std::string_view Name) { return Name == "shape" || Name == "ndim"; }

bool devtidy::knowledge::isDataAttribute(std::string_view Name) { return Name == "data"; }
bool devtidy::knowledge::mayBeMissing(std::string_view Attribute) { return Attribute == "grad"; }

bool devtidy::knowledge::makesObjects(std::string_view Method) {
  return Method == "__init__" || Method == "__new__" || Method == "__call__";
}

bool devtidy::knowledge::completesDerived(std::string_view Method) { return Method == "__init_subclass__"; }

bool devtidy::knowledge::isTensorMember(std::string_view Name) {
  return isSizeAttribute(Name) || isDataAttribute(Name) || findMethod(Receiver::Tensor, Name) ||
         !findOperator(Name).empty();
}

bool devtidy::knowledge::keepsMembers(std::string_view Name) {
  return Name == "_modules" || Name == "_parameters" || Name == "_buffers" || Name == "__dict__";
}

bool devtidy::knowledge::takesMembersByName(std::string_view Function) {
  return Function == "getattr" || Function == "vars" || Function == "dir";
}

bool devtidy::knowledge::findsByName(std::string_view Function) {
  static constexpr std::string_view Functions[] = {"__import__",
                                                   "eval",
                                                   "exec",
                                                   "fire.Fire",
                                                   "globals",
                                                   "importlib.import_module",
                                                   "runpy.run_module",
                                                   "importlib.util.module_from_spec",
                                                   "runpy.run_path",
                                                   "pkgutil.iter_modules",
                                                   "pydoc.locate",
                                                   "pkgutil.walk_packages"};
  return Function.starts_with("hydra.utils.") || std::ranges::find(Functions, Function) != std::ranges::end(Functions);
}

bool devtidy::knowledge::buildsPackage(std::string_view Function) {
  return Function == "setuptools.setup" || Function == "distutils.core.setup";
}

bool devtidy::knowledge::setsMemberByName(std::string_view Function) { return Function == "setattr"; }

bool devtidy::knowledge::restoresMembers(std::string_view Method) {
  return Method == "__setstate__" || Method == "__setattr__" || Method == "__deepcopy__" || Method == "__copy__";
}

bool devtidy::knowledge::isModelPart(std::string_view Class, std::string_view Name) {
  static constexpr std::string_view Parts[] = {"avgpool", "backbone", "bn1",   "classifier", "conv1",  "encoder",
                                               "fc",      "features", "heads", "layer1",     "layer2", "layer3",
                                               "layer4",  "maxpool",  "relu",  "roi_heads",  "rpn"};
  return Class.starts_with("torchvision.models.") && std::ranges::find(Parts, Name) != std::ranges::end(Parts);
}

bool devtidy::knowledge::isOutputAttribute(std::string_view Name) {
  static constexpr std::string_view Listed[] = {
      "audio_values", "logits_per_image",     "logits_per_text", "loss",   "pooler_output", "pred_boxes",
      "pred_masks",   "pred_original_sample", "prev_sample",     "sample", "sequences"};
  static constexpr std::string_view Kinds[] = {"attentions", "_embeds", "hidden_state", "hidden_states", "logits"};
  return std::ranges::find(Listed, Name) != std::ranges::end(Listed) ||
         std::ranges::any_of(Kinds, [&](std::string_view Kind) { return Name.ends_with(Kind); });
}

bool devtidy::knowledge::isArrayMethod(std::string_view Name) {
  // Of tensors only, and changes the type of the elements or nothing; modules give themselves.
  static constexpr std::string_view Listed[] = {"bfloat16", "double", "float", "half", "type"};
  // What containers and queries of frames give is not of their own kind.
  static constexpr std::string_view Others[] = {"data", "index", "put", "select", "set_", "values"};
  if (std::ranges::find(Listed, Name) != std::ranges::end(Listed))
    return true;
  if (std::ranges::find(Others, Name) != std::ranges::end(Others))
    return false;
  std::span<const OperatorOverload> Overloads = findOperator(Name);
  return !Overloads.empty() && std::ranges::all_of(Overloads, [](const OperatorOverload &O) {
    return O.Result == ResultRule::First || O.Result == ResultRule::Common || O.Result == ResultRule::Out;
  });
}

bool devtidy::knowledge::isTensorMethod(std::string_view Name, size_t Arguments) {
  // Containers have a size without an argument; engines go backward from a loss.
  if (Name == "size")
    return Arguments == 1;
  if (Name == "backward" && Arguments != 0)
    return false;
  bool Listed = false, Others = false;
  MethodIndex.visit(Name, [&](size_t Row) {
    if (Methods[Row].What.Name == Name)
      (Methods[Row].Of == Receiver::Tensor ? Listed : Others) = true;
    return Others;
  });
  if (Others || (!Listed && findOperator(Name).empty()))
    return false;
  std::string Word(" ");
  Word.append(Name).append(" ");
  return SharedNames.find(Word) == std::string_view::npos;
}

std::string_view devtidy::knowledge::elementTypeOf(const Callable &C) {
  static constexpr struct {
    std::string_view Constructor, Type;
  } Rows[] = {
      {"Tensor", "torch.get_default_dtype()"},
      {"FloatTensor", "torch.float32"},
      {"DoubleTensor", "torch.float64"},
      {"HalfTensor", "torch.float16"},
      {"BFloat16Tensor", "torch.bfloat16"},
      {"LongTensor", "torch.int64"},
      {"IntTensor", "torch.int32"},
      {"ShortTensor", "torch.int16"},
      {"CharTensor", "torch.int8"},
      {"ByteTensor", "torch.uint8"},
      {"BoolTensor", "torch.bool"},
  };
  for (const auto &Row : Rows)
    if (C.Kind == Action::CreateCpu && C.Canonical == Row.Constructor)
      return Row.Type;
  return {};
}

bool devtidy::knowledge::isTensorClass(std::string_view QualifiedName) {
  static constexpr std::string_view Others[] = {"at::Tensor",          "torch::Tensor",
                                                "torch.nn.Parameter",  "torch.nn.parameter.Parameter",
                                                "torch.nn.Buffer",     "torch.nn.parameter.Buffer",
                                                "torch._tensor.Tensor"};
  if (std::ranges::find(Others, QualifiedName) != std::ranges::end(Others))
    return true;
  const Callable *C = findFunction(QualifiedName);
  return C && (C->Kind == Action::CreateCpu || C->Kind == Action::CreateCuda) && C->Canonical.ends_with("Tensor");
}

static bool sameMeaning(const Callable &A, const Callable &B) {
  return A.Kind == B.Kind && A.Canonical == B.Canonical && A.Params == B.Params;
}

// Nobody knows the receiver: all rows of that name must agree. Everything can be loaded and saved.
static const Callable *findAnyMethod(std::string_view Name) {
  const Callable *Found = nullptr;
  MethodIndex.visit(Name, [&](size_t Row) {
    const Callable &C = Methods[Row].What;
    if (C.Name != Name || C.Kind == Action::Load || C.Kind == Action::Save)
      return false;
    const bool Disagrees = Found && !sameMeaning(*Found, C);
    Found = Disagrees ? nullptr : &C;
    return Disagrees;
  });
  return Found;
}

const Callable *devtidy::knowledge::findMethod(Receiver R, std::string_view Name) {
  if (R == Receiver::Any)
    return findAnyMethod(Name);
  const Callable *Found = nullptr;
  MethodIndex.visit(Name, [&](size_t Row) {
    const Method &M = Methods[Row];
    if (M.What.Name == Name && (M.Of == R || M.Of == Receiver::Any))
      Found = &M.What;
    return Found != nullptr && M.Of == R;
  });
  if (!Found)
    if (const std::string Spelled = withoutBackend(Name); !Spelled.empty())
      return findMethod(R, Spelled);
  return Found;
}
