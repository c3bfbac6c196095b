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
#include <libgen.h>
char path[]="/a/b/"; V(w){ char*b=basename(path); return b[0]=='z'?b:0;} V(r){ volatile char c=path[4]; (void)c; return 0;} int main(){ GO(t,w);GO(u,r);J(t);J(u);}
