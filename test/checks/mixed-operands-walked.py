# Objects and dictionaries that hold others like them, moved in turn: by a recursion, a stack, or along the links.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(3, device=device)


def walk(table):
    for k, v in table.items():
        if isinstance(v, dict):
            walk(v)
        else:
            table[k] = v.to(device)


def flat(table):
    for k, v in table.items():
        if not isinstance(v, dict):
            table[k] = v.to(device)


def recursion_ok():
    s = {"a": torch.ones(3), "n": {"b": torch.ones(3)}}
    walk(s)
    return s["a"] + x, s["n"]["b"] + x


def recursion_bad():
    s = {"a": torch.ones(3), "n": {"b": torch.ones(3)}}
    flat(s)
    # CHECK: :[[#@LINE+1]]:36: warning: operands of '+' may be on different devices
    return s["a"] + x, s["n"]["b"] + x


def stack_ok():
    s = {"a": torch.ones(3), "b": {"c": torch.ones(3)}}
    stack = [s]
    while stack:
        current = stack.pop()
        for k in current:
            if isinstance(current[k], dict):
                stack.append(current[k])
            else:
                current[k] = current[k].to(device)
    return s["a"] + x, s["b"]["c"] + x


def stack_bad():
    s = {"a": torch.ones(3)}
    stack = [{"a": torch.ones(3)}]
    while stack:
        current = stack.pop()
        for k in current:
            current[k] = current[k].to(device)
    # CHECK: :[[#@LINE+1]]:19: warning: operands of '+' may be on different devices
    return s["a"] + x


class Node:
    def __init__(self, v, after=None):
        self.v = v
        self.after = after
        self.others = []

    def nodes(self):
        yield self
        for other in self.others:
            yield from other.nodes()


def links_ok():
    first = Node(torch.ones(3), Node(torch.ones(3)))
    node = first
    while node is not None:
        node.v = node.v.to(device)
        node = node.after
    return first.v + x, first.after.v + x


def links_bad():
    first = Node(torch.ones(3), Node(torch.ones(3)))
    node = first
    while node is not None:
        print(node.v.to(device))
        node = node.after
    # CHECK: :[[#@LINE+1]]:20: warning: operands of '+' may be on different devices
    return first.v + x


def tree_ok():
    tree = Node(torch.ones(3))
    tree.others.append(Node(torch.ones(3)))
    for node in tree.nodes():
        node.v = node.v.to(device)
    return tree.v + x, tree.others[0].v + x


def tree_bad():
    tree = Node(torch.ones(3))
    tree.others.append(Node(torch.ones(3)))
    for node in tree.nodes():
        print(node.v.to(device))
    # CHECK: :[[#@LINE+1]]:29: warning: operands of '+' may be on different devices
    return tree.others[0].v + x
