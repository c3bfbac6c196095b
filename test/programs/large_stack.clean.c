// SPDX-License-Identifier: Apache-2.0
// A thread asks for a stack of 64 MiB, uses most of it, and asks where it lies; so does main.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void here_is_my_stack(void) {
  pthread_attr_t attributes;
  void* low;
  size_t size;
  char local;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &low, &size);
  assert(&local > (char*)low && &local < (char*)low + size);
  pthread_attr_destroy(&attributes);
}

static void* deep(void* unused) {
  volatile char room[40 << 20];
  for (size_t i = 0; i < sizeof room; i += 4096) room[i] = 1;
  here_is_my_stack();
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (size_t)64 << 20);
  if (pthread_create(&thread, &attributes, deep, NULL) != 0) return 0;
  here_is_my_stack();
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  return 0;
}
