// SPDX-License-Identifier: Apache-2.0
// Thread-specific keys: pthread_key_create and its like, and C11's.
//
// The program's keys live as long as an execution does, so those of libc would run out: keys made in an
// execution, by the program's own code, are numbers of ours, above libc's. A key that is deleted has no
// destructor any more and no values; one made in its place begins without any. Whether a thread that ends
// finds a key deleted depends on who is first, so both are operations on the key.
#include <cstring>

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/control/locks.h"
#include "runtime/control/turns.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

using Destructor = void (*)(void*);

constexpr pthread_key_t kLibcs = PTHREAD_KEYS_MAX;
static_assert(Controlled::kKeys == 2 * kLibcs);

struct Key {
  Destructor destructor;
  std::uint32_t life;        // counts the keys that had this number
  std::uint32_t generation;  // ours: of the execution that made it; 0: it was deleted
};
Key keys[Controlled::kKeys];

bool is_ours(pthread_key_t key) { return key >= kLibcs && key < Controlled::kKeys; }
bool is_known(pthread_key_t key) { return key < Controlled::kKeys; }
bool is_alive(pthread_key_t key) { return !is_ours(key) || keys[key].generation == world.generation; }

void step_on_key(pthread_key_t key, bool write, const void* pc) {
  Object& object = object_at(reinterpret_cast<void*>(std::uintptr_t{key} + 1), Role::key);
  Operation operation = on(object, write);
  reach(operation, &object, write ? Action::write : Action::read, 0, pc);
  operation.before = keys[key].life;
  effect();
  performed(operation);
}

int create(pthread_key_t* key, Destructor destructor, const void* pc) {
  if (!controlled() || !is_own_code(number(pc))) {
    const int error = HEDDLE_LIBC(pthread_key_create)(key, destructor);
    if (error == 0 && is_known(*key)) keys[*key].destructor = destructor;
    return error;
  }
  for (pthread_key_t free = kLibcs; free < Controlled::kKeys; ++free) {
    if (is_alive(free)) continue;
    keys[free].destructor = destructor;
    ++keys[free].life;
    keys[free].generation = world.generation;
    touch(key, sizeof *key, true, pc);
    *key = free;
    return 0;
  }
  return EAGAIN;
}

int remove(pthread_key_t key, const void* pc) {
  if (!is_ours(key)) {
    const int error = HEDDLE_LIBC(pthread_key_delete)(key);
    if (error == 0 && is_known(key)) {
      keys[key].destructor = nullptr;
      ++keys[key].life;
    }
    return error;
  }
  if (!controlled() || !is_alive(key)) return EINVAL;
  step_on_key(key, true, pc);
  keys[key].generation = 0;
  keys[key].destructor = nullptr;
  return 0;
}

int set(pthread_key_t key, const void* value) {
  if (!controlled() || !is_known(key)) return HEDDLE_LIBC(pthread_setspecific)(key, value);
  if (!is_alive(key)) return EINVAL;
  Controlled& self = *world.current;
  if (!self.keys_used) std::memset(self.keys_set, 0, sizeof self.keys_set);
  self.keys[key] = const_cast<void*>(value);
  self.keys_set[key] = keys[key].life + 1;
  self.keys_used = true;
  return 0;
}

bool has_value(const Controlled& self, pthread_key_t key) {
  return self.keys_used && self.keys_set[key] == keys[key].life + 1 && is_alive(key);
}

void* get(pthread_key_t key) {
  if (!controlled() || !is_known(key)) return HEDDLE_LIBC(pthread_getspecific)(key);
  const Controlled& self = *world.current;
  if (has_value(self, key)) return self.keys[key];
  return self.number == 0 && !is_ours(key) ? HEDDLE_LIBC(pthread_getspecific)(key) : nullptr;
}

}  // namespace

void run_key_destructors(Controlled& self) {
  if (!self.keys_used) return;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round)
    for (pthread_key_t key = 0; key < Controlled::kKeys; ++key) {
      if (self.keys[key] == nullptr || !has_value(self, key) || keys[key].destructor == nullptr) continue;
      if (is_ours(key)) step_on_key(key, false, nullptr);
      if (!has_value(self, key)) continue;  // deleted meanwhile
      void* value = self.keys[key];
      self.keys[key] = nullptr;
      keys[key].destructor(value);
    }
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  return create(key, destructor, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_key_delete(pthread_key_t key) noexcept { return remove(key, HEDDLE_PC); }
HEDDLE_INTERPOSE int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  return set(key, value);
}
HEDDLE_INTERPOSE void* pthread_getspecific(pthread_key_t key) noexcept { return get(key); }
HEDDLE_INTERPOSE int tss_create(tss_t* key, tss_dtor_t destructor) {
  return create(key, destructor, HEDDLE_PC) == 0 ? thrd_success : thrd_error;
}
HEDDLE_INTERPOSE void tss_delete(tss_t key) { remove(key, HEDDLE_PC); }
HEDDLE_INTERPOSE int tss_set(tss_t key, void* value) {
  return set(key, value) == 0 ? thrd_success : thrd_error;
}
HEDDLE_INTERPOSE void* tss_get(tss_t key) { return get(key); }
