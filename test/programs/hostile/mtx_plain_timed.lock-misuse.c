// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
mtx_t m; int f(void*a){struct timespec t={0,0};int r=mtx_timedlock(&m,&t);if(r==thrd_success)mtx_unlock(&m);return 0;}
int main(){mtx_init(&m,mtx_plain);thrd_t t;thrd_create(&t,f,0);mtx_lock(&m);mtx_unlock(&m);thrd_join(t,0);return 0;}
