// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/utsname.h>
struct utsname u;
T(f){uname(&u);return 0;}
int main(){pthread_t s;GO(s,f,0);u.sysname[0]='x';JOIN(s);}
