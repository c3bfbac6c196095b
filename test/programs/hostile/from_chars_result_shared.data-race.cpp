// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <charconv>
double d;
int main(){auto f=[]{const char*t="2.5";from_chars(t,t+3,d);};thread a(f),c(f);a.join();c.join();}
