//===- Names.h - What named functions, methods and classes do with devices ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hand-written part of what is known about LibTorch, PyTorch and CUDA: everything that is not an ATen operator.
// One line per name in Functions.def, Methods.def and Classes.def, in both languages' spellings. A name that is not
// here and not an operator is unknown, and the analysis then assumes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_NAMES_H
#define DEVTIDY_KNOWLEDGE_NAMES_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace devtidy::knowledge {

/// What a call does. The words of Params (below) say which argument plays which part. In C++ `o.device(d)` sets and
/// `o.device()` asks, and likewise dtype, layout and requires_grad: a MakeOptions without arguments is the question.
enum class Action : uint8_t {
  Create,     ///< a tensor on device=/options=, else on the default device: zeros, randn, tensor, arange
  CreateLike, ///< a tensor on device=, else with self: zeros_like, x.new_zeros
  CreateCpu,  ///< always on the CPU: from_numpy, torch.FloatTensor
  CreateCuda, ///< always on the current accelerator: torch.cuda.FloatTensor
  CreateBlob, ///< from_blob: device=/options= says where, the pointer decides
  Move,       ///< to: the argument is a device, a tensor, options, or only a dtype; a module moves in place
  MoveCuda,   ///< cuda(index): to the accelerator
  MoveType,   ///< xpu(index): to an accelerator of the type that Canonical names
  MoveCpu,    ///< cpu()
  MoveLike,   ///< type_as(other)
  Copy,       ///< copy_(src): the values cross, self stays
  SetData,    ///< self becomes another tensor in place, device included: set_data, torch.utils.swap_tensors
  Load,       ///< a loader; device= absent means "where it was saved". Params name the object filled in, if any
  LoadState,  ///< an optimizer takes over saved state, onto the devices of its parameters
  Save,       ///< tensors go to a file
  SaveObject, ///< a whole object goes to a file, by the name of its class
  Available,  ///< is an accelerator there? torch::cuda::is_available; Canonical names the device type, or "accelerator"
  DeviceCount,        ///< how many; Canonical names the device type
  CurrentDevice,      ///< index of the current accelerator; needs one
  NeedsAccelerator,   ///< any other call that fails on a machine without one: torch.cuda.synchronize,
                      ///< getCurrentCUDAStream
  QueryDevice,        ///< x.device(): a device
  QueryIsType,        ///< x.is_cuda(), d.is_cpu(): Canonical names the device type
  QueryType,          ///< d.type(): compares with a type name
  QueryIndex,         ///< d.index(), x.get_device()
  QueryOptions,       ///< x.options()
  QueryDefault,       ///< the default device: torch.get_default_device
  CurrentAccelerator, ///< the accelerator of this machine, or None: torch.accelerator.current_accelerator
  MakeDevice,         ///< torch::Device(type, index), torch.device
  MakeOptions,   ///< TensorOptions(), torch::device(d), torch::dtype(t), o.device(d), o.dtype(t): keeps self's device
  MakeGenerator, ///< a generator of random numbers on device=, on the accelerator of that index, else on the CPU
  GuardDevice,   ///< an object or context that makes an accelerator current: CUDAGuard, torch.cuda.device
  GuardStream,   ///< a stream guard: its device becomes current
  GuardAutocast, ///< a region with autocast for device=, or for the type that Canonical names, unless enabled=
  SetAutocast,   ///< the same from here on, if value= is true
  GuardDefault,  ///< a context that changes where factories create: torch.device as context
  SetDevice,     ///< makes an accelerator current from here on
  SetDefault,    ///< set_default_device
  RegisterParameter,
  RegisterBuffer,
  RegisterModule, ///< self, name, value: gives the value back
  HostAccess,     ///< host code reads the memory: accessor, data_ptr, numpy
  IsDefined,      ///< x.defined(): that it is a tensor
  DataPointer,    ///< data_ptr handed on: to a kernel or to host code
  HostValue,      ///< item(), tolist(), print: the host reads the values, after waiting; gives a number if anything
  View,           ///< a tensor with self's placement, no demand: detach, view, contiguous, clone, options-free casts
  ModuleState,    ///< parameters(), buffers(), named_parameters(): tensors where self's registered state is
  Forward,        ///< forward, operator(): a module is called
  DeepCopy,       ///< self: all that the argument holds, once more, where it is
  Identity,       ///< gives its (first) argument back: std::move, get(), std::make_shared copies, ptr()
  Append,         ///< puts its last argument at the end of the container self: push_back, append
  Insert,         ///< puts it somewhere, and what was there moves: insert(i, v), appendleft, emplace(k, v)
  Reorders,       ///< elements of the container self change places, or go: sort, remove, `del t[0]`
  Clears,         ///< the container self is empty afterwards
  TakesFirst,     ///< gives the element of the container self that is named, else its first one, which goes: popleft
  TakesLast,      ///< the same, else its last one: pop
  Extend,         ///< puts the elements of its argument into the container self
  Enumerate,      ///< pairs of a number and an element of its argument
  CallFunction,   ///< calls its argument function with the others: torch.utils.checkpoint.checkpoint
  CallParallel,   ///< calls a module on several devices; it has to be on the first of them
  Zip,            ///< tuples of an element of each argument
  Items,          ///< pairs of a key and an element of the dictionary self
  Sum,            ///< what the elements of its argument add up to
  NextOf,         ///< what stands for one element of its argument, and is where that is: next(it), parameters_to_vector
  NewContainer,   ///< a container with the elements of its argument, if there is one: list, tuple, dict; sorted, in
                  ///< another order
  Element,        ///< an element of the container self: at, front, back, get
  Collective,     ///< exchanges tensors with other processes: torch.distributed.all_reduce
  InitGroup,      ///< says with which backend processes communicate: init_process_group
  Submodules,     ///< the modules below self: children(), modules()
  NamedSubmodules, ///< pairs of a name and one of these: named_children(), named_modules()
  SubmoduleTable,  ///< the same by name, as the module keeps them: `_modules`
  AppliesToEach,   ///< calls its argument function with each module below self, and with self
  AppliesToState,  ///< each tensor of self becomes what its argument function gives for it: `_apply`
  TakesState,      ///< with `assign=True`, the tensors of its argument value become those of self
  AddsHook,        ///< each call of self, a module, calls its argument function, too: register_forward_hook
  Leaves,          ///< never comes back: sys.exit
  Check,           ///< TORCH_CHECK-like: the first argument holds afterwards
  CheckDevice,     ///< throws unless the tensors in its arguments are where it says: at::checkAllSameGPU
  AllocateDevice,  ///< memory of the current accelerator, whose address goes to ptr: cudaMalloc
  PitchedPointer,  ///< an object whose member ptr points where the argument ptr does: make_cudaPitchedPtr
  AllocatePinned,  ///< memory of the host that accelerators may read, likewise: cudaMallocHost
  AllocateManaged, ///< memory that both may read, likewise: cudaMallocManaged
  AllocateHost,    ///< memory of the host, whose address is the result; of is the variable that it belongs to: malloc
  PinHost,         ///< from here on accelerators may read what ptr points to: cudaHostRegister
  ReadDeviceCount, ///< the number of accelerators goes to ptr: cudaGetDeviceCount
  ReadDevice,      ///< the index of the current accelerator goes to ptr: cudaGetDevice
  CudaMemcpy, ///< bytes of src go to dst, in the direction kind, if there is one; a variable of a device is neither; or
              ///< as the members of the structure parameters say
  CudaMemset, ///< bytes of dst, which is on an accelerator, get a value
  CudaFree,   ///< memory of an accelerator that ptr points to is gone
  CudaLaunch, ///< a kernel is launched, which is given the arguments
  PeerAccess, ///< from here on the current accelerator may use the memory of another one: cudaDeviceEnablePeerAccess
  MakeHandle, ///< a stream, an event or a handle of the current accelerator goes to ptr: cudaStreamCreate, cublasCreate
  RecordEvent,   ///< event notes how far stream is, which has to be of the same accelerator
  SetScalarMode, ///< says whether handle finds scalars on the host or on the device
  CallBlas, ///< handle works on memory of an accelerator, x, y, a, b and c, with the scalars alpha, beta and result
  Pure,     ///< no device meaning at all: size(), dim(), printf, eval(), train()
};

/// One known callable. Params names its positional parameters in order, separated by commas; the names that matter
/// are self, value, name, device, options, like, other, dtype, index, path, input, src, host (a tensor that has to be
/// on the CPU) and example (inputs that a module is traced with); others are placeholders. A trailing "..." takes the
/// rest. Keyword arguments bind by their own name; `aliases` such as map_location are written as "device|map_location".
struct Callable {
  std::string_view Name;
  Action Kind = Action::Pure;
  std::string_view Canonical; ///< the word used in diagnostics and in resolved IR: "zeros", "is_cuda"
  std::string_view Params;
};

/// Every function, in no particular order.
std::span<const Callable> allFunctions();
/// By qualified name: "torch::zeros", "at::zeros", "torch.zeros", "torch::jit::load". Null if unknown.
const Callable *findFunction(std::string_view QualifiedName);

/// True for names of types of elements and of layouts in memory, which stand where a device may: torch.float32.
bool isDtype(std::string_view QualifiedName);

/// True for a variable of a library that holds a number: torch.pi, numpy.inf, anything of math.
bool isNumber(std::string_view QualifiedName);
/// True for functions that ask whether a program is being traced, scripted, compiled or exported, and is not run as it
/// stands.
bool asksForTracing(std::string_view QualifiedName);
/// True for functions of Python that give a number whatever they are given: math.sqrt, random.uniform, time.time.
bool givesNumber(std::string_view QualifiedName);
/// True for functions that give a number if all that they are given are numbers, and so many of them: max, numpy.sqrt,
/// numpy.random.rand. With more, those of random numbers give arrays: rand(3), uniform(0, 1, 3).
bool keepsNumbers(std::string_view QualifiedName, size_t Count = 0);

/// True if the call returns only after the accelerator has done what it was given: torch.cuda.synchronize.
bool waitsForAccelerator(const Callable &C);

/// True if a host access refuses a tensor on an accelerator, instead of reading memory that is not there: numpy.
bool testsItsTensor(const Callable &C);

/// The type of the elements that a constructor of a CPU tensor type makes, as Python spells it: "torch.float32" of
/// torch.FloatTensor. "" for other functions.
std::string_view elementTypeOf(const Callable &C);

/// Whose method is called. Any matches receivers whose type is not known.
enum class Receiver : uint8_t { Tensor, Module, Device, Options, Container, Other, Any };
struct Method {
  Receiver Of = Receiver::Any; ///< Any: the same for every receiver
  Callable What;               ///< What.Name is the bare method or attribute name
};
std::span<const Method> allMethods();
/// By receiver and method or attribute name (Python spells x.device() as x.device). With Any, a name that different
/// receivers define differently gives null unless the meaning is shared ("to").
const Callable *findMethod(Receiver R, std::string_view Name);
/// True for a constructor that stands for a type of tensors of one device, too: x.type(torch.cuda.FloatTensor).
bool isTensorType(const Callable &C);
/// True for the methods that move a module in place, and give a copy of a tensor: to, cuda, cpu.
bool movesModules(std::string_view Method);

/// True for methods that, of all common classes, only tensors have: view, unsqueeze, masked_fill. A receiver of unknown
/// type on which one is called, with so many arguments, is a tensor.
bool isTensorMethod(std::string_view Name, size_t Arguments);
/// True if the method gives an array where its receiver is, whether that is a tensor or an array of numpy, or where its
/// receiver meets its arguments.
bool isArrayMethod(std::string_view Name);

/// True for methods whose name others have as well, but that take tensors of tensors only: x.where(mask, y).
bool comparesTensors(std::string_view Name);

/// The factory that an operator is which takes sizes in place of tensors.
const Callable &factoryOfSizes();

/// True for torch.Tensor itself, which every tensor is: of torch.LongTensor only some are.
bool isAnyTensor(std::string_view Class);
/// True for a name that says of a parameter that it is a tensor: a class of tensors, or what a library writes for one,
/// `x: TensorType["batch", 3]`.
bool isTensorAnnotation(std::string_view Name);
/// True for classes whose objects have the members that they are made with: SimpleNamespace(device="cuda").
bool isNamespace(std::string_view Class);

/// True for a function or method that makes a scope in which exceptions end: `contextlib.suppress`, `assertRaises`.
bool swallowsExceptions(std::string_view Name);

/// True for decorators that let through what the decorated function raises.
bool passesExceptions(std::string_view Decorator);

/// True for attributes that are sizes, whatever array has them: shape, ndim.
bool isSizeAttribute(std::string_view Name);
/// True for `data`: who assigns to it replaces a tensor in place, and with it its device.
bool isDataAttribute(std::string_view Name);
/// True for attributes of tensors that are None where there is nothing yet: grad.
bool mayBeMissing(std::string_view Attribute);
/// True for a method of Python by which objects of a class are made: `__init__`, `__new__`, `__call__` of a metaclass.
bool makesObjects(std::string_view Method);
/// True for the method of Python that is called with each class which derives from its own: `__init_subclass__`.
bool completesDerived(std::string_view Method);
/// True for what tensors have: a method, an operator, a size, `data`.
bool isTensorMember(std::string_view Name);
/// True for a member in which a module of Python keeps what it holds: `_modules`, `__dict__`.
bool keepsMembers(std::string_view Name);
/// True for functions that find modules, classes and functions by a name, their first argument: import_module, eval,
/// globals.
bool findsByName(std::string_view Function);
/// True for setup() of setuptools: who calls it builds a package, and runs nothing of it.
bool buildsPackage(std::string_view Function);
/// True for a builtin of Python that gives a member of its first argument, or all: getattr, vars, dir.
bool takesMembersByName(std::string_view Function);
/// True for a builtin of Python that assigns a member whose name is an argument: setattr.
bool setsMemberByName(std::string_view Function);
/// True for a method of Python that puts back what an object had, or is itself the assignment of a member:
/// `__setstate__`, `__setattr__`.
bool restoresMembers(std::string_view Method);

/// True for the parts of torchvision's models that programs take: model.features, model.layer4.
bool isModelPart(std::string_view Class, std::string_view Name);

/// True for what the models of transformers and diffusers give by name: output.logits. Tensors have no such attributes.
bool isOutputAttribute(std::string_view Name);

/// What an object of a library class is.
enum class ClassKind : uint8_t {
  Module,              ///< has parameters or buffers on the default device, moves with to()
  StatelessModule,     ///< a module with nothing to move: ReLU, MSELoss without weight
  ModuleContainer,     ///< Sequential, ModuleList: registers what it is given
  DataParallel,        ///< calls its module on several devices; it has to be on the first of them
  DistributedParallel, ///< binds a module's parameters where they are when it is made
  Optimizer,
  EagerOptimizer, ///< has state as soon as it is made: Adagrad
  DataLoader,
  Dataset,
  Guard,
  StreamGuard,
  Stream,
  Generator,
  JitModule,
  AcceleratorGroup, ///< processes that exchange tensors on accelerators only: ProcessGroupNCCL
  Container,
  Other,
};
struct ClassInfo {
  std::string_view Name;
  ClassKind Kind = ClassKind::Other;
  std::string_view Params; ///< of the constructor, as in Callable
};
std::span<const ClassInfo> allClasses();
/// True if objects of the class bring what they are called with to one device themselves: CTCLoss (LossCTC.cpp).
bool movesItsInputs(const ClassInfo &C);
/// True if argument Position of the module's forward, the first being 1, is a mask that the module does not use where
/// it is the causal one (torch/nn/modules/transformer.py, _detect_is_causal_mask): it may stay anywhere then.
bool mayBeCausalMask(const ClassInfo &C, std::string_view Keyword, unsigned Position);
/// The operator that decides what the inputs of such a loss demand: "mse_loss" of MSELoss, whose inputs are those of an
/// iterator, which lets 0-dim ones of the CPU in (torch/nn/modules/loss.py). "" for other classes.
std::string_view operatorOfLoss(const ClassInfo &C);
/// By qualified name, either language. Functions that make an object count as its class (make_data_loader); holders and
/// their Impl classes both ("torch::nn::Linear", "torch::nn::LinearImpl", "torch.nn.Linear"). Null if unknown.
const ClassInfo *findClass(std::string_view QualifiedName);
/// True if objects of the class are tensors, either language: torch.Tensor, torch.nn.Parameter, at::Tensor, and the
/// legacy types. As a declared type, torch.LongTensor says nothing of the device: annotations mean the element type.
bool isTensorClass(std::string_view QualifiedName);
/// True for modules whose attributes are registered when a module or a Parameter is assigned to them: those of Python
/// (torch/nn/modules/module.py, Module.__setattr__).
bool registersByAssignment(const ClassInfo &C);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_NAMES_H
