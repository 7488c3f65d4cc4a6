# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device-tidy beside a running program.

device_tidy.simulation makes CUDA devices exist on a machine that has none. Importing this package imports no torch.
"""

__version__ = "0.1.0"
