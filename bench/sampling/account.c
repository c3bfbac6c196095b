// SPDX-License-Identifier: Apache-2.0
// A deposit and a withdrawal; the check, which is created first, is wrong about the sum once both are done.
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int balance = 100;
static atomic_bool deposited, withdrawn;
static void* deposit(void* a) {
  LOCK(lock), balance += 50, deposited = true, UNLOCK(lock);
  return a;
}
static void* withdraw(void* a) {
  LOCK(lock), balance -= 30, withdrawn = true, UNLOCK(lock);
  return a;
}
static void* check(void* a) {
  LOCK(lock);
  if (deposited && withdrawn) assert(balance == 80);
  UNLOCK(lock);
  return a;
}
int main(void) {
  start(check, 0), start(deposit, 0), start(withdraw, 0);
  join_all();
}
