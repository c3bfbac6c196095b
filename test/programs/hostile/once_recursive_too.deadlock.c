// SPDX-License-Identifier: Apache-2.0
// wrong: once routine calls pthread_once of the same control: deadlock
#include <pthread.h>
static pthread_once_t o=PTHREAD_ONCE_INIT;static int d;
static void init(void){if(d++<1)pthread_once(&o,init);}
int main(void){pthread_once(&o,init);return 0;}
