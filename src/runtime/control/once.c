/* SPDX-License-Identifier: Apache-2.0
 * pthread_once, and std::call_once on top of it. If the function throws, the next thread has its turn: the
 * only place of this library through which exceptions pass that it must notice. In C, since the cleanup then
 * needs no libstdc++. */
#include <pthread.h>
#include <stddef.h>

int heddle_is_controlled(void);
int heddle_once_begin(pthread_once_t* control, const void* pc);
void heddle_once_end(pthread_once_t* control, int done, const void* pc);
int heddle_real_once(pthread_once_t* control, void (*function)(void));

static void undo(pthread_once_t** begun) {
  if (*begun != NULL) heddle_once_end(*begun, 0, __builtin_return_address(0));
}

__attribute__((visibility("default"))) int pthread_once(pthread_once_t* control, void (*function)(void)) {
  if (!heddle_is_controlled()) return heddle_real_once(control, function);
  if (!heddle_once_begin(control, __builtin_return_address(0))) return 0;
  __attribute__((cleanup(undo))) pthread_once_t* begun = control;
  function();
  begun = NULL;
  heddle_once_end(control, 1, __builtin_return_address(0));
  return 0;
}
