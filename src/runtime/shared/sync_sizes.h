// SPDX-License-Identifier: Apache-2.0
// How many bytes libc's synchronisation objects have.
#pragma once

#include <cstdint>

#include <pthread.h>
#include <semaphore.h>

#include "sync/object.h"

namespace heddle::runtime {

constexpr std::uint32_t size_of(sync::Object object) {
  switch (object) {
    case sync::Object::mutex:
      return sizeof(pthread_mutex_t);
    case sync::Object::rwlock:
      return sizeof(pthread_rwlock_t);
    case sync::Object::spin:
      return sizeof(pthread_spinlock_t);
    case sync::Object::condition:
      return sizeof(pthread_cond_t);
    case sync::Object::semaphore:
      return sizeof(sem_t);
    case sync::Object::barrier:
      return sizeof(pthread_barrier_t);
    case sync::Object::once:
      return sizeof(pthread_once_t);
    case sync::Object::thread:
    case sync::Object::futex:
      break;
  }
  return 0;
}

}  // namespace heddle::runtime
