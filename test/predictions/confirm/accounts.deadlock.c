// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
struct Account {
  pthread_mutex_t lock;
  int balance;
};
static struct Account* accounts;
static void transfer(struct Account* from, struct Account* to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}
static void* first(void* nothing) {
  for (int i = 0; i < 3; ++i) transfer(&accounts[i], &accounts[i + 1], 10);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  transfer(&accounts[2], &accounts[1], 5);
  return nothing;
}
int main() {
  accounts = calloc(4, sizeof *accounts);
  for (int i = 0; i < 4; ++i) pthread_mutex_init(&accounts[i].lock, NULL);
  RUN(first, second);
  free(accounts);
}
