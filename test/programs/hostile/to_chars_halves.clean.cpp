// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <charconv>
char b[64];
int main(){auto f=[](int i){to_chars(b+32*i,b+32*i+32,1.5);};thread a(f,0),c(f,1);a.join();c.join();assert(!strcmp(b,"1.5"));}
