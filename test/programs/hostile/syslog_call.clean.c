// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <syslog.h>
F(w){syslog(LOG_INFO,"x");return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
