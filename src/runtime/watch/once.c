/* SPDX-License-Identifier: Apache-2.0
 * A function, and what comes after it also if it throws, or pthread_exit leaves it: for pthread_once, whose next attempt
 * comes after this one then. In C, since the cleanup then needs no libstdc++. */
struct Finally {
  void (*function)(void*);
  void* argument;
};

static void finish(const struct Finally* finally) { finally->function(finally->argument); }

__attribute__((visibility("hidden"))) void heddle_call_finally(void (*function)(void), void (*after)(void*),
                                                               void* argument) {
  __attribute__((cleanup(finish), unused)) const struct Finally finally = {after, argument};
  function();
}
