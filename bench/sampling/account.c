// SPDX-License-Identifier: Apache-2.0
// A deposit and a withdrawal; the check of the balance may see only one of them.
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;
static atomic_bool deposited, withdrawn;
static void* deposit(void* a) {
  LOCK(lock), balance += 50, UNLOCK(lock);
  deposited = true;
  return a;
}
static void* withdraw(void* a) {
  LOCK(lock), balance -= 30, UNLOCK(lock);
  withdrawn = true;
  return a;
}
static void* check(void* a) {
  LOCK(lock);
  if (deposited && withdrawn) assert(balance == 120);
  assert(!(deposited && !withdrawn && balance != 150));
  UNLOCK(lock);
  return a;
}
int main(void) {
  start(deposit, 0), start(withdraw, 0), start(check, 0);
  join_all();
}
