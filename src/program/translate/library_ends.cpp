// SPDX-License-Identifier: Apache-2.0
// Keys of threads; what runs when a thread or the program ends. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kEndsLibrary = {
    "pthread_key_create pthread_key_delete pthread_setspecific pthread_getspecific tss_create tss_delete "
    "tss_set tss_get __cxa_atexit atexit at_quick_exit __cxa_thread_atexit",
    R"c(/* Keys of threads: values live in each thread; destructors run when it ends, as often as POSIX promises. */
enum { KEYS = 32, ROUNDS = 4 };
void heddle_many_thread_keys(void);
static unsigned heddle_keys;
static void (*heddle_destructors[KEYS])(void *);
static _Thread_local void *heddle_values[KEYS];
WEAK int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  unsigned made = __atomic_fetch_add(&heddle_keys, 1, __ATOMIC_SEQ_CST);
  if (made >= KEYS) heddle_many_thread_keys();
  __atomic_store_n(&heddle_destructors[made], destructor, __ATOMIC_SEQ_CST);
  *key = made;
  return 0;
}
WEAK int pthread_key_delete(unsigned key) {
  if (key >= KEYS) return 22;
  __atomic_store_n(&heddle_destructors[key], 0, __ATOMIC_SEQ_CST);
  return 0;
}
WEAK int pthread_setspecific(unsigned key, const void *value) {
  if (key >= KEYS) return 22;
  heddle_values[key] = (void *)value;
  return 0;
}
WEAK void *pthread_getspecific(unsigned key) { return key < KEYS ? heddle_values[key] : 0; }
WEAK int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) ? 2 : 0; }
WEAK void tss_delete(unsigned key) { pthread_key_delete(key); }
WEAK int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }
WEAK void *tss_get(unsigned key) { return pthread_getspecific(key); }
static void heddle_end_values(void) {
  for (int round = 0, any = 1; any && round < ROUNDS; round++) {
    any = 0;
    for (unsigned key = 0; key < KEYS; key++) {
      void *value = heddle_values[key];
      if (!value) continue;
      heddle_values[key] = 0;
      void (*destructor)(void *) = __atomic_load_n(&heddle_destructors[key], __ATOMIC_SEQ_CST);
      if (destructor) destructor(value), any = 1;
    }
  }
}

/* What is to run at the end: of the thread that registered it, or of the program, last first. */
struct heddle_call {
  void (*function)(void *);
  void *argument;
  struct heddle_call *next;
};
static _Thread_local struct heddle_call *heddle_thread_calls;
static struct heddle_call *heddle_exit_calls, *heddle_quick_exit_calls;
static struct heddle_call *heddle_new_call(void (*function)(void *), void *argument) {
  struct heddle_call *made = malloc(sizeof *made);
  made->function = function;
  made->argument = argument;
  return made;
}
static int heddle_register(struct heddle_call **list, void (*function)(void *), void *argument) {
  struct heddle_call *made = heddle_new_call(function, argument);
  heddle_step_begin();
  made->next = *list;
  *list = made;
  heddle_step_end();
  return 0;
}
static void heddle_run_all(struct heddle_call **list) {
  for (;;) {
    heddle_step_begin();
    struct heddle_call *call = *list;
    if (call) *list = call->next;
    heddle_step_end();
    if (!call) return;
    void (*function)(void *) = call->function;
    void *argument = call->argument;
    free(call);
    function(argument);
  }
}
WEAK int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  return heddle_register(&heddle_exit_calls, function, argument);
}
WEAK int atexit(void (*function)(void)) { return heddle_register(&heddle_exit_calls, (void (*)(void *))function, 0); }
WEAK int at_quick_exit(void (*function)(void)) {
  return heddle_register(&heddle_quick_exit_calls, (void (*)(void *))function, 0);
}
WEAK int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library) {
  struct heddle_call *made = heddle_new_call(function, argument);
  made->next = heddle_thread_calls;
  heddle_thread_calls = made;
  return 0;
}
static void heddle_end_thread_variables(void) {
  while (heddle_thread_calls) {
    struct heddle_call *call = heddle_thread_calls;
    heddle_thread_calls = call->next;
    call->function(call->argument);
    free(call);
  }
}
WEAK void heddle_thread_end(void) {
  heddle_end_thread_variables();
  heddle_end_values();
}
WEAK void heddle_exit(void) {
  heddle_end_thread_variables();
  heddle_run_all(&heddle_exit_calls);
}
WEAK void heddle_quick_exit(void) { heddle_run_all(&heddle_quick_exit_calls); }
)c"};

}  // namespace heddle::program
