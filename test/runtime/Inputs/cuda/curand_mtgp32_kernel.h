// Clang's CUDA wrapper includes it; the wheels of the toolkit do not have it, and the tests use nothing of it.
