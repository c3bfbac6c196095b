// SPDX-License-Identifier: Apache-2.0
// Every way to allocate, with and without alignment.
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  void* p[6] = {malloc(0),          calloc(3, 5),  aligned_alloc(64, 128),
                memalign(4096, 10), realloc(0, 7), valloc(9)};
  if (posix_memalign(&p[0], 1 << 21, 100)) return 9;
  if ((uintptr_t)p[0] % (1 << 21) || (uintptr_t)p[2] % 64 || (uintptr_t)p[3] % 4096 || (uintptr_t)p[5] % 4096)
    return 9;
  for (int i = 0; i < 15; i++)
    if (((char*)p[1])[i]) return 9;
  memset(p[2], 1, 128);
  p[2] = realloc(p[2], 1000);
  if (((char*)p[2])[127] != 1) return 9;
  for (int i = 0; i < 6; i++) free(p[i]);
  return 0;
}
