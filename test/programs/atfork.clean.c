// SPDX-License-Identifier: Apache-2.0
// pthread_atfork is linked into the program from the C library.
#include <pthread.h>

int main(void) { return pthread_atfork(0, 0, 0); }
