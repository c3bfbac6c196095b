// SPDX-License-Identifier: Apache-2.0
// Vector clocks. Their memory comes in powers of two from pools that are never unmapped: clocks of dead
// objects are handed to new ones.
#include "runtime/watch/process.h"
#include "runtime/watch/thread.h"

namespace heddle::runtime {
namespace {

struct Pool {
  SpinLock lock;
  void* free = nullptr;
};
Pool pools[20];  // pool i: 2^i entries

std::uint32_t pool_of(std::uint32_t capacity) { return static_cast<std::uint32_t>(__builtin_ctz(capacity)); }

Epoch* take(std::uint32_t capacity) {
  Pool& pool = pools[pool_of(capacity)];
  {
    const SpinGuard guard(pool.lock);
    if (pool.free != nullptr) {
      void* block = pool.free;
      pool.free = *static_cast<void**>(block);
      return static_cast<Epoch*>(block);
    }
  }
  return static_cast<Epoch*>(permanent(capacity * sizeof(Epoch)));
}

void give(Epoch* block, std::uint32_t capacity) {
  Pool& pool = pools[pool_of(capacity)];
  const SpinGuard guard(pool.lock);
  *reinterpret_cast<void**>(block) = pool.free;
  pool.free = block;
}

}  // namespace

bool Clock::reserve(std::uint32_t entries) {
  if (entries <= capacity) return true;
  std::uint32_t wanted = capacity == 0 ? 8 : capacity;
  while (wanted < entries) wanted *= 2;
  Epoch* larger = take(wanted);
  if (larger == nullptr) return false;
  for (std::uint32_t i = 0; i < size; ++i) larger[i] = at[i];
  if (at != nullptr) give(at, capacity);
  at = larger;
  capacity = wanted;
  return true;
}

void Clock::copy(const Clock& other) {
  if (!reserve(other.size)) return;
  for (std::uint32_t i = 0; i < other.size; ++i) at[i] = other.at[i];
  size = other.size;
}

void Clock::join(const Clock& other) {
  if (!reserve(other.size)) return;
  while (size < other.size) at[size++] = 0;
  for (std::uint32_t i = 0; i < other.size; ++i)
    if (other.at[i] > at[i]) at[i] = other.at[i];
}

void Clock::release_memory() {
  if (at != nullptr) give(at, capacity);
  *this = {};
}

bool start_clock(Thread& thread, std::uint32_t slot, Epoch first, const Clock* known) {
  thread.slot = slot;
  thread.epoch = thread.born = Epoch{slot} << kSlotShift | first;
  Clock& clock = thread.clock;
  clock.clear();
  if (!clock.reserve(known != nullptr && known->size > slot ? known->size : slot + 1)) return false;
  if (known != nullptr) clock.copy(*known);
  while (clock.size <= slot) clock.at[clock.size++] = 0;
  clock.at[slot] = thread.epoch;
  return true;
}

void become(Thread* thread) {
  self = thread;
  probe = thread == nullptr || process.every_access ? kNever : thread->epoch;
}

void tick(Thread& thread) {
  if ((thread.epoch & ~(Epoch{0x7fff} << kSlotShift)) >= kClockLimit) [[unlikely]]
    return switch_off(Doubt::clock_overflow);
  thread.epoch += kTick;
  if (probe != kNever) probe = thread.epoch;
  thread.clock.at[thread.slot] = thread.epoch;
}

void know_epoch(Thread& thread, Epoch epoch) {
  Clock& clock = thread.clock;
  const std::uint32_t slot = slot_of(epoch);
  if (!clock.reserve(slot + 1)) return;
  while (clock.size <= slot) clock.at[clock.size++] = 0;
  if (clock.at[slot] < epoch) clock.at[slot] = epoch;
  ++thread.version;
}

void learn(Thread& thread, const Clock& published) {
  Clock& clock = thread.clock;
  bool news = false;
  if (published.size > clock.size) {
    if (!clock.reserve(published.size)) return;
    while (clock.size < published.size) clock.at[clock.size++] = 0;
  }
  for (std::uint32_t i = 0; i < published.size; ++i)
    if (published.at[i] > clock.at[i]) {
      clock.at[i] = published.at[i];
      news = true;
    }
  if (news) ++thread.version;
}

}  // namespace heddle::runtime
