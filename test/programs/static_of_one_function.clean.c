// compilers: clang-14 clang-19
// Run as it is checked.
#include "check/static_of_one_function.clean.c"
