// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct tm b={.tm_mday=1};long n;
T(f){n=mktime(&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tm_year=1;JOIN(s);}
