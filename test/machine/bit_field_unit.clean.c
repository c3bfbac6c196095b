#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <semaphore.h>
#include <unistd.h>
#include <errno.h>
#include <time.h>
#include <sched.h>
#include <threads.h>
#define V(f) static void *f(void *arg)
#define GO(t,f) pthread_t t; pthread_create(&t,0,f,0)
#define J(t) pthread_join(t,0)
struct b{ unsigned a:4,b:4,c:9; }; V(w){ struct b s; s.a=1; s.b=2; s.c=300; assert(s.a+s.b+s.c==303); return 0;} int main(){ GO(t,w);GO(u,w);J(t);J(u);}
