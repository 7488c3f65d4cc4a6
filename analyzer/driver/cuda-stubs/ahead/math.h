// For sources without a compile command, which are read as C++20. There std::lerp is global, too, and cannot stand beside
// the lerp that many programs have from helper_math.h of CUDA's samples; most are built as C++17.
#ifdef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include_next <math.h>
#else
#include <cmath>
#pragma push_macro("lerp")
#define lerp fma
#include_next <math.h>
#pragma pop_macro("lerp")
#endif
