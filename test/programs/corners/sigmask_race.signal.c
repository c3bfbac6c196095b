// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int go;
void *f(void *p) { sigset_t b; sigemptyset(&b); sigaddset(&b, SIGTERM); pthread_sigmask(SIG_BLOCK, &b, 0); raise(SIGTERM); if (atomic_load(&go)) pthread_sigmask(SIG_UNBLOCK, &b, 0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&go, 1); pthread_join(t, 0); }
