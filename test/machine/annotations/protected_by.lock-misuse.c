/* also: data-race */
#include <heddle/annotate.h>
#include <pthread.h>
int x;
pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
HEDDLE_PROTECTED_BY(x, mx);
void *t(void *p) { pthread_mutex_lock(&mx); x++; pthread_mutex_unlock(&mx); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); x = 2; pthread_join(id, 0); }
