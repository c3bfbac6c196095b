#include <heddle/annotate.h>
#include <pthread.h>
int hits;
HEDDLE_BENIGN(hits);
void *t(void *p) { hits++; return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); hits++; pthread_join(id, 0); }
