// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
int *page; 
void *f(void *p) { page[5] = 3; return p; }
int main(void) { for (int i = 0; i < 2; i++) { page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t; pthread_create(&t, 0, f, 0); page[6] = 1; pthread_join(t, 0); if (page[5] != 3) return 1; munmap(page, 4096); } }
