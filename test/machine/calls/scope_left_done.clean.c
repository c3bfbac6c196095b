#include <pthread.h>
#include <semaphore.h>
struct task { int x; };
sem_t done;
void *work(void *p) {
  struct task *t = p;
  t->x = 1;
  sem_post(&done);
  return 0;
}
pthread_t id;
int f(void) {
  struct task t;
  pthread_create(&id, 0, work, &t);
  sem_wait(&done);
  return t.x;
}
int main(void) {
  sem_init(&done, 0, 0);
  if (f() != 1) return 1;
  pthread_join(id, 0);
}
