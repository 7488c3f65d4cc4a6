from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="scale_clamp",
    ext_modules=[CUDAExtension("scale_clamp", ["extension.cpp", "kernels.cu"])],
    cmdclass={"build_ext": BuildExtension},
)
