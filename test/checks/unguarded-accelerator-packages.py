# RUN: %device_tidy check --isolated --level 1 --output-format concise %s
# RUN: not %device_tidy check --isolated --level 2 --select device-unguarded-accelerator --output-format concise %s | FileCheck %s
# A script that imports what is of use on a machine with a GPU only is not meant for others, whatever it asks by habit.
import pycuda.driver as cuda
import torch


def synchronize():
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def main():
    # CHECK: :[[#@LINE+1]]:40: warning: 'cuda' needs an accelerator
    image = torch.ones(1, 3, 640, 640).cuda()
    synchronize()
    return image, cuda


if __name__ == "__main__":
    main()
