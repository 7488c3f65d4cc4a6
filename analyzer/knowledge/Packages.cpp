//===- Packages.cpp - What is known of all that a library has -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Packages.h"
#include "knowledge/Words.h"
#include <algorithm>
#include <string>
#include <vector>

namespace devtidy::knowledge {

template <size_t N> static bool isOneOf(std::string_view Name, const std::string_view (&Listed)[N]) {
  return std::ranges::find(Listed, Name) != std::ranges::end(Listed);
}

bool isOfTorch(std::string_view Name) { return Name.starts_with("torch."); }

bool takesTensors(const Callable &C) { return C.Name.starts_with("torch"); }

bool keepsArguments(std::string_view Name) {
  static constexpr std::string_view Prefixes[] = {
      "torch::", "at::", "c10::", "std::", "torch.", "__gnu_cxx::", "pybind11::", "fmt::"};
  return std::ranges::any_of(Prefixes, [&](std::string_view Prefix) { return Name.starts_with(Prefix); });
}

bool isOfArrays(const Callable &C) { return C.Name.starts_with("numpy."); }

bool mayCompute(std::string_view Callee) {
  static constexpr std::string_view Verbs[] = {
      "add",   "append",   "assert",    "build",  "check",   "collate", "create",  "debug",  "dict",  "dump",
      "dumps", "extend",   "format",    "get",    "getattr", "hasattr", "info",    "insert", "is",    "isinstance",
      "list",  "load",     "loads",     "logger", "logging", "make",    "new",     "plot",   "print", "push",
      "put",   "record",   "register",  "reset",  "save",    "set",     "setattr", "show",   "store", "to",
      "tuple", "tokenize", "tokenizer", "update", "wrap",    "write",   "writer",  "zip"};
  static constexpr std::string_view Ends[] = {"Batch", "Config", "Data",   "Dataset", "Dict",   "Error", "Instance",
                                              "List",  "Loader", "Output", "Sampler", "Tensor", "Tuple", "State"};
  const std::vector<std::string> Said = wordsOf(Callee);
  auto EndsWith = [&](std::string_view End) { return Callee.ends_with(End); };
  // `log(x)` is told of, `log_loss(x, y)` is computed.
  const bool IsTold = Callee.starts_with("_") || (!Said.empty() && (isOneOf(Said.front(), Verbs) || Callee == "log"));
  return !Callee.empty() && !IsTold && std::ranges::none_of(Ends, EndsWith);
}

bool isDefaultGroup(std::string_view Variable) {
  return Variable == "torch.distributed.group.WORLD" || Variable == "torch.distributed.GroupMember.WORLD";
}

bool keepsMembersInPlace(std::string_view Function) { return Function.starts_with("torch") || Function == "copy.copy"; }

bool isForAccelerators(std::string_view Package) {
  // Others, tensorrt and flash_attn, are imported where somebody asks for them.
  static constexpr std::string_view Packages[] = {"cudf", "cuml", "cupy", "pycuda"};
  return isOneOf(Package, Packages);
}

bool buildsExtensions(std::string_view Name) {
  static constexpr std::string_view Builders[] = {"distutils.core.setup",
                                                  "setuptools.setup",
                                                  "torch.utils.cpp_extension.BuildExtension",
                                                  "torch.utils.cpp_extension.CUDAExtension",
                                                  "torch.utils.cpp_extension.CppExtension",
                                                  "torch.utils.ffi.create_extension"};
  return isOneOf(Name, Builders);
}

bool hasNoModules(std::string_view Package) {
  static constexpr std::string_view Packages[] = {"abc",       "argparse", "collections", "contextlib", "dataclasses",
                                                  "enum",      "io",       "logging",     "threading",  "torch",
                                                  "torchdata", "typing",   "unittest"};
  return isOneOf(Package, Packages);
}

bool readsMemory(std::string_view Function) {
  return Function.starts_with("std::") || Function == "memcpy" || Function == "memmove";
}

bool accessesAll(std::string_view Function) {
  static constexpr std::string_view OfC[] = {"memcpy",  "memmove", "memset",  "memcmp", "fread", "fwrite", "strcpy",
                                             "strncpy", "strcmp",  "strncmp", "strlen", "fgets", "fputs"};
  static constexpr std::string_view OfCpp[] = {"copy",  "copy_n",    "fill", "fill_n",   "sort",        "accumulate",
                                               "equal", "transform", "iota", "generate", "max_element", "min_element"};
  const bool IsStd = Function.starts_with("std::");
  const std::string_view Name = IsStd ? Function.substr(5) : Function;
  return isOneOf(Name, OfC) || (IsStd && isOneOf(Name, OfCpp));
}

bool accessesIfFirst(std::string_view Function) {
  static constexpr std::string_view OfThrust[] = {"copy",
                                                  "copy_n",
                                                  "fill",
                                                  "fill_n",
                                                  "sort",
                                                  "stable_sort",
                                                  "sort_by_key",
                                                  "transform",
                                                  "reduce",
                                                  "for_each",
                                                  "for_each_n",
                                                  "sequence",
                                                  "count",
                                                  "count_if",
                                                  "max_element",
                                                  "min_element",
                                                  "find",
                                                  "unique",
                                                  "remove_if",
                                                  "replace",
                                                  "inclusive_scan",
                                                  "exclusive_scan",
                                                  "transform_reduce",
                                                  "reduce_by_key",
                                                  "inner_product",
                                                  "reverse"};
  return Function.starts_with("thrust::") && isOneOf(Function.substr(8), OfThrust);
}

std::optional<DeviceType> deviceOfPolicy(std::string_view Name) {
  static constexpr std::string_view OfDevice[] = {"thrust::device", "thrust::cuda::par", "thrust::cuda::par_nosync",
                                                  "thrust::cuda_cub::par", "thrust::cuda_cub::par_nosync"};
  if (isOneOf(Name, OfDevice))
    return DeviceType::Cuda;
  return Name == "thrust::host" ? std::optional(DeviceType::Cpu) : std::nullopt;
}

bool isDeviceScalarMode(int64_t Mode) { return Mode == 1; }

bool startsThread(std::string_view Name) {
  static constexpr std::string_view Names[] = {"std::thread", "std::jthread", "pthread_create"};
  return isOneOf(Name, Names);
}

std::string_view paramsOfStart(std::string_view Name, bool IsMethod) {
  // threading.py, Thread.__init__; multiprocessing/process.py, BaseProcess.__init__; concurrent/futures/_base.py,
  // Executor.submit; multiprocessing/pool.py, Pool.apply_async.
  static constexpr std::string_view Classes[] = {"threading.Thread", "multiprocessing.Process",
                                                 "torch.multiprocessing.Process"};
  if (!IsMethod)
    return isOneOf(Name, Classes) ? "group,target|function,name,args|arguments,kwargs|keywords" : "";
  if (Name == "Process")
    return "self,group,target|function,name,args|arguments,kwargs|keywords";
  if (Name == "apply_async")
    return "self,func|function,args|arguments,kwds|keywords";
  return Name == "submit" ? "self,fn|function,..." : "";
}

bool isOfStarters(std::string_view Name) {
  static constexpr std::string_view Packages[] = {"concurrent.futures.", "multiprocessing.", "torch.multiprocessing."};
  return std::ranges::any_of(Packages, [&](std::string_view Package) { return Name.starts_with(Package); });
}

bool mayGiveNone(std::string_view Name, bool IsMethod, size_t Count, bool NoneIsLast) {
  static constexpr std::string_view Lookups[] = {"getattr", "next", "os.getenv", "os.environ.get", "os.environ.pop"};
  static constexpr std::string_view Getters[] = {"os.getenv", "os.environ.get"};
  static constexpr std::string_view Searches[] = {"re.match", "re.fullmatch", "re.search", "shutil.which"};
  if (IsMethod)
    return Name == "get" ? Count == 1 || (Count == 2 && NoneIsLast) : Name == "pop" && Count == 2 && NoneIsLast;
  return isOneOf(Name, Searches) || (isOneOf(Name, Getters) && Count == 1) || (isOneOf(Name, Lookups) && NoneIsLast);
}

bool copiesMemory(std::string_view Function) { return Function == "memcpy" || Function == "std::memcpy"; }

bool isNumberType(std::string_view Type) {
  static constexpr std::string_view Names[] = {"bool",     "char",    "double",  "float",   "int",
                                               "int16_t",  "int32_t", "int64_t", "int8_t",  "long",
                                               "scalar_t", "short",   "size_t",  "uint8_t", "unsigned"};
  return isOneOf(Type.starts_with("std::") ? Type.substr(5) : Type, Names);
}

bool takesNumbersOnly(std::string_view Function) {
  static constexpr std::string_view Names[] = {"abs",   "ceil",   "cos",      "exp", "fabs",   "floor", "fprintf",
                                               "isinf", "isnan",  "isfinite", "log", "lround", "max",   "min",
                                               "pow",   "printf", "round",    "sin", "sqrt",   "tanh",  "to_string"};
  return isOneOf(Function.starts_with("std::") ? Function.substr(5) : Function, Names);
}

bool isOfStandardLibrary(std::string_view Function) {
  static constexpr std::string_view Names[] = {
      "printf", "fprintf", "snprintf", "sprintf", "puts",   "fputs",  "perror", "exit",   "abort",  "memcpy",
      "memset", "memcmp",  "strlen",   "strcmp",  "malloc", "calloc", "free",   "assert", "getenv", "__assert_fail"};
  return Function.starts_with("std::") || isOneOf(Function, Names);
}

bool isOfCudaBuild(std::string_view Name) { return Name.starts_with("at::cuda::") || Name.starts_with("c10::cuda::"); }

bool takesSize(const Callable &C) {
  static constexpr std::string_view Makers[] = {"empty", "zeros", "ones", "rand", "randn"};
  return isOneOf(C.Canonical, Makers);
}

bool takesData(const Callable &C) { return C.Canonical == "tensor"; }

bool makesArray(std::string_view Function) {
  static constexpr std::string_view Makers[] = {
      "array", "asarray", "stack", "vstack",   "hstack", "linspace", "concatenate", "zeros",   "ones",   "empty",
      "full",  "arange",  "eye",   "logspace", "unique", "repeat",   "tile",        "argsort", "cumsum", "flatnonzero"};
  return Function.starts_with("numpy.") && isOneOf(Function.substr(6), Makers);
}

bool isScalarType(std::string_view Name) {
  const size_t At = Name.rfind("::");
  const std::string_view Scope = Name.substr(0, At == Name.npos ? Name.size() : At);
  const std::string_view Word = At == Name.npos ? std::string_view() : Name.substr(At + 2);
  static constexpr std::string_view Scopes[] = {"torch", "at", "c10"};
  return Scope.ends_with("ScalarType") || (isOneOf(Scope, Scopes) && Word.starts_with("k"));
}

bool namesAccelerator(std::string_view Name) {
  static constexpr std::string_view Words[] = {"cuda", "gpu", "gpus", "nccl", "parallelize", "triton"};
  static constexpr std::string_view Without[] = {"no", "non", "without", "cpu"};
  const std::vector<std::string> Said = wordsOf(Name);
  auto HasOneOf = [&](const auto &Of) {
    return std::ranges::any_of(Said, [&](const std::string &Word) { return isOneOf(Word, Of); });
  };
  return HasOneOf(Words) && !HasOneOf(Without);
}

bool namesLearnt(std::string_view Name) {
  static constexpr std::string_view Words[] = {"checkpoint", "checkpoints", "ckpt",  "model",  "models",
                                               "network",    "pretrained",  "state", "weight", "weights"};
  return std::ranges::any_of(wordsOf(Name), [&](const std::string &Word) { return isOneOf(Word, Words); });
}

bool namesSchedule(std::string_view Name) {
  static constexpr std::string_view Words[] = {"sched", "schedule", "scheduler"};
  return std::ranges::any_of(wordsOf(Name), [&](const std::string &Word) { return isOneOf(Word, Words); });
}

bool keepsNumbersAlone(std::string_view Class) {
  static constexpr std::string_view Scalers[] = {"torch.amp.GradScaler", "torch.cuda.amp.GradScaler"};
  return Class.starts_with("torch.optim.lr_scheduler.") || isOneOf(Class, Scalers);
}

bool loadsCompiled(const Callable &C) { return C.Canonical == "torch.jit.load"; }

bool namesPlaces(std::string_view Option) {
  static constexpr std::string_view Words[] = {"cpu", "cuda", "device", "gpu"};
  return std::ranges::any_of(wordsOf(Option), [&](const std::string &Word) { return isOneOf(Word, Words); });
}

bool isTest(std::string_view Class, std::string_view Function, std::string_view Path) {
  const std::vector<std::string> Said = wordsOf(Function);
  if (Said.empty() || Said.front() != "test")
    return false;
  const std::string_view File = Path.substr(Path.rfind('/') + 1);
  return Class.starts_with("Test") || Class.ends_with("Test") || Class.ends_with("Tests") ||
         Class.ends_with("TestCase") || File.starts_with("test_") || File.ends_with("_test.py");
}

bool isTestModule(std::string_view Name) {
  const std::string_view Last = Name.substr(Name.rfind('.') + 1);
  const std::string Packages = "." + std::string(Name) + ".";
  return Last.starts_with("test_") || Last.ends_with("_test") || Last == "conftest" ||
         Packages.find(".tests.") != Packages.npos;
}

bool isCollator(std::string_view Function) {
  const std::vector<std::string> Said = wordsOf(Function);
  return std::ranges::any_of(Said, [](const std::string &W) { return W.starts_with("collat"); });
}

bool comesWithPython(std::string_view Module) {
  static constexpr std::string_view Modules =
      " "
      "abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii "
      "bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections "
      "colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes "
      "curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum "
      "errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt "
      "getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp "
      "importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox "
      "mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt "
      "ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools "
      "pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile "
      "pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy "
      "sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket "
      "socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep "
      "struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios "
      "textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty "
      "turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref "
      "webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo ";
  return Modules.find(" " + std::string(Module) + " ") != Modules.npos;
}

bool isOfNetworks(const ClassInfo &C) { return C.Name.starts_with("torch.nn."); }

bool isMetric(const ClassInfo &C) { return C.Name.starts_with("torchmetrics."); }

bool isForwardOf(const ClassInfo &C, std::string_view Method) {
  return (Method == "update" && isMetric(C)) || (Method == "run" && C.Name.starts_with("torch::inductor::"));
}

int leastBatchRank(const ClassInfo &Loader) { return Loader.Name.find("::") == Loader.Name.npos ? 2 : 1; }

} // namespace devtidy::knowledge
