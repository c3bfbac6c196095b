/* A hint that may be old. -DWITHOUT: data-race */
#include <heddle/annotate.h>
#include <pthread.h>
int hint;
#ifndef WITHOUT
HEDDLE_BENIGN(hint);
#endif
void *t(void *p) { hint = 1; return p; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); int seen = hint; pthread_join(id, 0); return seen == 7; }
