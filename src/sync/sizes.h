// SPDX-License-Identifier: Apache-2.0
// How many bytes libc's synchronisation objects have.
#pragma once

#include <cstdint>

#include <pthread.h>
#include <semaphore.h>

#include "sync/object.h"

namespace heddle::sync {

constexpr std::uint32_t size_of(Object object) {
  switch (object) {
    case Object::mutex:
      return sizeof(pthread_mutex_t);
    case Object::rwlock:
      return sizeof(pthread_rwlock_t);
    case Object::spin:
      return sizeof(pthread_spinlock_t);
    case Object::condition:
      return sizeof(pthread_cond_t);
    case Object::semaphore:
      return sizeof(sem_t);
    case Object::barrier:
      return sizeof(pthread_barrier_t);
    case Object::once:
      return sizeof(pthread_once_t);
    case Object::thread:
    case Object::futex:
      break;
  }
  return 0;
}

}  // namespace heddle::sync
