/* SPDX-License-Identifier: Apache-2.0
 * Words from your program to `heddle run`. Pure C, header only, nothing to link: without the runtime every
 * one of these is a test of a null pointer.
 *
 *   heddle_mark("phase", 3);        an event of your own in the recording, for predicates to speak of
 *
 *   heddle_release(&queue);         home-made synchronisation that heddle cannot see (inline assembly,
 *   heddle_acquire(&queue);         shared memory, a device): what came before the release happens before
 *                                   what follows an acquire of the same address after it
 *
 *   heddle_benign_begin();          races of the thread's accesses in between are meant: `run` does not
 *   heddle_benign_end();            look at them, `check` explores what they lead to
 */
#ifndef HEDDLE_RECORD_H
#define HEDDLE_RECORD_H

#ifdef __cplusplus
extern "C" {
#endif

void heddle_runtime_mark(const char* label, long value) __attribute__((weak));
void heddle_runtime_release(const volatile void* address) __attribute__((weak));
void heddle_runtime_acquire(const volatile void* address) __attribute__((weak));
void heddle_runtime_ignore(int begin) __attribute__((weak));

static inline void heddle_mark(const char* label, long value) {
  if (heddle_runtime_mark) heddle_runtime_mark(label, value);
}
/* A call on an object and its end, for `heddle linearizable`: heddle_call("push", 7); push(7); heddle_return("push", 0);
 * The name is a literal. Whoever finds nothing returns HEDDLE_NOTHING; heddle_call_on has a key and a value. */
#define HEDDLE_NOTHING (-9223372036854775807L - 1)
#define heddle_call(operation, argument) heddle_mark("call:" operation, argument)
#define heddle_call_on(operation, key, argument) \
  (heddle_mark("key:" operation, key), heddle_mark("call:" operation, argument))
#define heddle_return(operation, result) heddle_mark("return:" operation, result)

static inline void heddle_release(const volatile void* address) {
  if (heddle_runtime_release) heddle_runtime_release(address);
}
static inline void heddle_acquire(const volatile void* address) {
  if (heddle_runtime_acquire) heddle_runtime_acquire(address);
}
static inline void heddle_benign_begin(void) {
  if (heddle_runtime_ignore) heddle_runtime_ignore(1);
}
static inline void heddle_benign_end(void) {
  if (heddle_runtime_ignore) heddle_runtime_ignore(0);
}

/* A whole function you trust: `HEDDLE_TRUSTED int sample(void) { … }`. Its accesses are not instrumented;
 * seven bytes of nothing before it tell heddle that this is meant. (no_sanitize("thread") alone makes a
 * verdict inconclusive.) */
#ifdef HEDDLE_MACHINE /* as in <heddle/annotate.h> */
#define HEDDLE_TRUSTED __attribute__((annotate("heddle_trusted")))
#else
#define HEDDLE_TRUSTED __attribute__((no_sanitize_thread, patchable_function_entry(7, 7)))
#endif

#ifdef __cplusplus
}
#endif

#endif
