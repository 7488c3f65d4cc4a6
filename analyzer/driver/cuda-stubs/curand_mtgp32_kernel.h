// Clang's CUDA wrapper includes it; nothing in it matters to host code.
