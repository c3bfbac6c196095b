// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <syslog.h>
#include <assert.h>
void *a(void*p){ int o=setlogmask(LOG_MASK(LOG_ERR)); setlogmask(o); return 0;}
int main(){ setlogmask(0xff); pthread_t t,u; pthread_create(&t,0,a,0); pthread_create(&u,0,a,0); pthread_join(t,0); pthread_join(u,0); assert(setlogmask(0)==0xff); return 0;}
