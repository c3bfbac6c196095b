// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <fcntl.h>
sem_t*s;int x;
F(w){x=1;sem_post(s);return 0;}
int main(void){s=sem_open("/hx1",O_CREAT,0600,0);assert(s!=SEM_FAILED);sem_unlink("/hx1");GO(t,w);sem_wait(s);assert(x==1);J(t);sem_close(s);return 0;}
