//===- ErrorMessage.cpp - What an error of PyTorch says ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ErrorMessage.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// Meaning may name groups of the pattern: {1}. Several names of checks are separated by spaces, without "device-".
struct Known {
  const char *Pattern, *Meaning, *Checks;
};

#define OPERANDS                                                                                                       \
  "mixed-operands unregistered-state discarded-move stale-alias mixed-return optimizer-before-move mixed-transfer "    \
  "export-mismatch implicit-creation moved-loss fixed-index"
#define DEVICE "([a-z]+(:[0-9]+)?)"
#define TYPE "([A-Za-z.]+)"

/// The first that fits is meant: what says more stands first.
constexpr Known Messages[] = {
    {"Expected all tensors to be on the same device, but got ([a-z_A-Z0-9]+) is on " DEVICE
     ", different from other tensors on " DEVICE "( \\(when checking argument in method ([a-zA-Z0-9_]+)\\))?",
     "argument '{1}' of '{7}' is on {2}, the others are on {4}", OPERANDS},
    {"Expected all tensors to be on the same device, but found at least two devices, " DEVICE " and " DEVICE
     "!? \\(when checking argument for argument ([a-zA-Z0-9_]+) in method ([a-zA-Z0-9_]+)\\)",
     "arguments of '{6}' are on {1} and on {3}; '{5}' is not where the others are", OPERANDS},
    {"Expected all tensors to be on the same device, but found at least two devices, " DEVICE " and " DEVICE,
     "operands are on {1} and on {3}", OPERANDS},
    {"Expected all tensors to be on the same device", "operands are on different devices", OPERANDS},
    {"Tensors? for argument #[0-9]+ '([a-zA-Z0-9_]+)' is on ([A-Za-z:0-9]+), but expected (it|them) to be on "
     "([A-Za-z:0-9]+)( \\(while checking arguments for ([a-zA-Z0-9_]+)\\))?",
     "argument '{1}' of '{6}' is on {2}, the others are on {4}", OPERANDS},
    {"Expected object of (device type|backend|type) " TYPE " but (got|found) (device type|backend|type) " TYPE
     " for argument #[0-9]+ '([a-zA-Z0-9_]+)'( in call to ([a-zA-Z0-9_]+))?",
     "argument '{6}' of '{8}' is on {5}, the others are on {2}", OPERANDS},
    {"expected device " DEVICE " but got device " DEVICE, "operands are on {1} and on {3}", OPERANDS},
    {"Input type \\(" TYPE "\\) and (weight|bias) type \\(" TYPE "\\) should be the same",
     "the input is of type {1}, the {2} of the module of type {3}: 'cuda' in one of them means that one is on the GPU",
     OPERANDS},
    {"Input and (parameter|hidden) tensors are not at the same device, found input tensor at " DEVICE
     " and (parameter|hidden) tensor at " DEVICE,
     "the input is on {2}, the {1} tensors are on {5}", OPERANDS},
    {"indices should be either on", "an index is on an accelerator, the tensor that it indexes is not there",
     "index-mismatch"},
    {"Expected an? '([a-z]+)' device type for generator but found '([a-z]+)'",
     "random numbers on {1} from a generator of {2}", "generator-mismatch"},
    {"can't convert ([a-zA-Z:0-9]+) (device type )?tensor to numpy", "host code asks for the memory of a tensor on {1}",
     "host-access"},
    {"Attempting to deserialize object on (a )?CUDA device",
     "a file that was saved on a GPU is loaded, without a device, on a machine without that GPU",
     "load-without-map-location whole-module-saved"},
    {"Weights only load failed", "a file holds a whole module instead of its state_dict", "whole-module-saved"},
    {"Torch not compiled with CUDA enabled|Found no NVIDIA driver|not linked with support for cuda devices|"
     "No CUDA GPUs are available|no CUDA-capable device is detected|Cannot access accelerator device when none",
     "code that needs an accelerator runs on a machine without one", "unguarded-accelerator"},
    {"invalid device ordinal|Invalid device id|Device index must not be negative|Invalid device string",
     "a device is named that this machine does not have", "invalid-index fixed-index"},
    {"device-side assert triggered|index out of bounds",
     "a kernel got an index or a label out of range; on the CPU the same call says which. No tensor is on a wrong "
     "device",
     ""},
    {"an illegal memory access was encountered",
     "a kernel got a pointer that is not of its device: a tensor on the CPU, or on another GPU than the current one",
     "unchecked-data-ptr unguarded-launch"},
    {"Segmentation fault", "host code may have read memory of an accelerator", "host-access unchecked-data-ptr"},
    {"module must have its parameters and buffers on device", "a parallel module is called before it is on its device",
     "parallel-before-move"},
    {"DistributedDataParallel( device_ids and output_device|'s? device_ids|.* device_ids) arguments? only work",
     "a module is made parallel before it is on its device", "parallel-before-move"},
    {"Cannot re-initialize CUDA in forked subprocess",
     "code that a forked worker runs uses the GPU: a dataset, or the function of a process", "forked-accelerator"},
    {"No backend type associated with device type|Tensors must be CUDA and dense",
     "a tensor on the CPU is handed to a collective of NCCL", "cpu-collective"},
    {"legacy constructor expects device type", "torch.Tensor(...) and its like create on the CPU only",
     "legacy-constructor"},
    {"argument should be a 1D CPU int64 tensor|to be on cpu, but it's on|only dense CPU tensors can be pinned",
     "an argument that PyTorch takes on the CPU only is on an accelerator", "cpu-only-argument"},
    {"'bool' object is not callable", "is_cuda and its like are attributes, not methods", "string-comparison"},
};

/// "wrapper_CUDA__index_select" and "_th_mm" are how PyTorch calls its operators inside.
StringRef operatorName(StringRef Method) {
  Method.consume_front("wrapper_");
  Method.consume_front("CUDA_");
  Method = Method.ltrim('_');
  Method.consume_front("th_");
  return Method;
}

std::string filled(StringRef Meaning, ArrayRef<StringRef> Groups) {
  std::string Out;
  while (!Meaning.empty()) {
    size_t Open = Meaning.find('{');
    Out += Meaning.substr(0, Open);
    if (Open == StringRef::npos)
      break;
    StringRef Group = Groups[Meaning[Open + 1] - '0'];
    // Not every release says which operator.
    if (Group.empty() && StringRef(Out).ends_with(" of '")) {
      Out.resize(Out.size() - strlen(" of '"));
      Meaning = Meaning.substr(Open + strlen("{1}'"));
      continue;
    }
    Out += operatorName(Group);
    Meaning = Meaning.substr(Open + strlen("{1}"));
  }
  return Out;
}

} // namespace

std::optional<ErrorMessage> findErrorMessage(StringRef Text) {
  for (const Known &K : Messages) {
    SmallVector<StringRef, 9> Groups;
    if (!Regex(K.Pattern).match(Text, &Groups))
      continue;
    ErrorMessage Result;
    // The whole line that it begins in.
    size_t At = Groups[0].begin() - Text.begin();
    size_t Begin = Text.rfind('\n', At) + 1;
    Result.Text = Text.slice(Begin, std::min(Text.find('\n', At), Text.size())).trim().str();
    Result.Meaning = filled(K.Meaning, Groups);
    SmallVector<StringRef, 12> Names;
    StringRef(K.Checks).split(Names, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef Name : Names)
      Result.Checks.push_back(("device-" + Name).str());
    return Result;
  }
  return std::nullopt;
}

std::vector<Frame> findFrames(StringRef Text) {
  static const Regex Pattern("File \"([^\"]+)\", line ([0-9]+)");
  std::vector<Frame> Frames;
  SmallVector<StringRef, 3> Groups;
  for (StringRef Rest = Text; Pattern.match(Rest, &Groups); Rest = Rest.substr(Groups[0].end() - Rest.begin())) {
    Frame F{Groups[1].str(), 0};
    if (Groups[2].getAsInteger(10, F.Line) || Groups[1].starts_with("<") || Groups[1].contains("/site-packages/") ||
        Groups[1].contains("/dist-packages/") || Groups[1].contains("/lib/python"))
      continue;
    Frames.push_back(std::move(F));
  }
  return Frames;
}

} // namespace devtidy::driver
