// SPDX-License-Identifier: Apache-2.0
// One thread copies a text, the other measures it: libc makes the accesses for them.
#include <pthread.h>
#include <string.h>

static char text[64] = "short";

static void* copies(void* argument) {
  strcpy(text, argument);
  return NULL;
}
static void* measures(void* argument) {
  *(volatile size_t*)argument = strlen(text);
  return NULL;
}

int main(int argc, char** argv) {
  (void)argc;
  size_t size = 0;
  pthread_t a, b;
  pthread_create(&a, NULL, copies, argv[0]);
  pthread_create(&b, NULL, measures, &size);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return size > 0 ? 0 : 1;
}
