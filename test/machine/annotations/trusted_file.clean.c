/* All that is written in one file is trusted. -DWITHOUT: data-race */
#include "trusted_code.h"
#include <pthread.h>
static void *t(void *p) { hit_twice(); return p; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); hit(); pthread_join(id, 0); }
