# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A number or text in the body of a class may be another one in classes that nobody here has seen: it makes no code
# dead. Where nothing is asked of it, it is what is written there.
import torch


class Limits:
    limit = 0
    rate = 0.0
    mode = "off"
    name = ""
    device = "cuda:0"

    def check_equal(self):
        if self.limit == 0:
            raise ValueError

    def equal_ok(self):
        self.check_equal()
        return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")

    def equal_bad(self):
        self.check_equal()
        return torch.ones(2, device="cuda:0") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices

    def check_less(self):
        if self.limit < 1 or self.rate == 0.0:
            raise ValueError

    def less_ok(self):
        self.check_less()
        return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")

    def less_bad(self):
        self.check_less()
        return torch.ones(2, device="cuda:0") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices

    def check_truth(self):
        assert self.limit
        assert self.name

    def truth_ok(self):
        self.check_truth()
        return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")

    def truth_bad(self):
        self.check_truth()
        return torch.ones(2, device="cuda:0") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices

    def check_text(self):
        if "o" in self.mode:
            raise ValueError
        match self.mode:
            case "off":
                raise ValueError

    def text_ok(self):
        self.check_text()
        return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")

    def text_bad(self):
        self.check_text()
        return torch.ones(2, device="cuda:0") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices

    def check_type(self):
        if not isinstance(self.limit, str):
            raise ValueError

    def type_ok(self):
        self.check_type()
        return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")

    def type_bad(self):
        self.check_type()
        return torch.ones(2, device="cuda:0") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices

    def check_chosen(self, flag):
        limit = self.limit if flag else 0
        if limit == 0:
            raise ValueError

    def chosen_ok(self, flag):
        self.check_chosen(flag)
        return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")

    def chosen_bad(self, flag):
        self.check_chosen(flag)
        return torch.ones(2, device="cuda:0") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices

    def device_ok(self):
        return torch.ones(2, device=self.device) + torch.ones(2, device="cuda:0")

    def device_bad(self):
        return torch.ones(2, device=self.device) + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices

    def pair(self):
        if self.mode == "off":
            return torch.ones(2)
        return torch.ones(2, device="cuda:0")


class Strict(Limits):
    def inherited_ok(self):
        if self.limit == 0:
            raise ValueError
        return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")

    def inherited_bad(self):
        if self.limit == 0:
            raise ValueError
        return torch.ones(2, device="cuda:0") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


def of_caller_ok(limits: Limits):
    limits.check_equal()
    return torch.ones(2, device="cuda:0") + torch.ones(2, device="cuda:0")


def of_caller_bad(limits: Limits):
    limits.check_equal()
    return torch.ones(2, device="cuda:0") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


# An object that was made here has the numbers of its class, and so has the class itself. Of a class that is nobody's
# business all derived classes are here.
def made_dead_ok():
    if Limits().limit == 0:
        raise ValueError
    return torch.ones(2, device="cuda:0") + torch.ones(2)


def named_dead_ok():
    if Limits.limit == 0:
        raise ValueError
    return torch.ones(2, device="cuda:0") + torch.ones(2)


class _Own:
    limit = 0

    def private_dead_ok(self):
        if self.limit == 0:
            raise ValueError
        return torch.ones(2, device="cuda:0") + torch.ones(2)
