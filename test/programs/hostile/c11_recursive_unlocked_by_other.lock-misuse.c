#include <threads.h>
mtx_t m;
int f(void*a){ mtx_unlock(&m); return 0; }
int main(){ thrd_t t; mtx_init(&m,mtx_plain|mtx_recursive); mtx_lock(&m); thrd_create(&t,f,0); thrd_join(t,0); mtx_unlock(&m); mtx_destroy(&m); }
