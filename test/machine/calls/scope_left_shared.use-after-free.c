// also: data-race
// The thread posts before its last use of the variable.
#include <pthread.h>
#include <semaphore.h>
struct task { sem_t done; int x; };
void *work(void *p) {
  struct task *t = p;
  sem_post(&t->done);
  t->x = 1;
  return 0;
}
pthread_t id;
void f(void) {
  struct task t;
  sem_init(&t.done, 0, 0);
  pthread_create(&id, 0, work, &t);
  sem_wait(&t.done);
}
int main(void) {
  f();
  pthread_join(id, 0);
}
