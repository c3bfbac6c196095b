// SPDX-License-Identifier: Apache-2.0
// longjmp leaves functions without their exit.
#include <pthread.h>
#include <setjmp.h>

static int deep(jmp_buf out, int depth) {
  if (depth == 0) longjmp(out, 1);
  return deep(out, depth - 1) + 1;
}
static void* body(void* argument) {
  for (int i = 0; i < 3000; i++) {
    jmp_buf out;
    if (setjmp(out) == 0) deep(out, 50);
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  body(0);
  pthread_join(a, 0);
  return 0;
}
