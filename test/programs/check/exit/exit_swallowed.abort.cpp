// SPDX-License-Identifier: Apache-2.0
// Whoever catches the end of a thread has to throw it again.
#include <pthread.h>

int main() {
  pthread_t t;
  pthread_create(
      &t, nullptr,
      [](void* x) -> void* {
        try {
          pthread_exit(x);
        } catch (...) {
        }
        return x;
      },
      nullptr);
  pthread_join(t, nullptr);
}
