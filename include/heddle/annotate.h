/* SPDX-License-Identifier: Apache-2.0 */
/* What a program can tell `heddle check --engine machine`. Everywhere else these macros are empty.
 *
 *   HEDDLE_PROTECTED_BY(x, mx);       x is accessed only with mx held (checked)
 *   HEDDLE_PROTECTED_BY(T, f, lock);  the field f of every object of type T is, in which `it` points to the object:
 *                                     HEDDLE_PROTECTED_BY(struct account, balance, it->lock);
 *   HEDDLE_EXCLUSIVE(x, predicate);   thread t may access x iff predicate(t) (checked); int predicate(int t)
 *   HEDDLE_EXCLUSIVE(T, f, predicate);  likewise the field f of every object; int predicate(int t, T* it)
 *   heddle_self()                     the number t of this thread: 1 for main, others have greater ones
 *   HEDDLE_THREAD_LOCAL(x);           x is accessed by one thread only (checked)
 *   HEDDLE_BENIGN(x);                 races on x are meant
 *   HEDDLE_TRUSTED                    before a function: its accesses are not looked at for races
 *   HEDDLE_TRUSTED_FILE;              all functions of this file are trusted
 *   heddle_choose(n)                  any number below n, which is not 0
 *   heddle_assume(c);                 executions where c does not hold do not count
 *   heddle_atomic { … }               nobody else runs meanwhile; every way out of it ends it
 *
 * Those in capitals stand at file scope. x is a global, or a field or element of one. */
#ifndef HEDDLE_ANNOTATE_H
#define HEDDLE_ANNOTATE_H

#ifdef __cplusplus
extern "C" {
#endif
unsigned heddle_choose(unsigned count)
    __attribute__((weak)); /* any number below count; as in <heddle/check.h> */
#ifdef __cplusplus
}
#endif

#ifdef HEDDLE_MACHINE

#ifdef __cplusplus
extern "C" {
#endif
int heddle_self(void);
void heddle_assume(int condition); /* executions where it does not hold do not count */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);
#ifdef __cplusplus
}
#endif

struct heddle_annotation {
  int kind;
  const volatile void* what;
  unsigned long size;
  const void* other;
};
#define HEDDLE_JOIN2(a, b) a##b
#define HEDDLE_JOIN(a, b) HEDDLE_JOIN2(a, b)
#define HEDDLE_ANNOTATE(number, x, by)                                                        \
  __attribute__((used, section("heddle"))) static const struct heddle_annotation HEDDLE_JOIN( \
      heddle_annotation_, __COUNTER__) = {number, &(x), sizeof(x), (const void*)(by)}
/* Of a field: `what` is a function from the object to it, `other` one to its lock, or the predicate. */
#define HEDDLE_ANNOTATE_FIELD(number, type, field, by, count)                                      \
  __attribute__((used)) static const volatile void* HEDDLE_JOIN(heddle_field_, count)(type * it) { \
    return &(it->field);                                                                           \
  }                                                                                                \
  __attribute__((used, section("heddle"))) static const struct heddle_annotation HEDDLE_JOIN(      \
      heddle_annotation_, count) = {number, (const void*)HEDDLE_JOIN(heddle_field_, count),        \
                                    sizeof(((type*)0)->field), (const void*)(by)}
#define HEDDLE_PROTECT_FIELD(type, field, lock, count)                                            \
  __attribute__((used)) static const volatile void* HEDDLE_JOIN(heddle_lock_, count)(type * it) { \
    (void)it;                                                                                     \
    return &(lock);                                                                               \
  }                                                                                               \
  HEDDLE_ANNOTATE_FIELD(6, type, field, HEDDLE_JOIN(heddle_lock_, count), count)
#define HEDDLE_GLOBAL_BY(x, lock) HEDDLE_ANNOTATE(1, x, &(lock))
#define HEDDLE_FIELD_BY(type, field, lock) HEDDLE_PROTECT_FIELD(type, field, lock, __COUNTER__)
#define HEDDLE_GLOBAL_FOR(x, predicate) HEDDLE_ANNOTATE(2, x, predicate)
#define HEDDLE_FIELD_FOR(type, field, predicate) HEDDLE_ANNOTATE_FIELD(7, type, field, predicate, __COUNTER__)
#define HEDDLE_FOURTH(a, b, c, fourth, ...) fourth
#define HEDDLE_PROTECTED_BY(...) HEDDLE_FOURTH(__VA_ARGS__, HEDDLE_FIELD_BY, HEDDLE_GLOBAL_BY, 0)(__VA_ARGS__)
#define HEDDLE_EXCLUSIVE(...) HEDDLE_FOURTH(__VA_ARGS__, HEDDLE_FIELD_FOR, HEDDLE_GLOBAL_FOR, 0)(__VA_ARGS__)
#define HEDDLE_THREAD_LOCAL(x) HEDDLE_ANNOTATE(3, x, 0)
#define HEDDLE_BENIGN(x) HEDDLE_ANNOTATE(4, x, 0)
#define HEDDLE_TRUSTED __attribute__((annotate("heddle_trusted")))
#define HEDDLE_TRUSTED_FILE                                                                   \
  __attribute__((used, section("heddle"))) static const struct heddle_annotation HEDDLE_JOIN( \
      heddle_annotation_, __COUNTER__) = {5, __FILE__, sizeof(__FILE__), 0}
__attribute__((unused)) static void heddle_atomic_leave(int* once) {
  (void)once;
  heddle_atomic_end();
}
#define heddle_atomic                                                                              \
  for (int heddle_once __attribute__((cleanup(heddle_atomic_leave))) = (heddle_atomic_begin(), 1); \
       heddle_once; heddle_once = 0)

#else

#define HEDDLE_EMPTY struct heddle_nothing
#define HEDDLE_PROTECTED_BY(...) HEDDLE_EMPTY
#define HEDDLE_EXCLUSIVE(...) HEDDLE_EMPTY
#define HEDDLE_THREAD_LOCAL(x) HEDDLE_EMPTY
#define HEDDLE_BENIGN(x) HEDDLE_EMPTY
/* As in <heddle/record.h>. */
#define HEDDLE_TRUSTED __attribute__((no_sanitize_thread, patchable_function_entry(7, 7)))
#define HEDDLE_TRUSTED_FILE HEDDLE_EMPTY
#define heddle_atomic
/* A number that no other thread has: heddle's, if it has the threads under control. */
#ifdef __cplusplus
extern "C" {
#endif
int heddle_self(void) __attribute__((weak));
HEDDLE_TRUSTED __attribute__((weak)) int heddle_self_alone(void) {
  static int last;
  static __thread int own;
  if (own == 0) own = __atomic_add_fetch(&last, 1, __ATOMIC_SEQ_CST);
  return own;
}
#ifdef __cplusplus
}
#endif
#define heddle_self() (heddle_self ? (heddle_self)() : heddle_self_alone())
#define heddle_assume(condition) ((void)(condition))
/* Without heddle around: 0. */
#define heddle_choose(count) (heddle_choose ? (heddle_choose)(count) : 0U)

#endif
#endif
