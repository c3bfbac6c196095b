/* SPDX-License-Identifier: Apache-2.0
 * A test that was built when a call had three numbers and no version: nothing may be written behind them. */
#include <heddle/check.h>
#include <stdlib.h>

struct heddle_call_times {
  unsigned long begin, end, operations;
};
void heddle_runtime_call_begin(struct heddle_call_times* times, unsigned self, unsigned threads)
    __attribute__((weak));
void heddle_runtime_call_end(struct heddle_call_times* times) __attribute__((weak));

static void test(void* unused) {
  struct heddle_call_times* times = calloc(1, sizeof *times);
  (void)unused;
  heddle_runtime_call_begin(times, 0, 0);
  heddle_runtime_call_end(times);
  free(times);
}

int main(void) { return heddle_check_run(test, NULL, NULL) == 1; }
