//===- Release.h - The libraries that fit one release of LibTorch -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An installation has them for several releases: lib/torch-2.13.0/libdevice_tidy_sim.so and its like, beside the
// libraries that fit all (docs/decisions/releases-of-torch.md). The functions are for libraries that link no C++
// library. Includes nothing of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_RELEASE_H
#define DEVTIDY_RUNTIME_ABI_RELEASE_H

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace devtidy::abi {

/// The library that has the simulated devices, and the one that instrumented code calls in the end.
inline constexpr char SimulatorLibrary[] = "libdevice_tidy_sim.so", VerifyLibrary[] = "libdevice_tidy_verify.so";

struct Version {
  char Text[64] = ""; ///< "2.13.0"; "" if it is not known
  int Major = -1, Minor = -1, Patch = -1;
};

/// Reads a number behind a character, if that is one, and goes on behind it; false if there is none.
inline bool readNumber(const char *&At, char Before, int &Into) {
  const char *Begin = At + (Before ? 1 : 0);
  if ((Before && *At != Before) || *Begin < '0' || *Begin > '9')
    return false;
  char *End = nullptr;
  Into = static_cast<int>(strtol(Begin, &End, /*base=*/10));
  At = End;
  return true;
}

/// Reads the beginning of <folder>/../<name>; false if there is no such file.
inline bool readBeside(const char *Folder, const char *Name, char *Text, size_t Size) {
  char Path[PATH_MAX];
  snprintf(Path, sizeof Path, "%s/../%s", Folder, Name);
  int File = open(Path, O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return false;
  ssize_t Length = read(File, Text, Size - 1);
  close(File);
  Text[Length > 0 ? Length : 0] = 0;
  return Length > 0;
}

/// The release of the LibTorch in a folder (of libtorch_cpu.so): of its package's version.py, or of the build-version
/// file of a LibTorch archive. Neither may be there, as where a distribution has packaged it.
inline Version versionOf(const char *TorchFolder) {
  Version V;
  char Text[512];
  const char *Begin = nullptr;
  if (readBeside(TorchFolder, "version.py", Text, sizeof Text)) {
    Begin = strstr(Text, "__version__ = ");
    Begin = Begin ? strpbrk(Begin, "'\"") : nullptr;
    Begin = Begin ? Begin + 1 : nullptr;
  } else if (readBeside(TorchFolder, "build-version", Text, sizeof Text)) {
    Begin = Text;
  }
  size_t Length = Begin ? strspn(Begin, "0123456789.") : 0;
  snprintf(V.Text, sizeof V.Text, "%.*s", static_cast<int>(Length), Begin ? Begin : "");
  const char *At = V.Text;
  (void)(readNumber(At, 0, V.Major) && readNumber(At, '.', V.Minor) && readNumber(At, '.', V.Patch));
  return V;
}

/// The releases that the folder Own (lib/ of the installation) has a library for, oldest first.
class Releases {
public:
  Releases(const char *Own, const char *Library) {
    DIR *Folder = opendir(Own);
    while (const dirent *Entry = Folder ? readdir(Folder) : nullptr) {
      Release R;
      char Path[PATH_MAX];
      snprintf(Path, sizeof Path, "%s/%s/%s", Own, Entry->d_name, Library);
      if (R.read(Entry->d_name) && Count != Max && access(Path, F_OK) == 0)
        insert(R);
    }
    if (Folder)
      closedir(Folder);
  }

  bool empty() const { return !Count; }

  /// Writes the path of the library for a version; of one that is not known, that of the only release there is.
  bool find(const char *Own, const Version &V, const char *Library, char *Path, size_t Size) const {
    for (unsigned I = 0; I != Count; ++I)
      if (List[I].has(V) || (!*V.Text && Count == 1)) {
        snprintf(Path, Size, "%s/%s/%s", Own, List[I].Name, Library);
        return true;
      }
    return false;
  }

  /// Writes "2.12.1, 2.13.0 and 2.15.0".
  void write(char *Text, size_t Size) const {
    unsigned All = 0, Written = 0;
    for (unsigned I = 0; I != Count; ++I)
      All += static_cast<unsigned>(List[I].Last - List[I].First + 1);
    size_t Used = 0;
    snprintf(Text, Size, "no release");
    for (unsigned I = 0; I != Count; ++I)
      for (int Patch = List[I].First; Patch <= List[I].Last && Used < Size; ++Patch, ++Written) {
        const char *const Before = !Written ? "" : Written + 1 == All ? " and " : ", ";
        Used += static_cast<size_t>(
            snprintf(Text + Used, Size - Used, "%s%d.%d.%d", Before, List[I].Major, List[I].Minor, Patch));
      }
  }

private:
  /// What the name of a folder says: "torch-2.13.0", "torch-2.14.0-1" for 2.14.0 and 2.14.1.
  struct Release {
    char Name[64];
    int Major, Minor, First, Last;

    bool read(const char *Folder) {
      constexpr char Prefix[] = "torch-";
      constexpr size_t Length = sizeof Prefix - 1;
      snprintf(Name, sizeof Name, "%s", Folder);
      const char *At = Folder + Length;
      if (strncmp(Folder, Prefix, Length) != 0 || !readNumber(At, 0, Major) || !readNumber(At, '.', Minor) ||
          !readNumber(At, '.', First))
        return false;
      Last = First;
      return !*At || (readNumber(At, '-', Last) && !*At);
    }
    bool has(const Version &V) const {
      return Major == V.Major && Minor == V.Minor && First <= V.Patch && V.Patch <= Last;
    }
    bool isAfter(const Release &R) const {
      return Major != R.Major ? Major > R.Major : Minor != R.Minor ? Minor > R.Minor : First > R.First;
    }
  };
  static constexpr unsigned Max = 64;
  Release List[Max];
  unsigned Count = 0;

  void insert(const Release &R) {
    unsigned At = Count++;
    for (; At && List[At - 1].isAfter(R); --At)
      List[At] = List[At - 1];
    List[At] = R;
  }
};

/// Writes the path of a library for the LibTorch in TorchFolder; false, and one line without its end, "this program
/// uses PyTorch 2.9.1; this installation has simulated devices for 2.13.0 and 2.15.0", if there is none. What is "has
/// simulated devices".
inline bool findForTorch(const char *Own, const char *TorchFolder, const char *Library, const char *What, char *Path,
                         size_t Size) {
  const Version V = versionOf(TorchFolder);
  const Releases Known(Own, Library);
  if (Known.find(Own, V, Library, Path, Size))
    return true;
  char List[512];
  Known.write(List, sizeof List);
  snprintf(Path, Size, "this program uses %s%s; this installation %s for %s",
           *V.Text ? "PyTorch " : "a LibTorch that does not say of which release it is", V.Text, What, List);
  return false;
}

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_RELEASE_H
