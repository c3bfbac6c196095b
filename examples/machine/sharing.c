/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is shared in several ways: try `heddle check --locks`. One of them is wrong. */
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t guard;
  int balance;
  struct account *next;
};

static struct account *accounts;
static pthread_mutex_t audit = PTHREAD_MUTEX_INITIALIZER;
static int fee, total, hits;
static int *message;
static _Atomic int ready;

static void *teller(void *unused) {
  for (struct account *at = accounts; at; at = at->next) {
    pthread_mutex_lock(&at->guard);
    at->balance -= fee;
    pthread_mutex_unlock(&at->guard);
  }
  pthread_mutex_lock(&audit);
  total += fee;
  hits++;
  pthread_mutex_unlock(&audit);
  if (ready) *message += 1;
  return unused;
}

int main(void) {
  fee = 3;
  message = malloc(sizeof *message);
  for (int i = 0; i < 2; i++) {
    struct account *made = calloc(1, sizeof *made);
    pthread_mutex_init(&made->guard, 0);
    made->next = accounts;
    accounts = made;
  }
  pthread_t other;
  pthread_create(&other, 0, teller, 0);
  *message = 1;
  ready = 1;
  hits++;
  pthread_mutex_lock(&accounts->guard);
  accounts->balance += 10;
  pthread_mutex_unlock(&accounts->guard);
  pthread_mutex_lock(&audit);
  total++;
  pthread_mutex_unlock(&audit);
  pthread_join(other, 0);
  return 0;
}
