// SPDX-License-Identifier: Apache-2.0
// Thread-specific keys: pthread_key_create and its kin, and C11's names for them.
//
// Keys made by an execution are gone with it: their numbers are handed out here, after those of libc's that were
// made before. A number can be used again once its key is deleted; the new key has no value in any thread, so
// each value remembers which key of that number it belongs to.
#include <cstring>

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <threads.h>

#include "base/hash.h"
#include "runtime/control/callbacks.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

struct Key {
  void (*destructor)(void*);
  bool exists;
  bool is_own;         // of an execution
  std::uint32_t made;  // how many keys of this number there were
};
Key keys[Controlled::kKeys];
std::uint32_t generation = 0;

// Of this execution alone.
void forget_own_keys() {
  if (generation == world.generation) return;
  generation = world.generation;
  for (Key& key : keys)
    if (key.is_own) key = {nullptr, false, false, key.made + 1};
}

// Which number it gets, others can notice; and who ends, whether a key is there still.
void step(bool changes, const void* pc) { step_on(object_at(keys), changes, pc); }

// A value is set, or asked for: whether the key is there still matters where keys are deleted at all.
void use_key(pthread_key_t key, const void* pc) {
  forget_own_keys();
  if (key < Controlled::kKeys && is_visible(Shared::kKeys)) step(false, pc);
}

int make_key(pthread_key_t* result, void (*destructor)(void*), const void* pc) {
  forget_own_keys();
  step(true, pc);
  std::size_t number = 0;
  for (std::size_t i = 0; i < Controlled::kKeys; ++i)
    if (keys[i].exists && !keys[i].is_own) number = i + 1;  // libc has given out those
  while (number < Controlled::kKeys && keys[number].exists) ++number;
  if (number == Controlled::kKeys) return EAGAIN;
  keys[number] = {destructor, true, true, keys[number].made + 1};
  touch(result, sizeof *result, true, pc);
  *result = static_cast<pthread_key_t>(number);
  return 0;
}

int delete_key(pthread_key_t key, const void* pc) {
  forget_own_keys();
  if (world.threads > 1) make_visible(Shared::kKeys);
  step(true, pc);
  if (key >= Controlled::kKeys || !keys[key].exists) return EINVAL;
  if (!keys[key].is_own) return HEDDLE_LIBC(pthread_key_delete)(key);  // for good
  keys[key] = {nullptr, false, false, keys[key].made};
  return 0;
}

bool has_value(const Controlled& thread, std::size_t key) {
  return thread.keys_used && thread.keys_set[key] == keys[key].made + 1;
}

void set(pthread_key_t key, const void* value) {
  Controlled& self = *world.current;
  if (!self.keys_used) {
    std::memset(self.keys_set, 0, sizeof self.keys_set);
    self.keys_state = 0;
  }
  const auto state = [&](const void* it) {
    return base::mix(base::mix(key + 1) ^ reinterpret_cast<std::uintptr_t>(it));
  };
  self.keys_state ^= state(has_value(self, key) ? self.keys[key] : nullptr) ^ state(value);
  self.keys[key] = const_cast<void*>(value);
  self.keys_set[key] = keys[key].made + 1;
  self.keys_used = true;
}

}  // namespace

void run_key_destructors(Controlled& self) {
  if (!self.keys_used) return;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round)
    for (std::size_t key = 0; key < Controlled::kKeys; ++key) {
      const auto is_due = [&] {
        return has_value(self, key) && self.keys[key] != nullptr && keys[key].destructor != nullptr;
      };
      if (!is_due()) continue;
      if (keys[key].is_own) step(false, nullptr);
      if (!is_due()) continue;  // deleted meanwhile
      void* value = self.keys[key];
      self.keys[key] = nullptr;
      call_back(keys[key].destructor, value);
    }
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  if (controlled()) return make_key(key, destructor, HEDDLE_PC);
  const int error = HEDDLE_LIBC(pthread_key_create)(key, destructor);
  if (error == 0 && *key < Controlled::kKeys) keys[*key] = {destructor, true, false, keys[*key].made + 1};
  return error;
}
HEDDLE_INTERPOSE int pthread_key_delete(pthread_key_t key) noexcept {
  if (controlled()) return delete_key(key, HEDDLE_PC);
  if (key < Controlled::kKeys) keys[key].exists = false;
  return HEDDLE_LIBC(pthread_key_delete)(key);
}
HEDDLE_INTERPOSE int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_setspecific)(key, value);
  use_key(key, HEDDLE_PC);
  if (key >= Controlled::kKeys || !keys[key].exists) return EINVAL;
  set(key, value);
  return 0;
}
HEDDLE_INTERPOSE void* pthread_getspecific(pthread_key_t key) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_getspecific)(key);
  use_key(key, HEDDLE_PC);
  if (key >= Controlled::kKeys) return nullptr;
  const Controlled& self = *world.current;
  if (has_value(self, key)) return self.keys[key];
  return self.number == 0 && !keys[key].is_own ? HEDDLE_LIBC(pthread_getspecific)(key) : nullptr;
}

HEDDLE_INTERPOSE int tss_create(tss_t* key, tss_dtor_t destructor) {
  if (!controlled()) return HEDDLE_LIBC(tss_create)(key, destructor);
  return make_key(key, destructor, HEDDLE_PC) == 0 ? thrd_success : thrd_error;
}
HEDDLE_INTERPOSE void tss_delete(tss_t key) {
  if (controlled())
    delete_key(key, HEDDLE_PC);
  else
    HEDDLE_LIBC(tss_delete)(key);
}
HEDDLE_INTERPOSE int tss_set(tss_t key, void* value) {
  return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
HEDDLE_INTERPOSE void* tss_get(tss_t key) { return pthread_getspecific(key); }
