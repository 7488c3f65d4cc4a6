#include "every.cpp"
