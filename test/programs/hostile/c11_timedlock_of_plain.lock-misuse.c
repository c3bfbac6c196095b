#include <threads.h>
#include <time.h>
mtx_t m; int x;
int f(void*a){ struct timespec t; timespec_get(&t,TIME_UTC); t.tv_sec+=1; if(mtx_timedlock(&m,&t)==thrd_success){ x++; mtx_unlock(&m);} return 0; }
int main(){ thrd_t t; mtx_init(&m,mtx_plain); thrd_create(&t,f,0); mtx_lock(&m); x++; mtx_unlock(&m); thrd_join(t,0); }
