// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <charconv>
char b[32];
int main(){thread a([]{to_chars(b,b+32,3.25,chars_format::fixed,6);});volatile char c=b[5];a.join();return c?0:0;}
