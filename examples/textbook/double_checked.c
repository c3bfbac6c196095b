/* SPDX-License-Identifier: Apache-2.0 */
/* Double-checked initialisation. */
#include "textbook.h"
struct thing {
  int value;
};
static struct thing *SYNC instance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thing *get(void) {
  if (!instance) {
    pthread_mutex_lock(&lock);
    if (!instance) {
      struct thing *made = malloc(sizeof *made);
      made->value = 42;
      instance = made;
    }
    pthread_mutex_unlock(&lock);
  }
  return instance;
}
static void *body(void *argument) {
  (void)argument;
  assert(get()->value == 42);
  return 0;
}
int main(void) { run_threads(body); }
