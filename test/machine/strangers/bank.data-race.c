/* Accounts with locks, but the report adds them up without. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct account { long balance; pthread_mutex_t lock; };
struct bank { size_t count; struct account accounts[]; };
static struct bank *bank;
static int transfer(size_t from, size_t to, long amount) {
  struct account *a = &bank->accounts[from], *b = &bank->accounts[to];
  pthread_mutex_lock(from < to ? &a->lock : &b->lock);
  pthread_mutex_lock(from < to ? &b->lock : &a->lock);
  int done = a->balance >= amount;
  if (done) {
    a->balance -= amount;
    b->balance += amount;
  }
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_unlock(&b->lock);
  return done;
}
static void *teller(void *unused) {
  transfer(0, 1, 30);
  transfer(1, 0, 10);
  return unused;
}
int main(void) {
  pthread_t t;
  bank = malloc(sizeof *bank + 2 * sizeof *bank->accounts);
  bank->count = 2;
  for (size_t i = 0; i < bank->count; i++) {
    bank->accounts[i].balance = 100;
    pthread_mutex_init(&bank->accounts[i].lock, 0);
  }
  pthread_create(&t, 0, teller, 0);
  long total = 0;
  for (size_t i = 0; i < bank->count; i++) total += bank->accounts[i].balance;
  printf("%ld\n", total);
  pthread_join(t, 0);
  free(bank);
}
