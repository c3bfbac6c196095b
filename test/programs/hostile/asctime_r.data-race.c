// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct tm b={.tm_mday=1};;
T(f){char o[64];asctime_r(&b,o);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tm_year=1;JOIN(s);}
