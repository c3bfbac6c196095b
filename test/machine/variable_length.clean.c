/* Arrays of variable length live from their declaration to the end of the block. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void *f(void *p) { for (;;) { pthread_mutex_lock(&m); x ^= 1; pthread_mutex_unlock(&m); } }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  for (;;) {
    pthread_mutex_lock(&m); int n = 3 + x; pthread_mutex_unlock(&m);
    int a[n], *last = 0;
    for (int i = 0; i < n; i++) a[i] = n - i;
    qsort(a, n, sizeof *a, cmp);
    for (int i = 1; i < n; i++) assert(a[i - 1] < a[i]);
    for (int i = 1; i < n; i++) { char b[i + 1]; memset(b, 0, i + 1); last = (int *)b; }
    (void)last;
  }
}
