// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[PATH_MAX];int main();
T(f){char*q=realpath("/",b);(void)q;return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]='x';JOIN(s);}
