// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <libgen.h>
char b[]="/usr/lib/";
T(f){dirname(b);return 0;}
int main(){pthread_t s;GO(s,f,0);b[8]='x';JOIN(s);}
