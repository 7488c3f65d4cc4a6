//===- ActionsText.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/ActionsText.h"

using namespace devtidy::knowledge;

ActionText devtidy::knowledge::textOf(Action A) {
  switch (A) {
  case Action::Create:
    return {"Create", "", "creates a tensor", "on the device argument, else on the default device"};
  case Action::CreateLike:
    return {"CreateLike", "", "creates a tensor", "on the device argument, else with the first tensor operand"};
  case Action::CreateCpu:
    return {"CreateCpu", "", "creates a tensor", "on the CPU, whatever the default device is"};
  case Action::CreateCuda:
    return {"CreateCuda", "an accelerator of the machine", "creates a tensor", "on the current accelerator"};
  case Action::CreateBlob:
    return {"CreateBlob", "", "creates a tensor; memory that it is given has to be of that device",
            "on the device argument, else on the CPU, whatever the default device is"};
  case Action::Move:
    return {"Move", "", "moves: gives a copy of a tensor, moves a module in place",
            "on the device argument, or where a tensor argument is; a dtype alone moves nothing"};
  case Action::MoveCuda:
    return {"MoveCuda", "an accelerator of the machine", "moves: gives a copy of a tensor, moves a module in place",
            "on the accelerator that is named, else on the current one"};
  case Action::MoveType:
    return {"MoveType", "an accelerator of that type", "moves: gives a copy of a tensor, moves a module in place",
            "on the accelerator that is named, else on the current one of the type"};
  case Action::MoveCpu:
    return {"MoveCpu", "", "moves: gives a copy of a tensor, moves a module in place", "on the CPU"};
  case Action::MoveLike:
    return {"MoveLike", "", "moves", "where the other tensor is"};
  case Action::Copy:
    return {"Copy", "operands wherever they are", "copies values from device to device", "where it was written to"};
  case Action::SetData:
    return {"SetData", "", "replaces a tensor in place, and with it its device", ""};
  case Action::Load:
    return {"Load", "", "reads tensors from a file",
            "on the device argument, else where the file says they were saved"};
  case Action::LoadState:
    return {"LoadState", "", "takes over saved state, onto the devices of the parameters", ""};
  case Action::Save:
    return {"Save", "", "writes tensors to a file, with their devices", ""};
  case Action::SaveObject:
    return {"SaveObject", "", "writes an object to a file, with the devices of its tensors and the name of its class",
            ""};
  case Action::Available:
    return {"Available", "", "asks whether the machine has an accelerator: {}", ""};
  case Action::DeviceCount:
    return {"DeviceCount", "", "counts the accelerators of the machine: {}", ""};
  case Action::CurrentDevice:
    return {"CurrentDevice", "an accelerator of the machine", "asks for the index of the current accelerator", ""};
  case Action::NeedsAccelerator:
    return {"NeedsAccelerator", "an accelerator of the machine: fails where there is none", "", ""};
  case Action::QueryDevice:
    return {"QueryDevice", "", "asks where a tensor is", "a device"};
  case Action::QueryIsType:
    return {"QueryIsType", "", "asks whether a tensor or a device is of a type: {}", ""};
  case Action::QueryType:
    return {"QueryType", "", "asks for the type of a device", ""};
  case Action::QueryIndex:
    return {"QueryIndex", "", "asks for the index of a device", "a number; -1 of the CPU"};
  case Action::QueryOptions:
    return {"QueryOptions", "", "asks for the options of a tensor, its device among them", "options"};
  case Action::QueryDefault:
    return {"QueryDefault", "", "asks for the default device", "a device"};
  case Action::CurrentAccelerator:
    return {"CurrentAccelerator", "", "asks for the accelerator of the machine", "a device, or None without one"};
  case Action::MakeDevice:
    return {"MakeDevice", "", "names a device; in Python, as a context, the default device", "a device"};
  case Action::MakeOptions:
    return {"MakeOptions", "", "names a dtype, or what a factory is to make",
            "options, with the device argument if there is one"};
  case Action::MakeGenerator:
    return {"MakeGenerator", "", "makes a generator of random numbers", "on the device argument, else on the CPU"};
  case Action::GuardDevice:
    return {"GuardDevice", "an accelerator of the machine", "makes an accelerator current while it lives", ""};
  case Action::GuardStream:
    return {"GuardStream", "an accelerator of the machine", "makes a stream and its accelerator current while it lives",
            ""};
  case Action::GuardAutocast:
    return {"GuardAutocast", "", "begins a region in which operators of the device type choose their dtype", ""};
  case Action::SetAutocast:
    return {"SetAutocast", "", "turns autocast on or off for a device type", ""};
  case Action::GuardDefault:
    return {"GuardDefault", "", "sets the default device of factories while it lives", ""};
  case Action::SetDevice:
    return {"SetDevice", "an accelerator of the machine", "makes an accelerator current from here on", ""};
  case Action::SetDefault:
    return {"SetDefault", "", "sets the default device of factories from here on", ""};
  case Action::RegisterParameter:
    return {"RegisterParameter", "", "registers a parameter with a module, which moves with it",
            "where its argument is"};
  case Action::RegisterBuffer:
    return {"RegisterBuffer", "", "registers a buffer with a module, which moves with it", "where its argument is"};
  case Action::RegisterModule:
    return {"RegisterModule", "", "registers a module with another, which moves with it", "where its argument is"};
  case Action::HostAccess:
    return {"HostAccess", "a tensor on the CPU", "lets host code read the memory", ""};
  case Action::IsDefined:
    return {"IsDefined", "", "asks whether there is a tensor", ""};
  case Action::DataPointer:
    return {"DataPointer", "", "gives the address of the memory, which is of the tensor's device", ""};
  case Action::HostValue:
    return {"HostValue", "", "reads values on the host, after waiting for the device", "a host value"};
  case Action::View:
    return {"View", "", "", "where its operand is"};
  case Action::ModuleState:
    return {"ModuleState", "", "gives parameters or buffers", "where the module's state is"};
  case Action::Forward:
    return {"Forward", "inputs where the module's state is", "calls a module", ""};
  case Action::DeepCopy:
    return {"DeepCopy", "", "copies all that its argument holds", "each tensor where it was"};
  case Action::Identity:
    return {"Identity", "", "gives its argument back", "where it was"};
  case Action::Append:
    return {"Append", "", "puts an element into a container", ""};
  case Action::Insert:
    return {"Insert", "", "puts an element into a container, before others", ""};
  case Action::Reorders:
    return {"Reorders", "", "moves elements of a container, or takes some out", ""};
  case Action::Clears:
    return {"Clears", "", "takes all elements out of a container", ""};
  case Action::TakesFirst:
    return {"TakesFirst", "", "takes an element out of a container, the first one", "where the element is"};
  case Action::TakesLast:
    return {"TakesLast", "", "takes an element out of a container, the last one", "where the element is"};
  case Action::Extend:
    return {"Extend", "", "puts elements into a container", ""};
  case Action::Enumerate:
    return {"Enumerate", "", "gives pairs of a number and an element", "each element where it was"};
  case Action::CallFunction:
    return {"CallFunction", "", "calls its argument with the other arguments", "what that gives"};
  case Action::CallParallel:
    return {"CallParallel", "the module on the first of the devices", "calls a module on several devices",
            "on the output device, else on the first of them"};
  case Action::Zip:
    return {"Zip", "", "gives tuples of an element of each argument", "each element where it was"};
  case Action::Items:
    return {"Items", "", "gives pairs of a key and an element", "each element where it was"};
  case Action::Sum:
    return {"Sum", "elements on one device", "adds elements up", "where the elements meet"};
  case Action::NextOf:
    return {"NextOf", "", "gives what stands for an element of its argument", "where the elements are"};
  case Action::NewContainer:
    return {"NewContainer", "", "makes a container", "each element where it was"};
  case Action::Element:
    return {"Element", "", "gives an element of a container", "where the element is"};
  case Action::Collective:
    return {"Collective", "tensors on devices of the backend: with nccl on accelerators",
            "exchanges tensors with other processes", ""};
  case Action::InitGroup:
    return {"InitGroup", "with nccl an accelerator of the machine",
            "says with which backend processes exchange tensors", ""};
  case Action::NamedSubmodules:
    return {"NamedSubmodules", "", "gives the modules below a module, each with its name", ""};
  case Action::SubmoduleTable:
    return {"SubmoduleTable", "", "holds the modules right below a module by their names", ""};
  case Action::AppliesToEach:
    return {"AppliesToEach", "", "calls its function with each module below a module, and with that", ""};
  case Action::AppliesToState:
    return {"AppliesToState", "", "puts what its function gives in the place of each tensor of a module", ""};
  case Action::TakesState:
    return {"TakesState", "", "copies tensors into those of a module; with assign=True, puts them in their place", ""};
  case Action::AddsHook:
    return {"AddsHook", "", "calls its function in each call of a module", ""};
  case Action::Submodules:
    return {"Submodules", "", "gives the modules below a module", ""};
  case Action::Leaves:
    return {"Leaves", "", "does not come back", ""};
  case Action::Check:
    return {"Check", "", "raises unless its condition holds", ""};
  case Action::CheckDevice:
    return {"CheckDevice", "", "raises unless the tensors are on the device that it names, or on one device", ""};
  case Action::AllocateDevice:
    return {"AllocateDevice", "an accelerator of the machine", "allocates memory of the current accelerator", ""};
  case Action::PitchedPointer:
    return {"PitchedPointer", "", "makes a structure of a pointer and its pitch", ""};
  case Action::AllocatePinned:
    return {"AllocatePinned", "", "allocates memory of the host that accelerators may read", ""};
  case Action::AllocateManaged:
    return {"AllocateManaged", "", "allocates memory that host and accelerators may read", ""};
  case Action::AllocateHost:
    return {"AllocateHost", "", "allocates memory of the host", ""};
  case Action::PinHost:
    return {"PinHost", "memory of the host", "lets accelerators read it", ""};
  case Action::ReadDeviceCount:
    return {"ReadDeviceCount", "", "counts the accelerators of the machine", ""};
  case Action::ReadDevice:
    return {"ReadDevice", "", "asks for the index of the current accelerator", ""};
  case Action::CudaMemcpy:
    return {"CudaMemcpy", "pointers on the sides that the direction names", "copies bytes", ""};
  case Action::CudaMemset:
    return {"CudaMemset", "a pointer into memory of an accelerator", "sets bytes", ""};
  case Action::CudaFree:
    return {"CudaFree", "a pointer into memory of an accelerator", "frees memory", ""};
  case Action::PeerAccess:
    return {"PeerAccess", "", "lets the current accelerator use memory of another one", ""};
  case Action::MakeHandle:
    return {"MakeHandle", "", "makes a stream, an event or a handle of the current accelerator", ""};
  case Action::RecordEvent:
    return {"RecordEvent", "an event and a stream of one accelerator", "notes how far a stream is", ""};
  case Action::SetScalarMode:
    return {"SetScalarMode", "", "says where a handle finds scalars", ""};
  case Action::CallBlas:
    return {"CallBlas", "pointers into memory of an accelerator, and scalars where the handle expects them",
            "computes on the handle's accelerator", ""};
  case Action::CudaLaunch:
    return {"CudaLaunch", "pointers into memory that the current accelerator may read", "launches a kernel", ""};
  case Action::Pure:
    return {"Pure", "", "nothing with devices", ""};
  }
  return {};
}

ClassText devtidy::knowledge::textOf(ClassKind K) {
  constexpr std::string_view Inputs = "inputs where the state is";
  switch (K) {
  case ClassKind::Module:
    return {"Module", "module with state", "on the device argument, else on the default device", Inputs, {}};
  case ClassKind::StatelessModule:
    return {"StatelessModule", "module without state of its own", "", "", {}};
  case ClassKind::ModuleContainer:
    return {"ModuleContainer", "container of modules or parameters", "where that of its elements is", Inputs, {}};
  case ClassKind::DataParallel:
    return {"DataParallel",
            "module on several devices",
            "where the module is",
            "the module on the first of the devices",
            {}};
  case ClassKind::DistributedParallel:
    return {"DistributedParallel", "module of several processes", "where the module is when it is wrapped", Inputs, {}};
  case ClassKind::Optimizer:
    return {"Optimizer", "optimizer", "where the parameters are at the first step", "", {}};
  case ClassKind::EagerOptimizer:
    return {"EagerOptimizer", "optimizer", "where the parameters are when it is made", "", {}};
  case ClassKind::DataLoader:
    return {"DataLoader", "data loader", "", "",
            "batches where the samples are, unless collate_fn moves them; numbers and arrays are on the CPU"};
  case ClassKind::Dataset:
    return {"Dataset", "dataset", "", "", {}};
  case ClassKind::Guard:
    return {"Guard", "guard: makes an accelerator current while it lives", "", "an accelerator of the machine", {}};
  case ClassKind::StreamGuard:
    return {"StreamGuard",
            "guard: makes a stream and its accelerator current while it lives",
            "",
            "an accelerator of the machine",
            {}};
  case ClassKind::Stream:
    return {"Stream", "stream of an accelerator", "", "", {}};
  case ClassKind::Generator:
    return {"Generator", "generator of random numbers", "on the device argument, else on the CPU", "", {}};
  case ClassKind::JitModule:
    return {"JitModule", "module of TorchScript", "where it was loaded or made", Inputs, {}};
  case ClassKind::AcceleratorGroup:
    return {"AcceleratorGroup", "group of processes that exchange tensors", "", "tensors on accelerators", {}};
  case ClassKind::Container:
    return {"Container", "container", "", "", {}};
  case ClassKind::Other:
    return {"Other", "class", "", "", {}};
  }
  return {};
}
