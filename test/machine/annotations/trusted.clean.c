/* Statistics that may be wrong. -DWITHOUT: data-race */
#include <heddle/annotate.h>
#include <pthread.h>
int hits;
#ifndef WITHOUT
HEDDLE_TRUSTED
#endif
static void hit(void) { hits++; }
void *t(void *p) { hit(); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); hit(); pthread_join(id, 0); }
