//===- Files.h - Questions about files ---------------------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_FILES_H
#define DEVTIDY_KNOWLEDGE_FILES_H

#include <string_view>

namespace devtidy::knowledge {

/// True for an address of weights that PyTorch publishes, which were saved on the CPU.
bool isAddressOfPyTorch(std::string_view Address);
/// True for functions, and for methods of paths, that ask whether a file is there: os.path.exists, is_file.
bool asksForFile(std::string_view Name);
/// True for functions that put a path together from their arguments, or give the one argument as a path:
/// os.path.join, pathlib.Path.
bool joinsPaths(std::string_view Function);
/// True for the methods of a path that put it together with what they are given: joinpath.
bool joinsToPath(std::string_view Method);
/// True for the methods that give the path from the root on: resolve.
bool givesWholePath(std::string_view Method);
/// True for functions that give the one path that they are given, spelled in another way: str, pathlib.Path.
bool respellsPath(std::string_view Function);
/// True for the methods that give the path itself, spelled in another way: as_posix, resolve.
bool givesSamePath(std::string_view Method);
/// True for functions that make a copy of a file, or give it another name; they are given both: shutil.copy, os.rename.
bool copiesFile(std::string_view Function);
/// True for the methods of a path that give its file the name that they are given: rename.
bool renamesFile(std::string_view Method);
/// True for functions that make a file, or a folder, of a name that nobody has: tempfile.mkdtemp.
bool makesTemporary(std::string_view Function);
/// True for the parameters of tests that are given such a folder: tmp_path.
bool namesTemporary(std::string_view Parameter);
/// True for methods whose names say that they give the path of something, and no new one: `path`, `get_file`.
bool namesPath(std::string_view Method);
/// True for what bytes of elsewhere are written to a file, or to a folder, with: urlretrieve, extractall, write.
bool fetchesFile(std::string_view Called);

/// True for names of what a program keeps beside weights to know how far it has come, and which is a number, a text or
/// an option: `epoch`, `best_acc`, `config`.
bool namesProgress(std::string_view Name);

/// True for functions that run another program, which may bring anything: os.system, subprocess.run.
bool runsProgram(std::string_view Function);
/// True for what brings nothing to the folder that it is given, as its name says: it saves there what the program has,
/// reads what is there, or writes its name somewhere: `export`, `from_pretrained`, `info`.
bool bringsNothing(std::string_view Called);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_FILES_H
