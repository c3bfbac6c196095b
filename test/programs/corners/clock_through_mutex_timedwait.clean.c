// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; struct timespec end; int over;
static int before(struct timespec a, struct timespec b) { return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec); }
void *f(void *p) { pthread_mutex_lock(&m); int r = 0; while (r == 0) r = pthread_cond_timedwait(&c, &m, &end); assert(r == ETIMEDOUT); over = 1; pthread_mutex_unlock(&m); return p; }
int main(void) { clock_gettime(CLOCK_REALTIME, &end); end.tv_sec += 1; pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m); if (over) { struct timespec n; clock_gettime(CLOCK_REALTIME, &n); assert(!before(n, end)); } pthread_mutex_unlock(&m); pthread_join(t, 0);
  struct timespec n; clock_gettime(CLOCK_REALTIME, &n); assert(!before(n, end)); }
