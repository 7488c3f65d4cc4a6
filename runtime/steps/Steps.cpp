//===- Steps.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs no header of Python's, and none of its releases in particular: the process that loads it has these functions
// (Python/C API Reference, "Contents of Limited API").
//
//===----------------------------------------------------------------------===//

#include "runtime/steps/Steps.h"
#include <array>
#include <cstddef>
#include <ctime>
#include <utility>

using Object = _object;

extern "C" {
struct MethodDefinition { // PyMethodDef
  const char *Name;
  Object *(*Function)(Object *, Object *, Object *);
  int Flags;
  const char *Documentation;
};
Object *PyDescr_NewMethod(Object *Class, MethodDefinition *Method);
Object *PyFloat_FromDouble(double Value);
Object *PyObject_Call(Object *Callee, Object *Positional, Object *Keywords);
Object *PyObject_CallFunctionObjArgs(Object *Callee, ...);
Object *PyObject_GetAttr(Object *Of, Object *Name);
int PyObject_IsTrue(Object *Value);
Object *PyTuple_GetItem(Object *Tuple, ptrdiff_t Index);
Object *PyTuple_New(ptrdiff_t Size);
int PyTuple_SetItem(Object *Tuple, ptrdiff_t Index, Object *Value);
ptrdiff_t PyTuple_Size(Object *Tuple);
Object *PyUnicode_InternFromString(const char *Text);
void Py_IncRef(Object *Value);
void Py_DecRef(Object *Value);
extern Object _Py_NoneStruct;
}
static constexpr int VarArgs = 1, Keywords = 2; // METH_VARARGS, METH_KEYWORDS

namespace {
struct Step {
  Object *Own, *After, *IsCpu; ///< IsCpu: the name "is_cpu" where only accelerators count
  int32_t Kind;
  MethodDefinition Method;
};
constexpr int MaxSteps = 32;
Step Steps[MaxSteps];
int Count;
thread_local int OpenOutermost; ///< calls of that kind that have not returned

double now() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return static_cast<double>(T.tv_sec) + static_cast<double>(T.tv_nsec) * 1e-9;
}

/// The arguments with self in front.
Object *withSelf(Object *Self, Object *Positional) {
  const ptrdiff_t Size = PyTuple_Size(Positional);
  Object *All = PyTuple_New(Size + 1);
  if (!All)
    return nullptr;
  Py_IncRef(Self);
  PyTuple_SetItem(All, 0, Self);
  for (ptrdiff_t I = 0; I < Size; ++I) {
    Object *Value = PyTuple_GetItem(Positional, I);
    Py_IncRef(Value);
    PyTuple_SetItem(All, I + 1, Value);
  }
  return All;
}

/// 1, 0, or -1 with Python's error set.
int isOnCpu(const Step &S, Object *Self) {
  Object *Answer = PyObject_GetAttr(Self, S.IsCpu);
  if (!Answer)
    return -1;
  const int Is = PyObject_IsTrue(Answer);
  Py_DecRef(Answer);
  return Is;
}

bool isTold(const Step &S, bool IsOnCpu, bool IsSelf) {
  switch (S.Kind) {
  case DevtidyStepReads:
    return !IsOnCpu;
  case DevtidyStepMoves:
    return !IsSelf;
  case DevtidyStepOutermost:
    return OpenOutermost == 0;
  default:
    return true;
  }
}

Object *callStep(const Step &S, Object *Self, Object *Positional, Object *Named) {
  const int OnCpu = S.IsCpu ? isOnCpu(S, Self) : 0;
  const int Opened = S.Kind == DevtidyStepOutermost;
  Object *All = OnCpu < 0 ? nullptr : withSelf(Self, Positional);
  if (!All)
    return nullptr;
  const double Begin = now();
  OpenOutermost += Opened;
  Object *Result = PyObject_Call(S.Own, All, Named);
  OpenOutermost -= Opened;
  const double Seconds = now() - Begin;
  Py_DecRef(All);
  if (!Result || !isTold(S, OnCpu == 1, Result == Self))
    return Result;
  Object *Time = PyFloat_FromDouble(Seconds);
  Object *Said = Time ? PyObject_CallFunctionObjArgs(S.After, Self, Result, Positional, Named ? Named : &_Py_NoneStruct,
                                                     Time, static_cast<Object *>(nullptr))
                      : nullptr;
  if (Time)
    Py_DecRef(Time);
  if (!Said) {
    Py_DecRef(Result);
    return nullptr;
  }
  Py_DecRef(Said);
  return Result;
}

// A function of C knows nothing but its arguments, so there is one for each step.
template <int I> Object *call(Object *Self, Object *Positional, Object *Named) {
  return callStep(Steps[I], Self, Positional, Named);
}
using Function = Object *(*)(Object *, Object *, Object *);
template <int... I> constexpr std::array<Function, sizeof...(I)> functions(std::integer_sequence<int, I...>) {
  return {call<I>...};
}
constexpr std::array<Function, MaxSteps> Functions = functions(std::make_integer_sequence<int, MaxSteps>());
} // namespace

Object *devtidyMakeStep(Object *Class, const char *Name, const char *Documentation, Object *Own, Object *After,
                        int32_t Kind) {
  if (Count == MaxSteps)
    return nullptr;
  Object *IsCpu = Kind == DevtidyStepReads ? PyUnicode_InternFromString("is_cpu") : nullptr;
  if (Kind == DevtidyStepReads && !IsCpu)
    return nullptr;
  Step &S = Steps[Count];
  S = {Own, After, IsCpu, Kind, {Name, Functions[Count], VarArgs | Keywords, Documentation}};
  Object *Made = PyDescr_NewMethod(Class, &S.Method);
  if (!Made)
    return nullptr;
  Py_IncRef(Own);
  Py_IncRef(After);
  ++Count;
  return Made;
}
