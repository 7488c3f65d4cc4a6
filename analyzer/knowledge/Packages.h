//===- Packages.h - What is known of all that a library has ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some things hold for whole packages, beside what the tables say of single names. Names are canonical.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_PACKAGES_H
#define DEVTIDY_KNOWLEDGE_PACKAGES_H

#include "knowledge/Device.h"
#include "knowledge/Names.h"

#include <optional>

namespace devtidy::knowledge {

/// The package of PyTorch in Python.
inline constexpr std::string_view TorchPackage = "torch";
/// True for names of PyTorch in Python: torch.nn.Linear.
bool isOfTorch(std::string_view Name);
/// True for what takes tensors as its own: torch.add, torch::add, torchvision.ops.nms. Others take anything.
bool takesTensors(const Callable &C);
/// True for functions and classes that never move what they are given, unless the tables say so.
bool keepsArguments(std::string_view Name);
/// True for functions that give what they are given, or a copy, to nobody else.
bool keepsMembersInPlace(std::string_view Function);
/// True for functions of numpy: whoever calls one rather has arrays, whatever annotations say.
bool isOfArrays(const Callable &C);
/// True for what rather computes with the tensors that it is given than keeps, prints or saves them: `profile`, and not
/// `TensorDataset`, `append` or `save_image`. Callee is the last part of a name.
bool mayCompute(std::string_view Callee);
/// True if the classes of a package are no modules, or stand in the tables.
bool hasNoModules(std::string_view Package);
/// True if nobody imports the package but on a machine with an accelerator: pycuda.
bool isForAccelerators(std::string_view Package);
/// True for what a script imports to compile what others run: torch.utils.cpp_extension.CUDAExtension. Who only loads
/// an extension runs.
bool buildsExtensions(std::string_view Name);
/// True for functions that read or write through the pointers that they are given: memcpy, those of C++'s library.
bool readsMemory(std::string_view Function);
/// True for functions that read or write all pointers that they are given. `copy` alone may be anybody's.
bool accessesAll(std::string_view Function);
/// The same of functions that may be given a policy first, which may have them run on a device: thrust::sort. They
/// access what pointers point to if a pointer is the first argument.
bool accessesIfFirst(std::string_view Function);
/// Where such a function uses the memory if it is given the variable Name for a policy: thrust::device. Nothing if Name
/// is none that says it.
std::optional<DeviceType> deviceOfPolicy(std::string_view Name);
/// True if a handle of cuBLAS in that pointer mode finds scalars on the device.
bool isDeviceScalarMode(int64_t Mode);
/// True for functions and classes that run a function that they are given in a thread of its own: std::thread.
bool startsThread(std::string_view Name);
/// How Python's functions, classes and methods that run a function in a thread or a process of its own are given it, as
/// Callable::Params says it: "function", and what that is given, "arguments" as one, or all that follow: "...". Empty
/// for others.
std::string_view paramsOfStart(std::string_view Name, bool IsMethod);
/// True for what the packages define whose objects run functions in threads and processes: executors, pools, contexts.
bool isOfStarters(std::string_view Name);
/// True if a call of so many arguments, the object of a method not counted, gives None where there is nothing to give;
/// NoneIsLast: the last one is None. `table.get("head")`, `getattr(args, "head", None)`.
bool mayGiveNone(std::string_view Name, bool IsMethod, size_t Count, bool NoneIsLast);
/// True for a name of a type of numbers in C++: float, scalar_t of AT_DISPATCH.
bool isNumberType(std::string_view Type);
/// True for functions of C++ that read the numbers they are given and keep no reference to them: std::max, printf.
bool takesNumbersOnly(std::string_view Function);
/// True for functions that copy from their second pointer to their first.
bool copiesMemory(std::string_view Function);
/// True for names of PyTorch in C++ that programs built for CUDA alone can use.
bool isOfCudaBuild(std::string_view Name);
/// True for functions and classes of the library of C and C++, which know nothing of accelerators: fprintf, std::max.
bool isOfStandardLibrary(std::string_view Function);
/// True for functions that make arrays of numpy.
bool makesArray(std::string_view Function);
/// True for a type of elements of C++: torch::kInt, c10::ScalarType::Int.
bool isScalarType(std::string_view Name);

/// True for names of a program that say what it is for: `CudaTimer`, `to_gpu`, `nccl_group`.
bool namesAccelerator(std::string_view Name);
/// True for names of what changes a learning rate as training goes on, and has numbers alone for its state:
/// `scheduler`.
bool namesSchedule(std::string_view Name);
/// True for classes of objects that have numbers alone for their state: torch.optim.lr_scheduler.StepLR, GradScaler.
bool keepsNumbersAlone(std::string_view Class);
/// True for names of what has been learnt: `model_path`, `ckpt`, `pretrained_weights`.
bool namesLearnt(std::string_view Name);
/// True for names of options that say where to compute: `use_cuda`, `no_cuda`, `device`.
bool namesPlaces(std::string_view Option);
/// True for the modules that come with Python (sys.stdlib_module_names of 3.11).
bool comesWithPython(std::string_view Module);
/// True for functions that make batches of what a data set gives, which is on the CPU: `collate`, `collate_fn4`.
bool isCollator(std::string_view Function);
/// True for the variable that holds the process group of all ranks: torch.distributed.group.WORLD.
bool isDefaultGroup(std::string_view Variable);
/// True for functions that a test runner takes for tests: `test_move` in `TestMoves`, or in a file `test_moves.py`.
/// What `def test(model, loader)` of a script does is evaluation.
bool isTest(std::string_view Class, std::string_view Function, std::string_view Path);
/// True for modules of tests by their qualified names: test_x, x_test, conftest, and all in a package `tests`.
bool isTestModule(std::string_view Name);
/// True for the function that loads a module of TorchScript.
bool loadsCompiled(const Callable &C);
/// True for functions that make a tensor of a size, and for those that make one of data.
bool takesSize(const Callable &C);
bool takesData(const Callable &C);

/// True for the modules of PyTorch itself, of which the tables know all that is in them.
bool isOfNetworks(const ClassInfo &C);
/// True for metrics, whose state meets what they are updated with, as in forward.
bool isMetric(const ClassInfo &C);
/// True if that method of objects of the class runs them as forward does: update of a metric, run of what AOTInductor
/// compiled.
bool isForwardOf(const ClassInfo &C, std::string_view Method);
/// How many dimensions a batch has at least that such a loader gives, of which nobody said of what type it is: lists of
/// tensors mostly in Python, of which each has one for the batch.
int leastBatchRank(const ClassInfo &Loader);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_PACKAGES_H
