// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <atomic>
std::atomic<int> n{0};
void* f(void*) { try { if (n++ == 1) pthread_exit(nullptr); } catch (...) { } return nullptr; } // FATAL: exception not rethrown
int main(){ pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); }
