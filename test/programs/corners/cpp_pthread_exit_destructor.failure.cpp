// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int ended;
struct Guard { ~Guard() { ended = 1; } };
void leave() { pthread_exit(nullptr); }
void* f(void*) { Guard guard; leave(); return nullptr; } // unwinding runs the destructor
int main() { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return ended; }
