// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct s{ int v[5]; char tail; }; struct s a,b;
void*f(void*q){ a.tail=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); b=a; pthread_join(t,0); return b.tail>1; }
