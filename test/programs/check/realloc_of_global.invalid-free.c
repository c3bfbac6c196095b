// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

static int global[8];

int main(int argc, char** argv) {
  (void)argv;
  void* p = argc > 0 ? (void*)global : malloc(4);
  return realloc(p, 64) == 0;
}
