/* The other file is not. */
#include "trusted_code.h"
#include <pthread.h>
static int mine;
static void *t(void *p) { hit(); mine++; return p; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); hit(); mine++; pthread_join(id, 0); }
