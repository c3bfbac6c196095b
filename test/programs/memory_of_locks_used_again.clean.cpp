// SPDX-License-Identifier: Apache-2.0
// Locks in a pool of memory that is used again for other locks and for plain values, the places of locks on the
// stack too.
#include <mutex>
#include <new>
#include <pthread.h>
#include <shared_mutex>
#include <thread>

alignas(64) unsigned char pool[256];

static void spin() {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  pthread_spin_destroy(&lock);
}
static void rwlock() {
  pthread_rwlock_t lock;
  pthread_rwlock_init(&lock, nullptr);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
}
static void shared() {
  std::shared_mutex lock;
  lock.lock_shared();
  lock.unlock_shared();
  std::mutex other;
  other.lock();
  other.unlock();
}
static void mutex() {
  pthread_mutex_t lock;
  pthread_mutex_init(&lock, nullptr);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
}
static void values() {
  volatile long values[12];
  for (long i = 0; i < 12; ++i) values[i] = i;
}

template <class Lock>
static void in_pool() {
  auto* lock = new (pool) Lock;
  auto use = [lock] {
    for (int i = 0; i < 10; ++i) std::lock_guard guard(*lock);
  };
  std::thread a(use), b(use);
  a.join();
  b.join();
  lock->~Lock();
  for (unsigned char& byte : pool) byte = 0x55;
}

int main() {
  for (int i = 0; i < 3; ++i) {
    for (auto* use : {spin, rwlock, shared, mutex, values, rwlock, shared, spin, mutex, shared}) use();
    in_pool<std::mutex>();
    in_pool<std::shared_mutex>();
    in_pool<std::recursive_mutex>();
    in_pool<std::timed_mutex>();
  }
}
