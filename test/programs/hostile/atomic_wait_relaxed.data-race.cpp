// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <pthread.h>
std::atomic<int> f; int x;
void *g(void *u) { f.wait(0, std::memory_order_relaxed); x++; return u; }
int main() { pthread_t t; pthread_create(&t, 0, g, 0); x = 1; f.store(1, std::memory_order_release); f.notify_one(); pthread_join(t, 0); return 0; }
