# RUN: not %device_tidy check --isolated --output-format full --level 1 --select device-mixed-operands %s | FileCheck %s
# What was put somewhere is named as the line that put it there calls it, and how it got from there to the operand is said.
import torch


def own():
    x = torch.ones(3).cuda()
    # CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}}'x' on cuda
    # CHECK: :[[#@LINE-2]]:{{[0-9]+}}: note: 'x' moved to cuda here{{$}}
    # CHECK-NOT: comes from
    return x + torch.zeros(3)


def alias():
    n = torch.ones(3).cuda()
    x = n
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}'x' on cuda
    # CHECK: :[[#@LINE-3]]:{{[0-9]+}}: note: 'n' moved to cuda here; 'x' is 'n'{{$}}
    return x + torch.zeros(3)


def computed():
    n = torch.ones(3).cuda()
    x = n * 2
    # CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}}'x' on cuda
    # CHECK: :[[#@LINE-3]]:{{[0-9]+}}: note: 'n' moved to cuda here{{$}}
    # CHECK: :[[#@LINE-3]]:{{[0-9]+}}: note: 'x' comes from 'n * 2' here{{$}}
    return x + torch.zeros(3)


def element():
    n = torch.ones(3).cuda()
    xs = [n, n]
    x = xs[0]
    # CHECK: :[[#@LINE+4]]:{{[0-9]+}}: warning: {{.*}}'x' on cuda
    # CHECK: :[[#@LINE-4]]:{{[0-9]+}}: note: 'n' moved to cuda here{{$}}
    # CHECK: :[[#@LINE-4]]:{{[0-9]+}}: note: 'xs' comes from '[n, n]' here{{$}}
    # CHECK: :[[#@LINE-4]]:{{[0-9]+}}: note: 'x' comes from 'xs[0]' here{{$}}
    return x + torch.zeros(3)


def make(t):
    n = t.cuda()
    return n


def result():
    x = make(torch.ones(3))
    # CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}}'x' on cuda
    # CHECK: :[[#@LINE-7]]:{{[0-9]+}}: note: 'n' moved to cuda here{{$}}
    # CHECK: :[[#@LINE-3]]:{{[0-9]+}}: note: 'x' comes from 'make(torch.ones(3))' here{{$}}
    return x + torch.zeros(3)


class Box:
    def __init__(self):
        n = torch.ones(3).cuda()
        self.x = n

    def use(self):
        # CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}}'self.x' on cuda
        # CHECK: :[[#@LINE-5]]:{{[0-9]+}}: note: 'n' moved to cuda here{{$}}
        # CHECK: :[[#@LINE-5]]:{{[0-9]+}}: note: 'n' stored in 'self.x' here{{$}}
        return self.x + torch.zeros(3)


class Rows:
    def __init__(self, n):
        self.obs = torch.zeros(n, 3)

    def use(self, out, n):
        out = out.cuda()
        for i in range(n):
            # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}'out' on cuda, an element of 'self.obs' on cpu
            out = torch.maximum(out, self.obs[i, 0 : 3 if n > 33333333333 else 44444444444])
        return out


Box().use()
Rows(3).use(torch.ones(3), 3)
