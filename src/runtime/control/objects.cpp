// SPDX-License-Identifier: Apache-2.0
// Numbers for whatever has an address. An address is stable across executions: threads have the same stacks,
// and heap blocks are named by the thread that allocates them and how much it allocated before (heap.cpp).
// The numbers are shared by all processes of a search; the state of an object belongs to one execution.
#include "runtime/control/objects.h"

#include "base/hash.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

Object* objects = nullptr;  // by number
}  // namespace

Object* recent_objects[kRecentObjects];

std::uint32_t number_of(std::uint64_t key) {
  Shared& shared = *world.shared;
  const auto find = [&](std::size_t& at) {
    at = base::mix(key) & (Shared::kObjects - 1);
    std::uint64_t found = 0;
    while ((found = __atomic_load_n(&shared.object_keys[at], __ATOMIC_ACQUIRE)) != key && found != 0)
      at = (at + 1) & (Shared::kObjects - 1);
    return found == key;
  };
  std::size_t at = 0;
  if (find(at)) return shared.object_numbers[at];
  bool full = false;
  {
    const SharedLock lock;
    if (find(at)) return shared.object_numbers[at];  // another process was faster
    full = shared.objects > Shared::kObjects / 2;
    if (!full) {
      shared.object_numbers[at] = shared.objects++;
      __atomic_store_n(&shared.object_keys[at], key, __ATOMIC_RELEASE);
    }
  }
  if (full) {  // the search cannot tell more of them apart
    cut(Doubt::cut_execution);
  }
  return shared.object_numbers[at];
}

Object* known_object(const volatile void* address) {
  const auto key = reinterpret_cast<std::uintptr_t>(address);
  const Shared& shared = *world.shared;
  std::size_t at = base::mix(key) & (Shared::kObjects - 1);
  std::uint64_t found = 0;
  while ((found = __atomic_load_n(&shared.object_keys[at], __ATOMIC_ACQUIRE)) != key && found != 0)
    at = (at + 1) & (Shared::kObjects - 1);
  if (found == 0 || objects == nullptr) return nullptr;
  Object& object = objects[shared.object_numbers[at]];
  return object.generation == world.generation ? &object : nullptr;
}

// Apart: whoever asks for one that it had just now need not call it.
[[gnu::noinline]] Object& object_of_key(std::uint64_t key) {
  if (objects == nullptr) objects = static_cast<Object*>(map_apart(Shared::kObjects * sizeof(Object)));
  const std::uint32_t number = number_of(key);
  Object& object = objects[number];
  keep_object(object);
  if (object.generation != world.generation) {
    Clock* published = object.published;
    Clock* shared = object.shared;
    const std::uint64_t kept_for = object.kept_for;
    object = Object();
    object.kept_for = kept_for;
    object.published = published;
    object.shared = shared;
    object.key = key;
    object.number = number;
    object.generation = world.generation;
  }
  recent_object(key) = &object;
  return object;
}

}  // namespace heddle::control
