// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct s { pthread_mutex_t m; int v; };
void *f(void *u) { struct s *p = malloc(sizeof *p); p->v = 3; free(u); return p; }
int main(void) { int *q = malloc(4); *q = 1; pthread_t t; pthread_create(&t, 0, f, q); struct s *r; pthread_join(t, (void **)&r); int v = *q + r->v; free(r); return v == 77; }
