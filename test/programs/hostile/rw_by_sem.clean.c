// SPDX-License-Identifier: Apache-2.0
// first reader takes the room, last one gives it back: with a semaphore
#include "terse.h"
static M m=MI; static sem_t room; static int r,d;
T(rd){ L(m); if(++r==1) sem_wait(&room); U(m); volatile int x=d; (void)x; L(m); if(--r==0) sem_post(&room); U(m); return 0; }
T(wr){ sem_wait(&room); d++; sem_post(&room); return 0; }
int main(){ sem_init(&room,0,1); P a,b,c; GO(a,rd);GO(b,rd);GO(c,wr);J(a);J(b);J(c); return 0; }
