// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <pwd.h>
F(w){struct passwd*p=getpwuid(0);volatile char c=p?p->pw_name[0]:0;return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
