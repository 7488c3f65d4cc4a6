# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What a function stores in the containers and objects that it is given, is there when it returns. Where nobody knows
# under which name, or in which of several objects, what stood there before is not certain to be there any more.
import torch


class Box:
    def __init__(self):
        self.a = torch.zeros(2)


def put_member(o):
    o.a = o.a.cuda()


def put_key(d):
    d["a"] = d["a"].cuda()


def put_position(d):
    d[0] = d[0].cuda()


def fill(d):
    d.clear()
    d.append(torch.ones(2, device="cuda"))


def update(d, x):
    d.update(a=x.cuda())


def update_each(d):
    d.update({k: v.cuda() for k, v in d.items()})


def put_each(boxes):
    for b in boxes:
        b.a = b.a.cuda()


def take(d):
    d.pop(0)


def swap(d):
    d[0], d[1] = d[1], d[0]


def reverse(d):
    d.reverse()


def put_under(d, k):
    d[k] = d[k].cuda()


def insert(d):
    d.insert(0, torch.zeros(2, device="cuda"))


def replace(d):
    d[:] = [x.cuda() for x in d]


def put_deep(d):
    d["x"]["a"] = d["x"]["a"].cuda()


class Holder:
    def __init__(self):
        self.d = {"a": torch.zeros(2)}
        self.l = [torch.zeros(2)]
        self.box = Box()
        self.boxes = [Box(), Box()]

    def place(self):
        self.d["a"] = self.d["a"].cuda()
        self.l[0] = self.l[0].cuda()
        self.box.a = self.box.a.cuda()
        for b in self.boxes:
            b.a = b.a.cuda()


def member_ok():
    b = Box()
    put_member(b)
    return b.a + torch.ones(2, device="cuda")


def member_bad():
    b = Box()
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def key_ok():
    d = {"a": torch.zeros(2)}
    put_key(d)
    return d["a"] + torch.ones(2, device="cuda")


def key_bad():
    d = {"a": torch.zeros(2)}
    return d["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cpu


def position_ok():
    d = [torch.zeros(2)]
    put_position(d)
    return d[0] + torch.ones(2, device="cuda")


def position_bad():
    d = [torch.zeros(2)]
    return d[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cpu


def filled_ok():
    d = [torch.zeros(2)]
    fill(d)
    return d[0] + torch.ones(2, device="cuda")


def filled_bad():
    d = [torch.zeros(2)]
    return d[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cpu


def updated_ok():
    d = {"a": torch.zeros(2)}
    update(d, torch.zeros(2))
    return d["a"] + torch.ones(2, device="cuda")


def updated_bad():
    d = {"a": torch.zeros(2)}
    return d["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cpu


def updated_each_ok():
    d = {"a": torch.zeros(2)}
    update_each(d)
    return d["a"] + torch.ones(2, device="cuda")


def updated_each_bad():
    d = {"a": torch.zeros(2)}
    return d["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cpu


def several_ok():
    boxes = [Box(), Box()]
    put_each(boxes)
    return boxes[0].a + torch.ones(2, device="cuda")


def several_bad():
    boxes = [Box(), Box()]
    return boxes[0].a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:23: warning: operands of '+' are on different devices: 'boxes[0].a' on cpu


def several_here_ok():
    boxes = [Box(), Box()]
    for b in boxes:
        b.a = b.a.cuda()
    return boxes[0].a + torch.ones(2, device="cuda")


def several_here_bad():
    boxes = [Box(), Box()]
    return boxes[0].a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:23: warning: operands of '+' are on different devices: 'boxes[0].a' on cpu


def several_values_ok():
    boxes = {"x": Box(), "y": Box()}
    for b in boxes.values():
        b.a = b.a.cuda()
    return boxes["x"].a + torch.ones(2, device="cuda")


def several_values_bad():
    boxes = {"x": Box(), "y": Box()}
    return boxes["x"].a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:25: warning: operands of '+' are on different devices: 'boxes["x"].a' on cpu


def several_listed_ok():
    p, q = Box(), Box()
    for b in (p, q):
        b.a = b.a.cuda()
    return p.a + torch.ones(2, device="cuda")


def several_listed_bad():
    p, q = Box(), Box()
    return p.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'p.a' on cpu


def taken_ok():
    d = [torch.zeros(2), torch.zeros(2, device="cuda")]
    take(d)
    return d[0] + torch.ones(2, device="cuda")


def taken_bad():
    d = [torch.zeros(2), torch.zeros(2, device="cuda")]
    return d[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cpu


def swapped_ok():
    d = [torch.zeros(2), torch.zeros(2, device="cuda")]
    swap(d)
    return d[0] + torch.ones(2, device="cuda")


def swapped_bad():
    d = [torch.zeros(2), torch.zeros(2, device="cuda")]
    return d[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cpu


def reversed_ok():
    d = [torch.zeros(2), torch.zeros(2, device="cuda")]
    reverse(d)
    return d[0] + torch.ones(2, device="cuda")


def reversed_bad():
    d = [torch.zeros(2), torch.zeros(2, device="cuda")]
    return d[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cpu


def under_ok():
    d = {"a": torch.zeros(2), "b": torch.zeros(2)}
    put_under(d, "a")
    return d["a"] + torch.ones(2, device="cuda")


def under_bad():
    d = {"a": torch.zeros(2), "b": torch.zeros(2)}
    return d["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cpu


def inserted_ok():
    d = [torch.zeros(2), torch.zeros(2)]
    insert(d)
    return d[0] + torch.ones(2, device="cuda")


def inserted_bad():
    d = [torch.zeros(2), torch.zeros(2)]
    return d[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cpu


def sliced_ok():
    d = [torch.zeros(2), torch.zeros(2)]
    replace(d)
    return d[0] + torch.ones(2, device="cuda")


def sliced_bad():
    d = [torch.zeros(2), torch.zeros(2)]
    return d[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cpu


def deep_ok():
    d = {"x": {"a": torch.zeros(2)}}
    put_deep(d)
    return d["x"]["a"] + torch.ones(2, device="cuda")


def deep_bad():
    d = {"x": {"a": torch.zeros(2)}}
    return d["x"]["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:24: warning: operands of '+' are on different devices: 'd["x"]["a"]' on cpu


def held_key_ok():
    h = Holder()
    h.place()
    return h.d["a"] + torch.ones(2, device="cuda")


def held_key_bad():
    h = Holder()
    return h.d["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:21: warning: operands of '+' are on different devices: 'h.d["a"]' on cpu


def held_position_ok():
    h = Holder()
    h.place()
    return h.l[0] + torch.ones(2, device="cuda")


def held_position_bad():
    h = Holder()
    return h.l[0] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'h.l[0]' on cpu


def held_object_ok():
    h = Holder()
    h.place()
    return h.box.a + torch.ones(2, device="cuda")


def held_object_bad():
    h = Holder()
    return h.box.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:20: warning: operands of '+' are on different devices: 'h.box.a' on cpu


def held_several_ok():
    h = Holder()
    h.place()
    return h.boxes[0].a + torch.ones(2, device="cuda")


def held_several_bad():
    h = Holder()
    return h.boxes[0].a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:25: warning: operands of '+' are on different devices: 'h.boxes[0].a' on cpu


def chosen_ok(flag):
    p, q = Box(), Box()
    b = p if flag else q
    b.a = b.a.cuda()
    return p.a + torch.ones(2, device="cuda")


def unknown_position_ok(i):
    boxes = [Box(), Box()]
    boxes[i].a = boxes[i].a.cuda()
    return boxes[0].a + torch.ones(2, device="cuda")


def inner_ok():
    out = [torch.zeros(2)]

    def put():
        out.clear()
        out.append(torch.zeros(2, device="cuda"))

    put()
    return out[0] + torch.ones(2, device="cuda")


def moved_there_bad():
    b = Box()
    put_member(b)
    return b.a + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cuda, 'torch.ones(2)' on cpu


def key_there_bad():
    d = {"a": torch.zeros(2)}
    put_key(d)
    return d["a"] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cuda, 'torch.ones(2)' on cpu


# What the function puts there is known where name and position are.
def updated_there_bad():
    d = {"a": torch.zeros(2)}
    update(d, torch.zeros(2))
    return d["a"] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cuda


def position_there_bad():
    d = [torch.zeros(2)]
    put_position(d)
    return d[0] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:17: warning: operands of '+' are on different devices: 'd[0]' on cuda, 'torch.ones(2)' on cpu


def other_key_bad():
    d = {"a": torch.zeros(2), "b": torch.zeros(2)}
    put_key(d)
    return d["b"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["b"]' on cpu


def other_object_bad():
    p, q = Box(), Box()
    put_each([p])
    return q.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'q.a' on cpu


def one_object_bad():
    p = Box()
    put_each([p])
    return p.a + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'p.a' on cuda


def put_values(d):
    for inner in d.values():
        inner["a"] = inner["a"].cuda()


def values_ok():
    d = {"x": {"a": torch.zeros(2)}}
    put_values(d)
    return d["x"]["a"] + torch.ones(2, device="cuda")


def values_bad():
    d = {"x": {"a": torch.zeros(2)}}
    return d["x"]["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:24: warning: operands of '+' are on different devices: 'd["x"]["a"]' on cpu


# A loop that asks something of each key replaces some; one that asks of what type an element is, all that matter.
def put_some(d):
    for k in list(d):
        if k.startswith("a"):
            d[k] = d[k].cuda()


def some_ok():
    d = {"a": torch.zeros(2), "b": torch.zeros(2)}
    put_some(d)
    return d["a"] + torch.ones(2, device="cuda"), d["b"] + torch.ones(2)


def put_tensors(d):
    for k, v in d.items():
        if isinstance(v, torch.Tensor):
            d[k] = v.cuda()


def tensors_ok():
    d = {"a": torch.zeros(2), "b": torch.zeros(2)}
    put_tensors(d)
    return d["a"] + torch.ones(2, device="cuda")


def tensors_bad():
    d = {"a": torch.zeros(2), "b": torch.zeros(2)}
    put_tensors(d)
    return d["a"] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["a"]' on cuda


# That a key of the dictionary itself is asked about is not seen here: the way on which no key is replaced counts.
def FP_some_inline():
    d = {"a": torch.zeros(2), "b": torch.zeros(2)}
    for k in list(d):
        if k.startswith("a"):
            d[k] = d[k].cuda()
    return d["a"] + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:19: warning: operands of '+' may be on different devices: 'd["a"]' on cpu
