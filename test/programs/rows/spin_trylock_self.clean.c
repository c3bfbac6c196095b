// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
pthread_spinlock_t s; int x,bad;
void*f(void*a){ pthread_spin_lock(&s); if(pthread_spin_trylock(&s)!=EBUSY) bad=1; x++; pthread_spin_unlock(&s); return 0;}
int main(){ pthread_spin_init(&s,PTHREAD_PROCESS_PRIVATE); pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); pthread_join(t,0); pthread_join(u,0); pthread_spin_destroy(&s); return bad+x-2;}
