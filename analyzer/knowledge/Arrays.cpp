//===- Arrays.cpp - What NumPy writes to, and what shares memory ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Arrays.h"

#include "knowledge/Names.h"
#include <algorithm>
#include <initializer_list>
#include <string>

namespace devtidy::knowledge {

static bool isOneOf(std::string_view Name, std::initializer_list<std::string_view> Known) {
  return std::ranges::find(Known, Name) != Known.end();
}

bool isOfArraysAlone(std::string_view Method) { return Method == "astype"; }

bool sharesMemory(std::string_view Member) {
  return isOneOf(Member, {"T", "base", "data", "detach", "diagonal", "flat", "imag", "ravel", "real", "reshape",
                          "squeeze", "swapaxes", "transpose", "view"});
}

bool givesSharedMemory(std::string_view Function) {
  for (std::string_view Module : {"numpy.", "torch."})
    if (Function.starts_with(Module))
      return isOneOf(Function.substr(Module.size()),
                     {"as_tensor", "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d",
                      "atleast_3d", "broadcast_to", "expand_dims", "flip", "from_dlpack", "from_numpy", "frombuffer",
                      "moveaxis", "ravel", "reshape", "squeeze", "swapaxes", "transpose"});
  return Function == "memoryview";
}

bool writesToArray(std::string_view Method) {
  const bool IsInPlace = Method.ends_with("_") && !Method.ends_with("__");
  return IsInPlace || isOneOf(Method, {"__iadd__", "__imul__", "__isub__", "__itruediv__", "__setitem__", "byteswap",
                                       "fill", "itemset", "partition", "put", "resize", "setfield", "sort"});
}

bool writesToArguments(std::string_view Method) {
  return isOneOf(Method, {"Recv", "Reduce", "Allreduce", "Bcast", "readinto", "readinto1", "recv_into", "recvfrom_into",
                          "recvmsg_into", "shuffle"});
}

/// True for functions of other frameworks.
static bool isOfOtherFramework(std::string_view Function) {
  return isOneOf(Function.substr(0, Function.find('.')), {"cupy", "flax", "jax", "jittor", "keras", "mindspore",
                                                          "mxnet", "oneflow", "paddle", "tensorflow", "tinygrad"});
}

std::string_view functionOfObject(std::string_view Maker, std::string_view Method) {
  if (isOfOtherFramework(Maker) && !Method.starts_with("__"))
    return Maker;
  struct Library {
    std::string_view Makers, Functions;
  };
  static constexpr Library Libraries[] = {
      {"matplotlib.", "matplotlib.pyplot."}, {"sklearn.", "sklearn.base."},    {"h5py.", "h5py.File."},
      {"numpy.", "numpy.ndarray."},          {"pandas.", "pandas.DataFrame."},
  };
  const auto *Of = std::ranges::find_if(Libraries, [&](const Library &L) { return Maker.starts_with(L.Makers); });
  if (Of == std::end(Libraries))
    return {};
  const Callable *C = findFunction(std::string(Of->Functions).append(Method));
  return C ? C->Name : std::string_view();
}

// h5py 3.16 makes an array of whatever a file or a data set is given.
bool takesNumbers(std::string_view Maker) { return !Maker.starts_with("h5py."); }

bool givesPart(std::string_view Method) {
  return isOneOf(Method, {"add_subplot", "create_dataset", "create_group", "require_dataset", "require_group"});
}

bool makesArrays(std::string_view Function) {
  return isOneOf(Function.substr(0, Function.find('.')), {"PIL", "cv2", "glob", "json", "librosa", "math", "numpy",
                                                          "os", "pandas", "random", "re", "scipy", "time"});
}

bool givesTensors(std::string_view Function) {
  constexpr std::string_view Package = "numpy.";
  return Function.starts_with(Package) &&
         isOneOf(Function.substr(Package.size()),
                 {"abs",         "ceil",       "clip",    "cos",     "cumsum",   "divide", "exp",
                  "floor",       "isfinite",   "isnan",   "log",     "log10",    "log2",   "logical_and",
                  "logical_not", "logical_or", "maximum", "minimum", "multiply", "power",  "round",
                  "sign",        "sin",        "sqrt",    "square",  "tanh"});
}

SizedBy sizedBy(std::string_view Factory) {
  if (Factory == "tensor" || Factory == "as_tensor")
    return SizedBy::Data;
  if (Factory == "full")
    return SizedBy::Tuple;
  return isOneOf(Factory, {"empty", "ones", "rand", "randn", "zeros"}) ? SizedBy::Arguments : SizedBy::Unknown;
}

bool isArrayOrContainer(std::string_view Type) {
  return makesArrays(Type) ||
         isOneOf(Type, {"NoneType", "bool", "complex", "dict", "float", "int", "list", "range", "set", "str", "tuple"});
}

bool worksOnHost(std::string_view Function) {
  return isOneOf(Function.substr(0, Function.find('.')), {"Bio",         "PIL",
                                                          "argparse",    "collections",
                                                          "contextlib",  "copy",
                                                          "cv2",         "dataclasses",
                                                          "datetime",    "glob",
                                                          "h5py",        "hydra",
                                                          "imageio",     "inspect",
                                                          "io",          "itertools",
                                                          "json",        "librosa",
                                                          "logging",     "math",
                                                          "matplotlib",  "multiprocessing",
                                                          "networkx",    "nltk",
                                                          "numba",       "numpy",
                                                          "omegaconf",   "open3d",
                                                          "operator",    "os",
                                                          "pandas",      "pathlib",
                                                          "pickle",      "random",
                                                          "rdkit",       "re",
                                                          "sacrebleu",   "scipy",
                                                          "seaborn",     "shutil",
                                                          "skimage",     "sklearn",
                                                          "soundfile",   "struct",
                                                          "subprocess",  "sys",
                                                          "tensorboard", "tensorboardX",
                                                          "threading",   "time",
                                                          "tqdm",        "trimesh",
                                                          "types",       "typing",
                                                          "uuid",        "wandb",
                                                          "warnings",    "yaml"});
}

bool writesToFirst(std::string_view Function) {
  const std::string_view Name = Function.substr(Function.rfind('.') + 1);
  if (Name == "shuffle" || (Function.starts_with("torch.") && writesToArray(Name)))
    return true;
  return Function.starts_with("numpy.") &&
         isOneOf(Name, {"at", "copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"});
}

bool writesUnlessCopied(std::string_view Function) { return Function == "numpy.nan_to_num"; }

bool writesToParameters(std::string_view Method) { return isOneOf(Method, {"load_state_dict", "step"}); }

bool givesInTurn(std::string_view Function) { return isOneOf(Function, {"iter", "list", "next", "tuple"}); }

bool givesHeld(std::string_view Method) { return Method == "items" || Method == "values"; }

bool givesOfObject(std::string_view Method) {
  return isOneOf(Method, {"__aenter__", "__aiter__", "__anext__", "__enter__", "__getitem__", "__iter__", "__next__"});
}

} // namespace devtidy::knowledge
