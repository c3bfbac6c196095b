// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <charconv>
char b[]="2.5";
int main(){thread a([]{b[2]='7';});double d=0;from_chars(b,b+3,d);a.join();return 0;}
