// SPDX-License-Identifier: Apache-2.0
// right: cancellation disabled -> not cancelled
#include <pthread.h>
static void*f(void*p){pthread_setcancelstate(PTHREAD_CANCEL_DISABLE,0);pthread_cancel(pthread_self());pthread_testcancel();return 0;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r!=0;}
