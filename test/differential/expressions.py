# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions over the variables in scope.

The first letter of a name says what it holds, and the functions and methods of a program are named h and m before that
letter: hx3 returns a matrix.

    x  2 x 2 floats    s  a 0-dim float    i  two integers     k  a 2 x 2 mask
    l  a list of x     d  a dict of x      p  a pair of x      v  a device
    n  a module that takes an x and gives one                  e  an embedding
    o  an object of a class of the program                     b, n...  arguments of main

Left out, because FakeTensorMode decides otherwise than the kernels (test/knowledge/exemptions.tsv): convolutions,
which it takes to be on the device of the input; 0-dim operands of where, addcmul, addcdiv, lerp, masked_fill and as a
bias; new_tensor, which it creates on cuda:0 for every accelerator. Left out, because nothing can run them without
data: nonzero, masked_select, item, tolist, numpy.
"""

import ast

UNARY = ("relu", "exp", "tanh", "abs", "sigmoid", "clone", "neg", "square", "float", "contiguous", "detach")
VIEWS = ("{}.t()", "{}.T", "{}.view(2, 2)", "{}.reshape(4).view(2, 2)", "{}.transpose(0, 1)", "{}[:]", "{}.mT",
         "{}.unsqueeze(0).squeeze(0)", "{}.permute(1, 0)", "{}[0:2, :]", "{}.expand(2, 2)",
         "{}.flatten().reshape(2, 2)",
         "torch.transpose({}, 0, 1)", "{}.requires_grad_(False)", "{}[None][0]", "{}.swapaxes(0, 1)")  # fmt: skip
FUNCTIONS = ("torch.relu({})", "F.relu({})", "F.softmax({}, dim=-1)", "torch.exp({})", "F.gelu({})",
             "{}.softmax(dim=1)",
             "F.dropout({}, 0.5)", "{}.clamp(0, 1)", "{}.cumsum(0)", "torch.sqrt({})", "F.normalize({}, dim=1)",
             "{}.roll(1, 0)", "torch.tril({})", "{}.sort(dim=0).values", "{}.to(torch.float32)",
             "{}.type(torch.float32)",
             "{}.sum(0, keepdim=True).expand(2, 2)", "torch.flip({}, [0])", "F.layer_norm({}, (2,))",
             "{} ** 2")  # fmt: skip
BINARY = ("{} + {}", "{} - {}", "{} * {}", "{} / {}", "{} @ {}", "torch.add({}, {})", "{}.mul({})",
          "torch.matmul({}, {})",
          "{}.maximum({})", "torch.minimum({}, {})", "torch.add({}, {}, alpha=2)", "torch.mm({}, {})", "{}.matmul({})",
          "{}.lerp({}, 0.5)", "F.linear({}, {})", 'torch.einsum("ij,jk->ik", {}, {})', "torch.cat([{}, {}])[:2]",
          "torch.stack([{}, {}])[0]", "torch.cat(({}, {}), dim=1)[:, :2]", "torch.stack(({}, {}), dim=0).sum(0)",
          "torch.sub(input={}, other={})", "{}.atan2({})", "torch.hypot({}, {})", "torch.pow({}, {})",
          "torch.bmm({}[None], {}[None])[0]",
          "torch.vstack([{}, {}])[2:]", "torch.cdist({}, {})", "{}.sub({})", "{}.div(other={})")  # fmt: skip
COMPARE = ("{} > {}", "{} == {}", "{}.lt({})", "torch.ge({}, {})", "{} != {}", "torch.isclose({}, {})")


class Expressions:
    """Makes expressions; self.scope maps a kind to the names in scope."""

    def __init__(self, random, devices):
        self.random, self.devices = random, devices
        self.scope = {kind: [] for kind in "xsikldpvneob"}
        self.helpers = {kind: [] for kind in "xsldp"}  # name -> kinds of its parameters

    def chance(self, p):
        return self.random.random() < p

    def pick(self, *choices):
        return self.random.choice(choices)

    def known(self, kind):
        return self.scope[kind] and self.random.choice(self.scope[kind])

    def make(self, kind, depth=2):
        """An expression of a kind; at depth 0 a name, where there is one, or a display."""
        names = self.scope[kind]
        if names and (depth <= 0 or self.chance(0.45)):
            return self.random.choice(names)
        if depth > 0 and self.scope["b"] and kind != "v" and self.chance(0.04):
            return f"({self.make(kind, depth - 1)} if {self.known('b')} else {self.make(kind, depth - 1)})"
        return getattr(self, "make_" + kind)(depth)

    def atom(self, kind, depth=1):
        """An expression that a method can be called on."""
        text = self.make(kind, depth)
        return text if text.isidentifier() or self.is_primary(text) else f"({text})"

    @staticmethod
    def is_primary(text):
        return isinstance(ast.parse(text, mode="eval").body, (ast.Call, ast.Subscript, ast.Attribute, ast.Name))

    # Devices.

    def make_v(self, depth=1):
        pick = self.random.random()
        if self.scope["v"] and pick < 0.35:
            return self.known("v")
        if self.scope["x"] and pick < 0.5:
            return f"{self.known('x')}.device"
        name = self.random.choice(self.devices)
        if pick < 0.65:
            return f'torch.device("{name}")'
        if pick < 0.7 and ":" in name:
            return f'torch.device("cuda", {name[-1]})'
        if pick < 0.73:
            return f'torch.device("{name}" if torch.cuda.is_available() else "cpu")'
        if pick < 0.77 and self.scope["b"]:
            return f'("{name}" if {self.known("b")} else "{self.random.choice(self.devices)}")'
        if pick < 0.8 and self.scope["e"]:
            return f"next({self.known('e')}.parameters()).device"
        return f'"{name}"'

    def placed(self, dtype=""):
        """What stands behind the shape in a factory."""
        options = [dtype] if dtype else []
        if self.chance(0.6):
            options.append(f"device={self.make_v()}")
        self.random.shuffle(options)
        return "".join(", " + option for option in options)

    def moved(self, kind, depth):
        x = self.atom(kind, depth - 1)
        pick = self.random.random()
        if pick < 0.5:
            return f"{x}.to({self.make_v()})"
        if pick < 0.6:
            return f"{x}.to(device={self.make_v()})"
        if pick < 0.7:
            return f"{x}.cpu()"
        if pick < 0.8:
            return self.moved_to_cuda(x)
        if pick < 0.9:
            return f"{x}.to({self.make(kind, 0)})"
        return f"{x}.to({self.make_v()}, non_blocking=True)"

    def moved_to_cuda(self, x):
        name = self.random.choice([name for name in self.devices if name != "cpu"])
        return f"{x}.cuda({name[5:]})" if ":" in name else f"{x}.cuda()"

    # Tensors.

    def make_x(self, depth):
        pick = self.random.random()
        if depth <= 0 or pick < 0.2:
            return self.made_matrix()
        if pick < 0.35:
            return self.moved("x", depth)
        if pick < 0.43:
            return self.random.choice(VIEWS).format(self.atom("x", depth - 1))
        if pick < 0.47:
            return f"{self.atom('x', depth - 1)}.{self.random.choice(UNARY)}()"
        if pick < 0.53:
            return self.random.choice(FUNCTIONS).format(self.atom("x", depth - 1))
        if pick < 0.7:
            return self.random.choice(BINARY).format(self.atom("x", depth - 1), self.atom("x", depth - 1))
        if pick < 0.8:
            return self.mixed_matrix(depth - 1)
        if pick < 0.86:
            return self.item_of_container(depth - 1)
        return self.called("x", depth - 1)

    def made_matrix(self):
        if self.scope["x"] and self.chance(0.25):
            x = self.known("x")
            return self.pick(f"torch.zeros_like({x})", f"torch.ones_like({x}{self.placed()})", f"{x}.new_zeros(2, 2)",
                             f"{x}.new_ones((2, 2){self.placed()})", f"torch.rand_like({x})",
                             f"{x}.new_full((2, 2), 1.5)",
                             f"torch.empty_like({x})", f"{x}.new_empty((2, 2))",
                             f"torch.zeros(2, 2, device={x}.device)", f"torch.ones({x}.shape)")  # fmt: skip
        placed = self.placed()
        return self.pick(f"torch.ones(2, 2{placed})", f"torch.zeros((2, 2){placed})", f"torch.rand(2, 2{placed})",
                         f"torch.randn(2, 2{placed})", f"torch.full((2, 2), 1.5{placed})", f"torch.eye(2{placed})",
                         f"torch.tensor([[1.0, 2.0], [3.0, 4.0]]{placed})", f"torch.empty(2, 2{placed})",
                         f"torch.arange(4.0{placed}).view(2, 2)",
                         f"torch.linspace(0, 1, 4{placed}).reshape(2, 2)")  # fmt: skip

    def mixed_matrix(self, depth):
        x, y, z = (self.atom("x", depth) for _ in range(3))
        s, i, k = self.atom("s", depth), self.atom("i", depth), self.atom("k", depth)
        return self.pick(f"{x} * {s}", f"{s} + {x}", f"{x} / {s}", f"torch.mul({x}, {s})", f"{x} * 2", f"1.0 - {x}",
                         f"{x}[{i}]", f"{x}[:, {i}]", f"{x}.index_select(0, {i})", f"torch.index_select({x}, 1, {i})",
                         f"torch.where({k}, {x}, {y})", f"torch.where({k}, {x}, 0.0)", f"{x}.where({k}, {y})",
                         f"{x}.masked_fill({k}, 0.0)", f"torch.addmm({x}, {y}, {z})", f"{x} * {k}",
                         f"{x}.index_add(0, {i}, {y})", f"{x}.index_copy(0, {i}, {y})", f"F.one_hot({i}, 2).float()",
                         f"torch.baddbmm({x}[None], {y}[None], {z}[None])[0]",
                         f"torch.gather({x}, 0, {i}[None])[[0, 0]]",
                         f"F.linear({x}, {y}, {z}[0])", f"F.embedding({i}, {x})", f"{x}.scatter(0, {i}[None], 1.0)",
                         f"torch.addcmul({x}, {y}, {z})", f"torch.stack([{x}, {y}, {z}]).mean(0)", f"{x} + {y} * {z}",
                         f"F.batch_norm({x}, {y}[0], {z}[0])", f"torch.clamp({x}, {y}, {z})")  # fmt: skip

    def item_of_container(self, depth):
        if self.scope["l"] and self.chance(0.4):
            name = self.known("l")
            return self.pick(f"{name}[0]", f"{name}[-1]", f"torch.stack({name})[0]", f"sum({name})",
                             f"torch.cat({name})[:2]")
        if self.scope["d"] and self.chance(0.6):
            return self.known("d") + self.pick('["a"]', '["b"]', '.get("a")')
        if self.scope["p"]:
            return self.known("p") + self.pick("[0]", "[1]")
        return self.called("x", depth)

    def called(self, kind, depth):
        """A call of a helper, a module or an embedding."""
        if self.helpers[kind] and self.chance(0.5):
            return self.call(*self.random.choice(self.helpers[kind]), depth)
        if kind == "x" and self.scope["n"] and self.chance(0.8):
            return f"{self.known('n')}({self.make('x', depth)})"
        if kind == "x" and self.scope["e"]:
            return f"{self.known('e')}({self.make('i', depth)})"
        return getattr(self, "make_" + kind)(0)

    def call(self, name, parameters, depth):
        arguments, keyword = [], False
        for parameter, optional in parameters:
            if optional and self.chance(0.5):
                keyword = True
                continue
            keyword = keyword or self.chance(0.15)
            value = self.make(parameter[0], depth)
            arguments.append(f"{parameter}={value}" if keyword else value)
        return f"{name}({', '.join(arguments)})"

    def make_s(self, depth):
        pick = self.random.random()
        if depth <= 0 or pick < 0.3:
            placed = self.placed()
            return self.pick(f"torch.tensor(1.0{placed})", f"torch.zeros((){placed})", f"torch.tensor(2.5{placed})")
        if pick < 0.6:
            return self.atom("x", depth - 1) + self.pick(".sum()", ".mean()", ".max()", "[0, 0]", ".norm()", ".std()")
        if pick < 0.7:
            return self.moved("s", depth)
        if pick < 0.8:
            x, y, i = self.make("x", depth - 1), self.make("x", depth - 1), self.make("i", depth - 1)
            return self.pick(f"F.mse_loss({x}, {y})", f"F.cross_entropy({x}, {i})", f"F.l1_loss({x}, {y})",
                             f"F.cross_entropy({x}, {i}, weight={self.atom('x', 0)}[0])", f"torch.dist({x}, {y})",
                             f"F.nll_loss({x}, {i})", f"F.smooth_l1_loss({x}, target={y})")  # fmt: skip
        if pick < 0.9:
            return f"{self.atom('s', depth - 1)} {self.pick(*'+-*')} {self.pick('2.0', self.atom('s', depth - 1))}"
        return self.called("s", depth - 1)

    def make_i(self, depth):
        placed = self.placed()
        if depth <= 0 or self.chance(0.6):
            return self.pick(f"torch.tensor([0, 1]{placed})", f"torch.arange(2{placed})", f"torch.randperm(2{placed})",
                             f"torch.zeros(2{self.placed('dtype=torch.long')})",
                             f"torch.randint(0, 2, (2,){placed})")  # fmt: skip
        if self.chance(0.5):
            return self.moved("i", depth)
        return self.atom("x", depth - 1) + self.pick(".argmax(1)", ".argmax(dim=-1)", ".max(dim=1).indices",
                         ".long()[0]")

    def make_k(self, depth):
        if depth <= 0 or self.chance(0.2):
            return f"torch.ones(2, 2{self.placed('dtype=torch.bool')})"
        x = self.atom("x", depth - 1)
        if self.chance(0.5):
            return self.pick(f"{x} > 0", f"{x}.isnan()", f"{x} == 1.0", f"torch.isfinite({x})", f"{x}.bool()")
        if self.chance(0.4):
            return self.random.choice(COMPARE).format(x, self.atom("x", depth - 1))
        k = self.atom("k", depth - 1)
        return self.pick(f"~{k}", f"{k} & {self.atom('k', depth - 1)}", f"{k}.logical_not()", self.moved("k", depth))

    # Containers.

    def make_l(self, depth):
        if depth > 0 and self.scope["l"] and self.chance(0.3):
            name = self.known("l")
            return self.pick(f"[y.to({self.make_v()}) for y in {name}]", f"{name} + [{self.make('x', depth - 1)}]",
                             f"list({name})", f"[y * 2 for y in {name}]", f"{name}[:]",
                             f"[y + {self.make('x', 0)} for y in {name}]")  # fmt: skip
        if depth > 0 and self.helpers["l"] and self.chance(0.2):
            return self.called("l", depth)
        return f"[{', '.join(self.make('x', depth - 1) for _ in range(self.random.randint(1, 3)))}]"

    def make_d(self, depth):
        if depth > 0 and self.scope["d"] and self.chance(0.3):
            name = self.known("d")
            return self.pick(f"{{key: y.to({self.make_v()}) for key, y in {name}.items()}}", f"dict({name})",
                             f'{{**{name}, "a": {self.make("x", depth - 1)}}}')  # fmt: skip
        if depth > 0 and self.helpers["d"] and self.chance(0.2):
            return self.called("d", depth)
        a, b = self.make("x", depth - 1), self.make("x", depth - 1)
        return self.pick(f'{{"a": {a}, "b": {b}}}', f"dict(a={a}, b={b})")

    def make_p(self, depth):
        if depth > 0 and self.helpers["p"] and self.chance(0.3):
            return self.called("p", depth)
        return f"({self.make('x', depth - 1)}, {self.make('x', depth - 1)})"

    # Modules.

    def make_n(self, depth):
        placed = self.placed() if self.chance(0.5) else ""
        made = self.pick(f"nn.Linear(2, 2{placed})", f"nn.LayerNorm(2{placed})", f"nn.Linear(2, 2, bias=False{placed})",
                         "nn.Sequential(nn.Linear(2, 2), nn.ReLU())",
                         f"nn.Sequential(nn.Tanh(), nn.Linear(2, 2{placed}))",
                         "nn.ReLU()", f"nn.PReLU({placed[2:]})", f"nn.BatchNorm1d(2{placed})",
                         "nn.Identity()")  # fmt: skip
        return made + self.module_move() if self.chance(0.4) else made

    def make_e(self, depth):
        made = f"nn.Embedding(2, 2{self.placed()})"
        return made + self.module_move() if self.chance(0.4) else made

    def module_move(self):
        return self.pick(f".to({self.make_v()})", self.moved_to_cuda(""), ".cpu()", f".to(device={self.make_v()})",
                         ".eval()")
