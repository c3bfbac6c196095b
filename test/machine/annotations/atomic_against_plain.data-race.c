/* Atomic among themselves is not safe from others. */
#include <heddle/annotate.h>
#include <pthread.h>
static int x;
static void *t(void *p) { heddle_atomic { x++; } return p; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); x = 5; pthread_join(id, 0); }
