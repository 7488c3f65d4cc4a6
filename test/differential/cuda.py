"""Random CUDA programs: what the analyzer says of them, against what the shim sees when they run on simulated devices.

    cuda.py --program build/bin/device-tidy --library FOLDER-OF-libcudart --seed 7 --count 40 --folder DIR -- COMPILER ARGS

Each function of the generated file allocates some memory, passes pointers on, and copies, launches and reads. It runs in a
process of its own, since what dereferences memory of a device ends it. A finding of the analyzer that the shim does not
make is a false alarm. A finding of the shim that the analyzer does not make is a miss, and belongs to a class whose
statements say so in a comment: FN-branch (one side on one path, one on the other),
FN-cell (the address of a variable that is a pointer).
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys

PRELUDE = """\
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <memory>
#include <vector>
__global__ void scale(float *values, int count) { values[threadIdx.x] *= count; }
template <typename T> __global__ void add(const T *from, T *to) { to[threadIdx.x] += from[threadIdx.x]; }
#define CHECKED(call) do { if ((call) != cudaSuccess) cudaGetLastError(); } while (0)
struct Buffer {
  float *Data = nullptr;
  explicit Buffer(size_t n) { CHECKED(cudaMalloc(&Data, n)); }
  ~Buffer() { cudaFree(Data); }
  float *get() const { return Data; }
};
static float *reserve(size_t n) {
  float *p = nullptr;
  CHECKED(cudaMalloc((void **)&p, n));
  return p;
}
static void reserveInto(float **out, size_t n) { CHECKED(cudaMalloc(out, n)); }
struct Free {
  void operator()(float *p) const { cudaFree(p); }
};
struct Part {
  int Size;
  float *Data;
};
static Part partOnDevice() {
  Part p{16, nullptr};
  CHECKED(cudaMalloc(&p.Data, 64));
  return p;
}
__device__ float table[16];
template <typename T> T *make(size_t n) {
  void *p = nullptr;
  CHECKED(cudaMalloc(&p, n * sizeof(T)));
  return static_cast<T *>(p);
}
static void upload(float *to, const float *from) { cudaMemcpy(to, from, 64, cudaMemcpyHostToDevice); }
static volatile float seen;
"""
KINDS = ["HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Default"]
# How a pointer is made: declaration and side. The side is the generator's, to weigh what it does next; it decides nothing.
ALLOCATIONS = [
    ("float *{p}; CHECKED(cudaMalloc(&{p}, 64));", "device"),
    ("float *{p} = nullptr; cudaMalloc((void **)&{p}, 64);", "device"),
    ("float *{p} = reserve(64);", "device"),
    ("float *{p}; reserveInto(&{p}, 64);", "device"),
    ("Buffer {p}_owner(64); float *{p} = {p}_owner.get();", "device"),
    ("float *{p}; cudaMallocAsync(&{p}, 64, 0);", "device"),
    ("float *{p} = make<float>(16);", "device"),
    ("Part {p}_part = partOnDevice(); float *{p} = {p}_part.Data;", "device"),
    ("std::unique_ptr<float, Free> {p}_own(reserve(64)); float *{p} = {p}_own.get();", "device"),
    ("float *{p}; size_t {p}_pitch; CHECKED(cudaMallocPitch(&{p}, &{p}_pitch, 64, 1));", "device"),
    ("std::vector<float *> {p}_all(2); CHECKED(cudaMalloc(&{p}_all[0], 64)); float *{p} = {p}_all[0];", "device"),
    ("float *{p} = (float *)malloc(64);", "host"),
    ("Part {p}_part{{16, new float[16]}}; float *{p} = {p}_part.Data;", "host"),
    ("float *{p} = (float *)std::calloc(16, 4);", "host"),
    ("float *{p}; CHECKED(cudaHostAlloc((void **)&{p}, 64, cudaHostAllocDefault));", "both"),
    ("float *{p} = new float[16];", "host"),
    ("float {p}[16] = {{1, 2}};", "host"),
    ("std::vector<float> {p}_all(16); float *{p} = {p}_all.data();", "host"),
    ("auto {p}_own = std::make_unique<float[]>(16); float *{p} = {p}_own.get();", "host"),
    ("float *{p}; cudaMallocHost(&{p}, 64);", "both"),
    ("float *{p}; cudaMallocManaged(&{p}, 64);", "both"),
]


class Function:
    """The text of one function, line by line."""

    def __init__(self, choose: random.Random, number: int):
        self.choose, self.lines = choose, [f"static void f{number}(bool flag) {{"]
        self.pointers: list[tuple[str, str]] = []
        for n in range(choose.randint(2, 4)):
            text, side = choose.choice(ALLOCATIONS)
            self.add(text.format(p=f"p{n}"))
            self.pointers.append((f"p{n}", side))
        for _ in range(choose.randint(2, 6)):
            self.use()
        self.last()
        self.add("}")

    def add(self, line: str) -> None:
        self.lines.append("  " + line)

    def pick(self) -> str:
        name, _ = self.choose.choice(self.pointers)
        return name + self.choose.choice(["", "", " + 0"])

    def use(self) -> None:
        kind = "cudaMemcpy" + self.choose.choice(KINDS)
        match self.choose.randrange(15):
            case 0 | 1 | 2:
                self.add(f"cudaMemcpy({self.pick()}, {self.pick()}, 64, {kind});")
            case 3:
                self.add(f"CHECKED(cudaMemcpyAsync({self.pick()}, {self.pick()}, 64, {kind}, 0));")
            case 4:
                self.add(f"scale<<<1, 16>>>({self.pick()}, 3);")
            case 5:
                self.add(f"add<float><<<1, 16>>>({self.pick()}, {self.pick()});")
            case 6:
                a, b, name = self.pick(), self.pick(), f"q{len(self.lines)}"
                self.add(f"float *{name} = flag ? {a} : {b};")
                self.add(f"scale<<<1, 16>>>({name}, 3); // FN-branch")
            case 7:
                # The shim tells of each place once, and the copy is one place.
                if not any("upload(" in line for line in self.lines):
                    self.add(f"if (flag) upload({self.pick()}, {self.pick()});")
            case 8:
                self.add(f"CHECKED(cudaMemset({self.pick()}, 0, 64));")
            case 9:
                self.add(f"CHECKED(cudaMemcpy2D({self.pick()}, 16, {self.pick()}, 16, 16, 4, {kind}));")
            case 10:
                given = self.choose.choice(["", f", 0, {kind}"])
                self.add(f"CHECKED(cudaMemcpyToSymbol(table, {self.pick()}, 64{given}));")
            case 11:
                given = self.choose.choice(["", f", 0, {kind}"])
                self.add(f"CHECKED(cudaMemcpyFromSymbol({self.pick()}, table, 64{given}));")
            case 12:
                self.add(f"CHECKED(cudaMemcpyPeer({self.pick()}, 0, {self.pick()}, 0, 64));")
            case 13:
                (a, _), (b, _) = self.choose.sample(self.pointers, 2)
                if all("[16]" not in line for line in self.lines if f" {a}[" in line or f" {b}[" in line):
                    self.add(f"std::swap({a}, {b});")
            case 14:
                name, inside = f"box{len(self.lines)}", self.choose.choice(["->Data", "[0].Data"])
                self.add(f"Part *{name}; CHECKED(cudaMalloc(&{name}, sizeof(Part))); float *{name}_p = {self.pick()};")
                self.add(f"CHECKED(cudaMemcpy(&{name}{inside}, &{name}_p, sizeof(float *), {kind})); // FN-cell")

    def last(self) -> None:
        """What may end the process."""
        match self.choose.randrange(4):
            case 0:
                self.add(f"seen = ({self.pick()})[1];")
            case 1:
                self.add(f"*({self.pick()}) = 3;")
            case 2:
                self.add(f"std::memcpy({self.pick()}, {self.pick()}, 16);")


def run(*command: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("compiler", nargs="+")
    options = parser.parse_args()
    choose = random.Random(options.seed)
    lines = PRELUDE.splitlines()
    owner: dict[int, int] = {}  # line: function
    for number in range(options.count):
        for line in Function(choose, number).lines:
            lines.append(line)
            owner[len(lines)] = number
    lines.append("int main(int, char **words) {")
    lines += ["  switch (std::atoi(words[1])) {"]
    lines += [f"  case {n}: f{n}(words[2][0] == '1'); break;" for n in range(options.count)]
    lines += ["  }", "}"]
    options.folder.mkdir(parents=True, exist_ok=True)
    source, binary = options.folder / "random.cu", options.folder / "random"
    source.write_text("\n".join(lines) + "\n")
    built = run(*options.compiler, "-O0", "-g", str(source), f"-L{options.library}", "-l:libcudart.so.13", "-o", str(binary))
    if built.returncode:
        print(built.stderr)
        return 1

    checked = run(options.program, "check", "--isolated", "--select", "device-*", "--output-format", "json", str(source))
    ours = ("device-wrong-copy-direction", "device-host-pointer-in-kernel", "device-host-dereference")
    static = {(f["line"], f["check"]) for f in json.loads(checked.stdout)["findings"] if f["check"] in ours}
    dynamic: set[tuple[int, str]] = set()
    for number in range(options.count):
        for flag in "01":
            log = options.folder / f"log-{number}-{flag}"
            for old in options.folder.glob(log.name + ".*"):
                old.unlink()
            ran = run(options.program, "run", "--devices", "2", "--", str(binary), str(number), flag,
                      env={"DEVICE_TIDY_OPTIONS": f"format=json:log_path={log}", "PATH": "/usr/bin:/bin"})
            if ran.returncode not in (0, -11, -6):
                print(f"f{number} ended with {ran.returncode}: {ran.stderr}")
                return 1
            for file in options.folder.glob(log.name + ".*"):
                for found in json.loads(file.read_text())["findings"]:
                    places = [found, *found["stack"]]
                    line = next((p["line"] for p in places if p.get("line") in owner), 0)
                    dynamic.add((line, found["check"]))
    misses = collections.Counter()
    bad = 0
    for line, check in sorted(static - dynamic):
        print(f"{source}:{line}: false alarm: {check}: {lines[line - 1].strip()}")
        bad += 1
    for line, check in sorted(dynamic - static):
        text = lines[line - 1]
        if "// FN-" not in text:
            print(f"{source}:{line}: miss: {check}: {text.strip()}")
            bad += 1
        misses[text.rpartition("// FN-")[2] if "// FN-" in text else "other"] += 1
    print(f"{options.count} functions, {len(static & dynamic)} findings agree, {bad} do not,"
          f" misses by class: {', '.join(f'{k} {v}' for k, v in sorted(misses.items())) or 'none'}")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
