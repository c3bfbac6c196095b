// SPDX-License-Identifier: Apache-2.0
// wrong: lock_test_and_set is acquire only: used as unlock-publish (relaxed release side) -> race
#include <pthread.h>
int fl,d;
static void*f(void*p){d=1;__sync_lock_test_and_set(&fl,1);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=0;if(__atomic_load_n(&fl,__ATOMIC_ACQUIRE))r=d;pthread_join(t,0);return r>1;}
