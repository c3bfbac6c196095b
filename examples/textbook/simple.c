/* SPDX-License-Identifier: Apache-2.0 */
/* A result is published by a flag. */
#include "textbook.h"
static int result;
static SYNC int done;
static void *body(void *argument) {
  if (ME == 0) {
    result = 1;
    done = 1;
  } else if (done) {
    assert(result == 1);
  }
  return 0;
}
int main(void) { run_threads(body); }
