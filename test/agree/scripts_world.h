// SPDX-License-Identifier: Apache-2.0
// What the threads of a script share.
#pragma once

#include <atomic>
#include <cstdint>

#include <pthread.h>
#include <semaphore.h>

#include "scripts.h"

struct Block {
  pthread_mutex_t mutex;
  int number;
};
struct World {
  std::atomic<std::uint8_t> byte;
  std::atomic<std::uint16_t> half;
  std::atomic<int> atomics[2];
  std::atomic<std::uint64_t> wide;
  alignas(16) unsigned __int128 widest;
  alignas(8) unsigned char plain[16];
  int guarded[2];
  int expected;  // what a compare-exchange of several threads expects
  int is_set;    // by set_and_signal, under the first mutex
  pthread_mutex_t mutexes[2], guards[2];
  pthread_rwlock_t rwlock;
  pthread_cond_t condition;
  sem_t semaphore;
  pthread_barrier_t barrier;
  pthread_once_t once;
  pthread_spinlock_t spin;
  std::atomic<int> futex;
  pthread_key_t key;
  Block* block;
  pthread_t ids[kThreads];
  bool started[kThreads], joined[kThreads];  // each is its parent's to know
  pthread_t gone[kThreads];                  // the id of a thread that had been joined before
  std::uint64_t results[kThreads];
};

// scripts_memory.cpp, which is compiled for heddle: all that threads do to memory themselves. False: the call is none of
// that; otherwise `read` is what was read.
bool on_memory(World& world, const Step& step, std::uint64_t& read);
bool is_set(const World& world);
void set(World& world);
void store_futex(World& world, int value);
void note(bool& flag);
void note_gone(World& world, int thread, int joined);
void keep_result(World& world, int thread, std::uint64_t known);
std::uint64_t sum_of(const World& world);
