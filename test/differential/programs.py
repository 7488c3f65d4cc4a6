# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs: closed, with a main whose arguments are what nobody can know.

    generate(random, profile)  the text of one

A profile says what a program may have: "straight" is main with branches and containers, "functions" adds helpers,
closures, loops and device scopes, "modules" adds classes with registered and other state.
"""

from contextlib import contextmanager

from expressions import Expressions

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"
DEVICES = (("cpu", "cuda"), ("cpu", "cuda:0", "cuda:1"), ("cpu", "cuda:0"), ("cpu", "cuda", "cuda:0", "cuda:1"))
KINDS = "xxxxxxxssikldpvnne"
IN_PLACE = ("{x}.add_({y})", "{x}.mul_({y})", "{x}.copy_({y})", "{x}.zero_()", "{x}.fill_(1.0)", "{x}.clamp_(0, 1)",
            "{x}.mul_(2)", "{x}.sub_({y}, alpha=2)", "{x}[0] = {y}[1]", "{x}[:, 0] = 1.0", "{x}[{k}] = 0.0",
            "{x}.masked_fill_({k}, 0.0)", "{x}.add_({s})", "{x}.index_add_(0, {i}, {y})", "{x}.relu_()",
            "{x}.div_({y})",
            "{x}[:] = {y}", "{x}.lerp_({y}, 0.5)", "torch.add({y}, {y}, out={x})", "{x}.addmm_({y}, {y})",
            "{x}[{i}] = {y}", "{x}.normal_()", "{x}.clamp_(max={y})", "nn.init.zeros_({x})")  # fmt: skip
MEMBERS = ("parameter", "buffer", "tensor", "module", "list", "modules")


class Programs(Expressions):
    def __init__(self, random, devices, profile):
        super().__init__(random, devices)
        self.straight = profile == "straight"
        self.lines, self.indent, self.count = [], 0, 0
        self.frozen = False  # inside a loop that surely runs, which the analysis does not know: nothing is bound anew
        self.classes = []  # (name, kinds of the constructor's parameters)

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def fresh(self, kind):
        self.count += 1
        return f"{kind}{self.count}"

    def assign(self, kind, value):
        """Binds a new name; the value was made before the name is known."""
        self.line(f"{self.bind(kind)} = {value}")

    def bind(self, kind, name=None):
        name = name or self.fresh(kind)
        if name not in self.scope[kind]:
            self.scope[kind] = [*self.scope[kind], name]
        return name

    @contextmanager
    def block(self, header, keeps=False):
        """An indented block; what it binds is forgotten after it, unless it surely runs."""
        self.line(header)
        saved = dict(self.scope)
        self.indent += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1
        if not keeps:
            self.scope = saved

    # Statements.

    def statements(self, count, depth):
        for _ in range(count):
            self.statement(depth)

    def statement(self, depth):
        pick = self.random.random()
        if pick < 0.48 or not self.scope["x"]:
            self.assignment()
        elif pick < 0.6:
            self.update()
        elif pick < 0.66:
            self.container_update()
        elif pick < 0.72:
            self.module_update()
        elif depth <= 0:
            self.assignment()
        elif pick < 0.84:
            self.branch(depth - 1)
        elif self.straight:
            self.unpacking()
        elif pick < 0.92:
            self.loop(depth - 1)
        elif pick < 0.95:
            self.scoped(depth - 1)
        elif pick < 0.97:
            self.local_function()
        else:
            self.unpacking()

    def assignment(self):
        kind = self.random.choice(KINDS)
        value = self.make(kind, 3 if kind == "x" else 2)
        if value in self.scope[kind] and self.chance(0.8):
            value = getattr(self, "make_" + kind)(2)
        known = self.known(kind)
        if known and self.chance(0.3) and known.isidentifier() and not self.frozen:
            self.line(f"{known} = {value}")
        else:
            self.assign(kind, value)

    def update(self):
        x, kind = self.known("x"), self.pick("x", "x", "s") if self.scope["s"] else "x"
        if self.chance(0.35):
            target = self.known(kind)
            operand = self.pick(self.make(kind, 1), self.make("s", 1), "2.0")
            self.line(f"{target} {self.pick('+', '-', '*', '/')}= {operand}")
            return
        values = {kind: self.atom(kind, 1) for kind in "sik"}
        self.line(self.random.choice(IN_PLACE).format(x=x, y=self.atom("x", 1), **values))

    def container_update(self):
        if self.frozen:
            self.assignment()
        elif self.scope["l"] and self.chance(0.5):
            name = self.known("l")
            self.line(self.pick(f"{name}.append({self.make('x', 2)})", f"{name}[0] = {self.make('x', 2)}",
                                f"{name} += [{self.make('x', 1)}]", f"{name}.extend({self.make('l', 1)})",
                                f"{name}.insert(0, {self.make('x', 1)})"))  # fmt: skip
        elif self.scope["d"]:
            name = self.known("d")
            self.line(self.pick(f'{name}["a"] = {self.make("x", 2)}', f'{name}["b"] = {self.make("x", 2)}',
                                f"{name}.update(b={self.make('x', 1)})",
                                f'{name}["a"] += {self.make("x", 1)}'))  # fmt: skip
        else:
            self.assignment()

    def module_update(self):
        names = self.scope["n"] + self.scope["e"]
        if not names or self.frozen:
            self.assign("n", self.make("n", 1))
            return
        name = self.random.choice(names)
        move = self.module_move()
        self.line(f"{name} = {name}{move}" if self.chance(0.4) and "." not in name else name + move)

    def condition(self):
        pick = self.random.random()
        if pick < 0.55 and self.scope["b"]:
            return self.pick("{}", "{}", "not {}").format(self.known("b"))
        x = self.known("x")
        return self.pick(f"{x}.is_cuda", f'{x}.device.type == "cuda"', f"{x}.device == {self.make('x', 0)}.device",
                         f"not {x}.is_cuda", f'{x}.device.type != "cpu"', f"{x}.device != {self.make('x', 0)}.device",
                         "torch.cuda.is_available()")  # fmt: skip

    def branch(self, depth):
        x, y = self.known("x"), self.known("x")
        if self.chance(0.2) and x != y and y.isidentifier() and not self.frozen:
            with self.block(f"if {x}.device != {y}.device:"):
                self.line(f"{y} = {y}.to({x}.device)")
            return
        kind = self.pick("x", "x", "v", "")  # bound on both sides
        name = self.fresh(kind) if kind and self.chance(0.4) else ""
        with self.block(f"if {self.condition()}:"):
            self.statements(self.random.randint(0 if name else 1, 2), depth)
            if name:
                self.line(f"{name} = {self.make(kind, 2)}")
        if name or self.chance(0.5):
            with self.block("else:"):
                self.statements(self.random.randint(0 if name else 1, 2), depth)
                if name:
                    self.line(f"{name} = {self.make(kind, 2)}")
        if name:
            self.bind(kind, name)

    def loop(self, depth):
        over = self.known("l") if self.chance(0.5) else self.known("d")
        if not over and not self.scope["o"]:
            self.assignment()
            return
        if self.scope["o"] and (not over or self.chance(0.5)):
            header, over, name = f"for j in range({self.known('o')}):", "", ""
        else:
            name = self.fresh("x")
            header = (
                self.pick(f"for {name} in {over}:", f"for j, {name} in enumerate({over}):",
                          f"for {name} in list({over}):")
                if over[0] == "l"
                else self.pick(f"for key, {name} in {over}.items():", f"for {name} in {over}.values():")
            )
        frozen, self.frozen = self.frozen, self.frozen or bool(name)
        with self.block(header):
            if name:
                self.bind("x", name)
            # What is iterated over does not grow.
            self.scope["l"] = [other for other in self.scope["l"] if other != over]
            self.scope["d"] = [other for other in self.scope["d"] if other != over]
            self.statements(self.random.randint(1, 3), depth)
            if self.chance(0.1) and self.scope["b"]:
                self.line(f"if {self.known('b')}:")
                self.line("    " + self.pick("break", "continue"))
        self.frozen = frozen

    def scoped(self, depth):
        cuda = [name for name in self.devices if name.startswith("cuda")]
        guard = f"torch.cuda.device({self.pick('0', '1', *(repr(name) for name in cuda if ':' in name))})"
        choices = ["torch.no_grad()", f"torch.device({self.make_v()})"] + [guard] * (self.devices == DEVICES[3])
        with self.block(f"with {self.random.choice(choices)}:", keeps=True):
            self.statements(self.random.randint(1, 3), depth)

    def local_function(self):
        """A function that reads variables of the function around it."""
        name, parameter = self.fresh("hx"), self.fresh("x")
        saved = dict(self.scope)
        self.scope["x"] = self.scope["x"] + [parameter]
        body = self.make("x", 2)
        self.scope = saved
        if self.chance(0.5):
            self.line(f"{name} = lambda {parameter}: {body}")
        else:
            self.line(f"def {name}({parameter}):")
            self.line(f"    return {body}")
        self.assign("x", f"{name}({self.make('x', 1)})")

    def unpacking(self):
        x, y = self.fresh("x"), self.fresh("x")
        if self.chance(0.3) and len(set(self.scope["x"])) > 1 and not self.frozen:
            a, b = self.random.sample(self.scope["x"], 2)
            if "." not in a + b:
                self.line(f"{a}, {b} = {b}, {a}")
                return
        self.line(f"{x}, {y} = {self.make('p', 2)}")
        self.bind("x", x), self.bind("x", y)

    # Functions and classes.

    @contextmanager
    def function(self, name, parameters, before=()):
        """A def with a scope of its own; what stands before the parameters is not in it."""
        outer, self.scope = self.scope, {kind: [] for kind in self.scope}
        written = list(before)
        for parameter, optional in parameters:
            self.bind(parameter[0], parameter)
            written.append(f"{parameter}=None" if optional else parameter)
        with self.block(f"def {name}({', '.join(written)}):", keeps=True):
            for parameter, optional in parameters:
                if optional:
                    others = dict(self.scope)
                    self.scope[parameter[0]] = [p for p in self.scope[parameter[0]] if p != parameter]
                    with self.block(f"if {parameter} is None:"):
                        self.line(f"{parameter} = {self.make(parameter[0], 1)}")
                    self.scope = others
            yield
        self.scope = outer
        self.line("")

    def parameters(self, kinds):
        count, optional = self.random.randint(1, 3), False
        found = []
        for _ in range(count):
            kind = self.pick(*kinds)
            optional = optional or (bool(found) and kind in "xk" and self.chance(0.25))
            found.append((self.fresh(kind if not optional else self.pick("x", "k")), optional))
        return found

    def helper(self):
        kind = self.pick("x", "x", "x", "s", "l", "d", "p")
        name, parameters = self.fresh("h" + kind), self.parameters("xxxxsivlk")
        with self.function(name, parameters):
            self.assign("x", self.make_x(1))
            self.statements(self.random.randint(0, 3), 1)
            if self.chance(0.25) and self.scope["x"]:
                with self.block(f"if {self.condition()}:"):
                    self.line(f"return {self.make(kind, 2)}")
            self.line(f"return {self.make(kind, 2)}")
        self.helpers[kind] = [*self.helpers[kind], (name, parameters)]

    def member(self):
        """A statement of a constructor, which binds self.NAME."""
        what, x = self.random.choice(MEMBERS), self.make("x", 1)
        if what == "module":
            value = self.make("n", 1)
            self.line(f"{self.bind('n', self.fresh('self.n'))} = {value}")
        elif what == "parameter":
            self.line(f"{self.bind('x', self.fresh('self.x'))} = nn.Parameter({x})")
        elif what == "buffer":
            name = self.bind("x", self.fresh("self.x"))
            self.line(f'self.register_buffer("{name[5:]}", {x}{self.pick("", ", persistent=False")})')
        elif what == "tensor":
            self.line(f"{self.bind('x', self.fresh('self.x'))} = {x}")
        else:
            kind = self.pick("nn.ModuleList([{}, {}])", "[{}, {}]") if what == "modules" else "nn.ModuleList([{}, {}])"
            name = self.fresh("self.n")
            self.line(f"{name} = {kind.format('nn.Linear(2, 2)', self.make('n', 1))}")
            self.scope["n"] = [*self.scope["n"], f"{name}[0]", f"{name}[1]"]

    def module_class(self):
        name, parameters = f"Net{len(self.classes) + 1}", self.parameters("xv") if self.chance(0.4) else []
        self.line(f"class {name}(nn.Module):")
        self.indent += 1
        with self.function("__init__", [(p, False) for p, _ in parameters], ["self"]):
            self.line("super().__init__()")
            for _ in range(self.random.randint(1, 3)):
                self.member()
            members = {kind: [n for n in names if n.startswith("self.")] for kind, names in self.scope.items()}
        argument = self.fresh("x")
        with self.function("forward", [(argument, False)], ["self"]):
            for kind, names in members.items():
                self.scope[kind] = self.scope[kind] + names
            self.statements(self.random.randint(0, 3), 1)
            self.line(f"return {self.make('x', 3)}")
        self.indent -= 1
        self.classes.append((name, parameters))

    def make_n(self, depth):
        if self.classes and self.chance(0.5):
            name, parameters = self.random.choice(self.classes)
            made = self.call(name, [(p, False) for p, _ in parameters], 1)
            return made + self.module_move() if self.chance(0.4) else made
        return super().make_n(depth)

    def main(self):
        arguments = [f"b{i}" for i in range(self.random.randint(0, 2))]
        if not self.straight and self.chance(0.3):
            arguments.append("n")
        with self.function("main", []):
            self.lines[-1] = self.lines[-1].replace("()", f"({', '.join(arguments)})") if arguments else self.lines[-1]
            self.scope["b"] = [a for a in arguments if a != "n"]
            self.scope["o"] = [a for a in arguments if a == "n"]
            if self.devices == DEVICES[3]:
                self.line("torch.cuda.set_device(0)")
            for _ in range(2):
                self.assign("x", self.make_x(1))
            self.statements(self.random.randint(2, 8), 2)
            self.line(f"return {self.make('x', 2)}")


def generate(random, profile):
    program = Programs(random, random.choice(DEVICES), profile)
    if profile != "straight":
        for _ in range(random.choice((0, 1, 1, 2))):
            program.helper()
    if profile == "modules":
        for _ in range(random.choice((1, 2))):
            program.module_class()
    program.main()
    return HEAD + "\n" + "\n".join(program.lines).rstrip() + "\n"
