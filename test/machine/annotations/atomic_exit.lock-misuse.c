/* A thread that ends where nobody else may run. */
#include <heddle/annotate.h>
#include <pthread.h>
static void *t(void *p) { heddle_atomic { pthread_exit(p); } return p; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); pthread_join(id, 0); }
