//===- ClangTidyOptions.cpp - Options of checks in .clang-tidy ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Settings.h"
#include "report/ReadFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

std::string scalar(yaml::Node *Node) {
  SmallString<32> Storage;
  auto *Scalar = dyn_cast_or_null<yaml::ScalarNode>(Node);
  return Scalar ? Scalar->getValue(Storage).str() : std::string();
}

class OptionReader {
public:
  explicit OptionReader(StringMap<std::string> &Into) : Into(Into) {}

  void readRoot(yaml::Node *Root) {
    auto *Map = dyn_cast_or_null<yaml::MappingNode>(Root);
    if (!Map)
      return;
    for (yaml::KeyValueNode &Entry : *Map) {
      if (scalar(Entry.getKey()) == "CheckOptions")
        readOptions(Entry.getValue());
      else
        Entry.skip();
    }
  }

private:
  /// Both forms: a map of options, and the older list of {key, value}.
  void readOptions(yaml::Node *Node) {
    if (auto *Map = dyn_cast_or_null<yaml::MappingNode>(Node)) {
      for (yaml::KeyValueNode &Entry : *Map) {
        std::string Name = scalar(Entry.getKey());
        add(Name, scalar(Entry.getValue()));
      }
    } else if (auto *List = dyn_cast_or_null<yaml::SequenceNode>(Node)) {
      for (yaml::Node &Item : *List)
        readPair(dyn_cast<yaml::MappingNode>(&Item));
    }
  }

  void readPair(yaml::MappingNode *Pair) {
    std::string Name, Value;
    if (!Pair)
      return;
    for (yaml::KeyValueNode &Entry : *Pair) {
      bool IsKey = scalar(Entry.getKey()) == "key";
      (IsKey ? Name : Value) = scalar(Entry.getValue());
    }
    add(Name, Value);
  }

  /// Options of other checks are none of our business.
  void add(StringRef Name, StringRef Value) {
    if (checks::findCheck(Name.rsplit('.').first))
      Into.try_emplace(Name, Value.str());
  }

  StringMap<std::string> &Into;
};

struct FirstError {
  std::string Path, Text;

  static void handle(const SMDiagnostic &D, void *Context) {
    auto &Self = *static_cast<FirstError *>(Context);
    if (Self.Text.empty())
      Self.Text =
          (Self.Path + ":" + Twine(D.getLineNo()) + ":" + Twine(D.getColumnNo() + 1) + ": " + D.getMessage()).str();
  }
};

} // namespace

Expected<std::optional<StringMap<std::string>>> clangTidyOptionsIn(StringRef Folder) {
  const std::string Path = (Folder + "/.clang-tidy").str();
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFileIfThere(Path);
  if (!Buffer)
    return Buffer.takeError();
  if (!*Buffer)
    return std::nullopt;
  StringMap<std::string> Options;
  SourceMgr Sources;
  FirstError Failure{Path, ""};
  Sources.setDiagHandler(FirstError::handle, &Failure);
  yaml::Stream Stream((*Buffer)->getMemBufferRef(), Sources);
  if (auto Document = Stream.begin(); Document != Stream.end())
    OptionReader(Options).readRoot(Document->getRoot());
  if (Stream.failed())
    return createStringError(inconvertibleErrorCode(), Failure.Text.empty() ? Path + ": malformed" : Failure.Text);
  return Options;
}

} // namespace devtidy::driver
