// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/object.h"

#include "runtime/watch/contexts.h"
#include "runtime/watch/memory.h"
#include "runtime/watch/process.h"
#include "runtime/watch/shadow.h"
#include "runtime/watch/touched.h"
#include "runtime/watch/windows.h"

namespace heddle::runtime {
namespace {

SpinLock pool_lock;
Object* pool;

Object* take() {
  {
    const SpinGuard guard(pool_lock);
    if (pool != nullptr) {
      Object* object = pool;
      pool = object->next;
      return object;
    }
  }
  return static_cast<Object*>(permanent(sizeof(Object)));
}

void give(Object* object) {
  __atomic_store_n(&object->address, 0, __ATOMIC_RELEASE);
  object->published.release_memory();
  object->shared.release_memory();
  const SpinGuard guard(pool_lock);
  object->next = pool;
  pool = object;
}

constexpr std::uint64_t kHeadLock = 1;

std::uint64_t lock_head(std::uint64_t* head) {
  for (unsigned spins = 0;; ++spins) {
    std::uint64_t value = __atomic_load_n(head, __ATOMIC_RELAXED);
    if ((value & kHeadLock) == 0 && __atomic_compare_exchange_n(head, &value, value | kHeadLock, false,
                                                                __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return value;
    if (is_forked_child && spins > SpinLock::kGivenUp) return value & ~kHeadLock;
    SpinLock::relax(spins);
  }
}
void unlock_head(std::uint64_t* head, std::uint64_t value) {
  __atomic_store_n(head, value, __ATOMIC_RELEASE);
}

Object* search(std::uint64_t head, std::uint64_t address) {
  auto* object = reinterpret_cast<Object*>(head & ~kHeadLock);
  // A list can only grow longer than its 64 bytes while it is being changed; the count stops a walk that
  // strayed.
  for (int steps = 0; object != nullptr && steps < 256; ++steps) {
    if (__atomic_load_n(&object->address, __ATOMIC_ACQUIRE) == address) return object;
    object = __atomic_load_n(&object->next, __ATOMIC_ACQUIRE);
  }
  return nullptr;
}

constexpr std::uint64_t kNamed = 1024, kSearched = 64;

std::uint64_t new_number(Thread& thread, std::uint64_t address, ObjectKind kind, const void* pc) {
  Channel& channel = *process.channel;
  const std::uint64_t number = __atomic_add_fetch(&channel.objects, 1, __ATOMIC_RELAXED);
  if (number < kMaxObjects) {
    ObjectRecord& record = channel.object[number];
    record = {address, stack_at(thread, pc), static_cast<std::uint32_t>(kind)};
    // Where it lies, for its name: of the first so many, for it takes a while.
    if (number <= kNamed && !is_in_module(address) && (record.window = note_window(address)) == 0) {
      RawBlock block = block_around(address);
      if (number <= kSearched) note_pointer(block);
      record.pointer = block.pointer;
      record.window = block.window;
      record.block = block.address;
      record.block_bytes = block.size;
      record.allocated = block.allocated;
    }
  }
  return number;
}

}  // namespace

bool is_in_module(std::uint64_t address) {
  const Channel& channel = *process.channel;
  for (std::uint32_t i = 0; i < channel.modules && i < kMaxModules; ++i)
    if (address >= channel.module[i].low && address < channel.module[i].high) return true;
  return false;
}

Object* find_object(std::uint64_t address) {
  if (address >> 47 != 0 || planes[address >> kRegionShift] == nullptr) return nullptr;
  return search(__atomic_load_n(object_head_at(address), __ATOMIC_ACQUIRE), address);
}

Object* object_at(Thread& thread, std::uint64_t address, ObjectKind kind, const void* pc) {
  if (planes_of(address) == nullptr) return nullptr;
  std::uint64_t* head = object_head_at(address);
  Object* object = search(__atomic_load_n(head, __ATOMIC_ACQUIRE), address);
  if (object == nullptr) {
    std::uint64_t value = lock_head(head);
    object = search(value, address);
    if (object == nullptr) {
      object = take();
      if (object == nullptr) {
        unlock_head(head, value);
        return nullptr;
      }
      *object = {};
      object->kind = kind;
      object->next = reinterpret_cast<Object*>(value);
      __atomic_store_n(&object->address, address, __ATOMIC_RELEASE);
      value = reinterpret_cast<std::uintptr_t>(object);
    }
    unlock_head(head, value);
  }
  if (object->number == 0 && kind != ObjectKind::atomic) {
    const ObjectGuard guard(*object);
    if (object->number == 0) {
      object->kind = kind;
      object->number = new_number(thread, address, kind, pc);
    }
  }
  return object;
}

void doubt_overlap(std::uint64_t address, std::uint32_t bytes) {
  constexpr std::uint64_t kWidest = 16;
  const std::uint64_t first = (address - kWidest + 1) & ~std::uint64_t{63}, end = address + bytes;
  for (std::uint64_t line = first; line < end; line += 64) {
    if (line >> 47 != 0 || planes[line >> kRegionShift] == nullptr) continue;
    std::uint64_t* head = object_head_at(line);
    if (__atomic_load_n(head, __ATOMIC_RELAXED) == 0) continue;
    const std::uint64_t value = lock_head(head);
    bool found = false;
    for (auto* other = reinterpret_cast<Object*>(value); other != nullptr; other = other->next)
      found |= other->address != address && other->address < end &&
               address < other->address + __atomic_load_n(&other->bytes, __ATOMIC_RELAXED);
    unlock_head(head, value);
    if (found) return doubt(Doubt::mixed_atomics);
  }
}

namespace {

// Those in [address, end) of the 64 bytes at `line`.
void forget_in_line(std::uint64_t* head, std::uint64_t address, std::uint64_t end, LastLook last_look,
                    void* argument) {
  if (__atomic_load_n(head, __ATOMIC_RELAXED) == 0) return;
  auto* object = reinterpret_cast<Object*>(lock_head(head));
  Object* kept = nullptr;
  while (object != nullptr) {
    Object* next = object->next;
    if (object->address >= address && object->address < end) {
      if (last_look != nullptr) last_look(*object, argument);
      give(object);
    } else {
      object->next = kept;
      kept = object;
    }
    object = next;
  }
  unlock_head(head, reinterpret_cast<std::uintptr_t>(kept));
}

}  // namespace

void forget_objects(std::uint64_t address, std::uint64_t bytes, LastLook last_look, void* argument) {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 18;
  const std::uint64_t end = address + bytes;
  for (std::uint64_t line = address & ~std::uint64_t{63}; line < end;) {
    const std::uint64_t region_end = (line | (kRegionBytes - 1)) + 1,
                        stop = region_end < end ? region_end : end;
    if (line >> 47 == 0 && planes[line >> kRegionShift] != nullptr) {
      std::uint64_t *low = object_head_at(line), *high = object_head_at(stop - 1) + 1;
      if (bytes <= kMany) {
        for (std::uint64_t* head = low; head < high; ++head)
          forget_in_line(head, address, end, last_look, argument);
      } else {
        TouchedPages touched;
        for (char *at = reinterpret_cast<char*>(low), *top = reinterpret_cast<char*>(high); at < top;) {
          const TouchedPages::Stretch stretch = touched.next(at, top);
          for (char* head = stretch.from; head < stretch.to; head += sizeof *low)
            forget_in_line(reinterpret_cast<std::uint64_t*>(head), address, end, last_look, argument);
          at = stretch.to;
        }
      }
    }
    line = stop;
  }
}

void forget_object(std::uint64_t address) { forget_objects(address, 1); }

void acquire_from(Thread& thread, Object& object) {
  if (object.published.empty()) return;
  if (object.from_epoch != 0) {
    const std::uint32_t slot = slot_of(object.from_epoch);
    if (slot < thread.clock.size && thread.clock.at[slot] >= object.from_epoch) return;  // knows it all
  }
  learn(thread, object.published);
}

void release_to(Thread& thread, Object& object) {
  Clock& published = object.published;
  // The slot's thread before this one counted its own versions.
  if (slot_of(object.from_epoch) == thread.slot && object.from_epoch >= thread.born &&
      object.from_version == thread.version && published.size == thread.clock.size) {
    published.at[thread.slot] = thread.epoch;
  } else {
    published.copy(thread.clock);
    object.from_version = thread.version;
  }
  object.from_epoch = thread.epoch;
}

void release_joining(Thread& thread, Object& object) {
  if (object.published.empty()) return release_to(thread, object);
  if (object.from_epoch != 0) {
    const std::uint32_t slot = slot_of(object.from_epoch);
    if (slot < thread.clock.size && thread.clock.at[slot] >= object.from_epoch)
      return release_to(thread, object);
  }
  object.published.join(thread.clock);
  object.from_epoch = 0;
}

void publish_fence(Thread& thread, Object& object, bool joining) {
  if (joining) {
    if (!thread.release_fence.empty()) {
      object.published.join(thread.release_fence);
      object.from_epoch = 0;
    }
  } else {
    object.published.copy(thread.release_fence);
    object.from_epoch = 0;
  }
}

}  // namespace heddle::runtime
