// A bank account: deposit and withdraw under a lock, the balance taken in two steps.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
typedef struct { int balance; pthread_mutex_t *lock; } account;
static account *the_account;
static int x, y, z;
void *deposit(void *arg) {
  pthread_mutex_lock(the_account->lock);
  the_account->balance += y;
  pthread_mutex_unlock(the_account->lock);
  return NULL;
}
void *withdraw(void *arg) {
  int seen;
  pthread_mutex_lock(the_account->lock);
  seen = the_account->balance;
  pthread_mutex_unlock(the_account->lock);
  pthread_mutex_lock(the_account->lock);
  the_account->balance = seen - z;
  pthread_mutex_unlock(the_account->lock);
  return NULL;
}
int main() {
  pthread_t t1, t2;
  x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x >= 10 && x < 13);
  y = 2;
  z = 3;
  the_account = malloc(sizeof *the_account);
  the_account->balance = x;
  the_account->lock = malloc(sizeof(pthread_mutex_t));
  pthread_mutex_init(the_account->lock, NULL);
  pthread_create(&t1, NULL, deposit, NULL);
  pthread_create(&t2, NULL, withdraw, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  if (the_account->balance != x + y - z) { reach_error(); abort(); }
  pthread_mutex_destroy(the_account->lock);
  free(the_account->lock);
  free(the_account);
  return 0;
}
