// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <stdlib.h>
#include <assert.h>
int d;
void *f(void *p) { char c = 0; lseek(d, (long)p, SEEK_SET); read(d, &c, 1); assert(c == 'a' + (long)p); return 0; }
int main(void) { char n[] = "seekXXXXXX"; d = mkstemp(n); unlink(n); write(d, "abcd", 4); pthread_t t; pthread_create(&t, 0, f, (void *)1); f((void *)3); pthread_join(t, 0); }
