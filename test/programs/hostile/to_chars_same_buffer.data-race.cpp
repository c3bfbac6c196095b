// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <charconv>
char b[32];
int main(){auto f=[]{to_chars(b,b+32,1.5);};thread a(f),c(f);a.join();c.join();}
