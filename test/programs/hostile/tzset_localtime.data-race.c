// SPDX-License-Identifier: Apache-2.0
#include "short.h"
extern char*tzname[2];
F(w){tzset();return 0;}
int main(void){GO(t,w);char*volatile p=tzname[0];J(t);return 0;}
