// SPDX-License-Identifier: Apache-2.0
// Threads take inodes and blocks of a file system; more threads than blocks.
#include "common.h"
enum { kThreads = 5, kBlocks = 4 };
static pthread_mutex_t inodes[kThreads], blocks[kBlocks];
static int busy[kBlocks], inode[kThreads];
static void* create(void* a) {
  const int id = (int)(intptr_t)a;
  LOCK(inodes[id]);
  if (inode[id] == 0) {
    int block = id % kBlocks, tried = 0;
    while (true) {
      assert(tried++ < kBlocks);
      LOCK(blocks[block]);
      if (!busy[block]) {
        busy[block] = 1;
        inode[id] = block + 1;
        UNLOCK(blocks[block]);
        break;
      }
      UNLOCK(blocks[block]);
      block = (block + 1) % kBlocks;
    }
  }
  UNLOCK(inodes[id]);
  return a;
}
int main(void) {
  for (int i = 0; i < kThreads; ++i) pthread_mutex_init(&inodes[i], NULL);
  for (int i = 0; i < kBlocks; ++i) pthread_mutex_init(&blocks[i], NULL);
  for (int i = 0; i < kThreads; ++i) start(create, i);
  join_all();
}
