// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <mutex>
std::mutex m; int x;
void* f(void*) { std::lock_guard l(m); x++; pthread_exit(nullptr); }
int main(){ pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); return x - 2; }
