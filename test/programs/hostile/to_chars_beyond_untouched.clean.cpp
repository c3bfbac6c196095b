// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <charconv>
char b[32];
int main(){thread a([]{to_chars(b,b+32,1.5);});b[20]='x';a.join();return 0;}
