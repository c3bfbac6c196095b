// A field of every object of a type, each with its own lock: on the heap, among the globals and on a stack.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
  long id;
  pthread_mutex_t lock;
  int balance;
};
HEDDLE_PROTECTED_BY(struct account, balance, it->lock);
static struct account first = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct account *second;
static void deposit(struct account *to) {
  pthread_mutex_lock(&to->lock);
  to->balance++;
  pthread_mutex_unlock(&to->lock);
}
static void *worker(void *third) {
  deposit(&first);
  deposit(second);
  deposit(third);
  return 0;
}
int main(void) {
  struct account third = {.lock = PTHREAD_MUTEX_INITIALIZER};
  second = malloc(sizeof *second);
  second->balance = 0;
  pthread_mutex_init(&second->lock, 0);
  pthread_t id;
  pthread_create(&id, 0, worker, &third);
  worker(&third);
  pthread_join(id, 0);
  assert(first.balance == 2 && second->balance == 2 && third.balance == 2);
}
