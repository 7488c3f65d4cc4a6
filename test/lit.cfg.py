"""Configuration of all suites. A suite is a folder; a test is a file with RUN lines outside Inputs/.

%device_tidy      the command line program
%clang_tidy       stock clang-tidy-22
%dt_clang_tidy    clang-tidy with the checks inside
%dt_clangd        clangd with the checks inside
%plugin           DeviceTidyModule.so, for clang-tidy -load
%clangxx          clang++-22
%llvm_include     folder of LLVM's headers
%torch_flags      flags with which LibTorch parses
%torch_pch        path of a precompiled header of LibTorch without function bodies, made with %torch_flags:
                  -include-pch %torch_pch
%instrument       compiles and links a program of LibTorch with the pass, -O2 -g, and the precompiled header of test/pass
%not_instrumented the same without the pass
%python           Python with torch and the test tools
%torch            folder of the torch package
%torch_release    its release: 2.13.0
%torch_libraries  the name of the folder of build/lib with the libraries that fit it
%cuda             folder of a CUDA Toolkit or of its wheels (REQUIRES: cuda-toolkit)
%python_headers   folder of Python.h (REQUIRES: python-headers)
%further          another release of torch (REQUIRES: further-release), the newest that tools/releases has brought
                  and the build has libraries for; %further_python its Python, %further_libraries as above
%programs         folder of what the suites have compiled with that LibTorch, build/test
%src_root, %build_root, %unit_root (folder of the googletest programs)

FileCheck, not, count, split-file and the other LLVM tools are on PATH.
"""

import os
import platform
import re
import sysconfig

import lit.formats

config.name = "device-tidy"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".cpp", ".cu", ".c", ".ir", ".dir", ".md"]
config.excludes = ["Inputs", "bench", "corpus", "README.md"]
config.test_source_root = os.path.join(config.source_root, "test")
# Where what the tests of programs compile with one release of LibTorch is (tools/test-releases has others).
config.programs = getattr(config, "programs", os.path.join(config.build_root, "test"))
config.test_exec_root = config.programs


def executable(name):
    return os.path.join(config.build_root, "bin", name)


run_flags = (
    f"-std=c++20 -O2 -g -include-pch {config.programs}/pass/torch.pch -isystem {config.torch}/include"
    f" -isystem {config.torch}/include/torch/csrc/api/include -L{config.torch}/lib -Wl,-rpath,{config.torch}/lib"
    " -ltorch -ltorch_cpu -lc10"
)

def release_of(torch):
    """The version of a torch package, "" if it is not there."""
    version = os.path.join(torch, "version.py")
    if not os.path.exists(version):
        return ""
    with open(version) as file:
        return re.search(r"^__version__ = ['\"](\d+\.\d+\.\d+)", file.read(), re.MULTILINE)[1]


def libraries_of(release):
    """The name of the folder of libraries that fit a release, torch-2.13.0 or torch-2.14.0-1; "" if it is not built."""
    minor, _, patch = release.rpartition(".")
    for name in os.listdir(os.path.join(config.build_root, "lib")):
        found = re.fullmatch(rf"torch-{re.escape(minor)}\.(\d+)(?:-(\d+))?", name)
        if found and int(found[1]) <= int(patch) <= int(found[2] or found[1]):
            return name
    return ""


def further_release():
    """The environment and the libraries of the newest further release; ("", "") if there is none."""
    root = os.path.join(config.source_root, "build", "releases")
    names = [name for name in (os.listdir(root) if os.path.isdir(root) else ()) if libraries_of(name)]
    newest = max(names, key=lambda name: [int(number) for number in name.split(".")], default="")
    return (os.path.join(root, newest), libraries_of(newest)) if newest else ("", "")


further, further_libraries = further_release()
# tools/test-releases is started by such a test, and starts none. Tables are generated with the release of build/venv.
if config.programs == os.path.join(config.build_root, "test"):
    config.available_features.add("base-release")
else:
    further = ""

# Only whole words: %torch is not the beginning of %torch_pch.
for name, value in {
    "device_tidy": executable("device-tidy"),
    "clang_tidy": os.path.join(config.llvm_tools, "clang-tidy"),
    "dt_clang_tidy": executable("device-tidy-clang-tidy"),
    "dt_clangd": executable("device-tidy-clangd"),
    "plugin": os.path.join(config.build_root, "lib", "DeviceTidyModule.so"),
    "clangxx": os.path.join(config.llvm_tools, "clang++"),
    "llvm_include": config.llvm_include,
    "torch_flags": config.torch_flags,
    "torch_pch": config.torch_pch,
    "torch": config.torch,
    "torch_release": release_of(config.torch),
    "torch_libraries": libraries_of(release_of(config.torch)),
    "instrument": f"{executable('device-tidy-clang++')} {run_flags}",
    "not_instrumented": f"{os.path.join(config.llvm_tools, 'clang++')} {run_flags}",
    "cuda": config.cuda,
    "python": config.python,
    "src_root": config.source_root,
    "build_root": config.build_root,
    "programs": config.programs,
    "further": os.path.basename(further),
    "further_python": os.path.join(further, "bin", "python"),
    "further_libraries": further_libraries,
    "unit_root": os.path.join(config.test_exec_root, "unit"),
}.items():
    config.substitutions.append((rf"%{name}\b", value))

path = [os.path.join(config.build_root, "bin"), config.llvm_tools, os.path.dirname(config.python)]
config.environment["PATH"] = os.pathsep.join(path + [os.environ["PATH"]])
# A run must not read or fill the cache of the person who runs the tests.
# Whether a repair is safe hangs on who calls what is repaired, in the whole project: that is not what other suites leave.
os.makedirs(os.path.join(config.test_exec_root, "fixes"), exist_ok=True)
with open(os.path.join(config.test_exec_root, "fixes", "pyproject.toml"), "w", encoding="utf-8"):
    pass
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["DEVICE_TIDY_PYTHON"] = config.python
# Of the sanitizers' preset: LLVM gives threads a signal stack of its own, which AddressSanitizer cannot unmap.
config.environment["ASAN_OPTIONS"] = "use_sigaltstack=0"
for name in ("HOME", "CCACHE_DIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "CI"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if os.path.exists(config.torch_pch):
    config.available_features.add("torch")
if os.path.exists(os.path.join(config.programs, "pass", "torch.pch")):
    config.available_features.add("instrument")
if os.path.exists(os.path.join(config.programs, "pass", "libdt-hooks-tsan.a")):
    config.available_features.add("hooks-tsan")
if os.path.exists(os.path.join(config.build_root, "lib", "libdevice_tidy_interpose.so")):
    config.available_features.add("interpose")
if further:
    config.available_features.add("further-release")
if os.path.exists(os.path.join(os.path.dirname(config.torch), "pytest")):
    config.available_features.add("pytest")
if os.path.exists(os.path.join(os.path.dirname(config.torch), "scikit_build_core")):
    config.available_features.add("wheel")
if os.path.exists(os.path.join(config.cuda, "include", "cuda_runtime.h")):
    config.available_features.add("cuda-toolkit")
    if any(os.path.exists(os.path.join(config.cuda, lib, "libcudart_static.a")) for lib in ("lib", "lib64")):
        config.available_features.add("cudart-static")
python_headers = sysconfig.get_paths()["include"]
config.substitutions.append((r"%python_headers\b", python_headers))
if os.path.exists(os.path.join(python_headers, "Python.h")):
    config.available_features.add("python-headers")
if platform.machine() == "x86_64":
    config.available_features.add("x86")
if os.geteuid() == 0:
    config.available_features.add("root")
for name in ("device-tidy", "device-tidy-clang-tidy", "device-tidy-clangd"):
    if os.path.exists(executable(name)):
        config.available_features.add(name)

# One test that hangs costs minutes, not the run.
if lit_config.maxIndividualTestTime == 0:
    supported, _ = lit.util.killProcessAndChildrenIsSupported()
    if supported:
        lit_config.maxIndividualTestTime = 1200
