// SPDX-License-Identifier: Apache-2.0
// What threads of a script do to memory. Compiled for heddle; the rest of a script are calls.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "scripts_world.h"

namespace {

std::memory_order loading(int order) {
  constexpr std::memory_order kOrders[] = {std::memory_order_seq_cst, std::memory_order_acquire,
                                           std::memory_order_relaxed, std::memory_order_seq_cst};
  return kOrders[order];
}
std::memory_order storing(int order) {
  constexpr std::memory_order kOrders[] = {std::memory_order_seq_cst, std::memory_order_release,
                                           std::memory_order_relaxed, std::memory_order_seq_cst};
  return kOrders[order];
}
std::memory_order changing(int order) {
  constexpr std::memory_order kOrders[] = {std::memory_order_seq_cst, std::memory_order_acq_rel,
                                           std::memory_order_relaxed, std::memory_order_release};
  return kOrders[order];
}

template <class T>
std::uint64_t plain_read(const void* at) {
  return *static_cast<const volatile T*>(at);
}
template <class T>
void plain_write(void* at, int value) {
  *static_cast<volatile T*>(at) = static_cast<T>(value);
}

// The three kinds of calls: what they read, or 0.
std::uint64_t on_atomic(World& w, const Step& step) {
  const int v = step.value, order = step.expected;
  std::atomic<int>& atomic = w.atomics[step.thing & 1];
  int expected = step.expected;
  switch (step.call) {
    case Call::load8:
      return w.byte.load(loading(v));
    case Call::store8:
      return w.byte.store(static_cast<std::uint8_t>(v), storing(order)), 0;
    case Call::load16:
      return w.half.load(loading(v));
    case Call::store16:
      return w.half.store(static_cast<std::uint16_t>(v), storing(order)), 0;
    case Call::load32:
      return static_cast<std::uint64_t>(atomic.load(loading(v)));
    case Call::store32:
      return atomic.store(v, storing(order)), 0;
    case Call::add32:
      return static_cast<std::uint64_t>(atomic.fetch_add(v, changing(order)));
    case Call::swap32:
      return static_cast<std::uint64_t>(atomic.exchange(v, changing(order)));
    case Call::or32:
      return static_cast<std::uint64_t>(atomic.fetch_or(v, changing(order)));
    case Call::strong32:
      return atomic.compare_exchange_strong(expected, v) ? 64 : static_cast<std::uint64_t>(expected);
    case Call::weak32:
      return atomic.compare_exchange_weak(expected, v) ? 64 : static_cast<std::uint64_t>(expected);
    case Call::strong32_shared:
      return atomic.compare_exchange_strong(w.expected, v);
    case Call::load64:
      return w.wide.load(loading(v));
    case Call::store64:
      return w.wide.store(static_cast<std::uint64_t>(v) << 33, storing(order)), 0;
    case Call::add64:
      return w.wide.fetch_add(static_cast<std::uint64_t>(v), changing(order));
    case Call::strong8: {
      auto found = static_cast<std::uint8_t>(expected);
      return w.byte.compare_exchange_strong(found, static_cast<std::uint8_t>(v));
    }
    case Call::weak64: {
      auto found = static_cast<std::uint64_t>(expected);
      return w.wide.compare_exchange_weak(found, static_cast<std::uint64_t>(v));
    }
    case Call::strong128: {
      auto found = static_cast<unsigned __int128>(expected);
      return __atomic_compare_exchange_n(&w.widest, &found, static_cast<unsigned __int128>(v), false,
                                         __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    case Call::spins_until:
      while (atomic != v) {
      }
      return 0;
    default:
      std::atomic_thread_fence(changing(v));
      return 0;
  }
}

std::uint64_t on_plain(World& w, const Step& step) {
  const int v = step.value;
  switch (step.call) {
    case Call::plain_read:
      return step.thing == 0   ? plain_read<std::uint8_t>(w.plain + v)
             : step.thing == 1 ? plain_read<std::uint16_t>(w.plain + 2 * v)
             : step.thing == 2 ? plain_read<std::uint32_t>(w.plain + 4 * (v & 1))
                               : plain_read<std::uint64_t>(w.plain);
    case Call::plain_write:
      return step.thing == 0   ? plain_write<std::uint8_t>(w.plain + v, step.expected)
             : step.thing == 1 ? plain_write<std::uint16_t>(w.plain + 2 * v, step.expected)
             : step.thing == 2 ? plain_write<std::uint32_t>(w.plain + 4 * (v & 1), step.expected)
                               : plain_write<std::uint64_t>(w.plain, step.expected),
             0;
    case Call::copies:
      std::memcpy(w.plain + 8 * step.thing, w.plain + 8 - 8 * step.thing, 8);
      return 0;
    default: {
      char text[16];
      std::snprintf(text, sizeof text, "%.3s", reinterpret_cast<const char*>(w.plain + 8 * step.thing));
      return static_cast<std::uint64_t>(text[0]);
    }
  }
}

std::uint64_t under_lock(pthread_mutex_t& lock, int& number, int factor, int added) {
  pthread_mutex_lock(&lock);
  const int before = number;
  if (factor != 0) number = number * factor + added;
  pthread_mutex_unlock(&lock);
  return factor == 0 ? static_cast<std::uint64_t>(before) : 0;
}

}  // namespace

bool on_memory(World& w, const Step& step, std::uint64_t& read) {
  switch (step.call) {
    case Call::plain_read:
    case Call::plain_write:
    case Call::copies:
    case Call::prints:
      read = on_plain(w, step);
      return true;
    case Call::guarded_write:
      read = under_lock(w.guards[step.thing], w.guarded[step.thing], 3, step.value);
      return true;
    case Call::guarded_read:
      read = under_lock(w.guards[step.thing], w.guarded[step.thing], 0, 0);
      return true;
    case Call::heap_use:
      read = static_cast<std::uint64_t>(w.block->number++);
      return true;
    case Call::heap_free:
      std::free(w.block);
      return true;
    case Call::heap_lock:
      read = under_lock(w.block->mutex, w.block->number, step.value, 1);
      return true;
    default:
      if (step.call > Call::fence && step.call != Call::strong32_shared && step.call != Call::spins_until)
        return false;
      read = on_atomic(w, step);
      return true;
  }
}

bool is_set(const World& w) { return w.is_set != 0; }
void set(World& w) { w.is_set = 1; }
void store_futex(World& w, int value) { w.futex.store(value); }
void note(bool& flag) { flag = true; }
void note_gone(World& w, int thread, int joined) { w.gone[thread] = w.ids[joined]; }
void keep_result(World& w, int thread, std::uint64_t known) { w.results[thread] = known; }

std::uint64_t sum_of(const World& w) {
  std::uint64_t sum = w.byte + 7U * w.half + 31U * w.wide + 131U * static_cast<std::uint64_t>(w.widest);
  for (const auto& each : w.atomics) sum = sum * 1000003 + static_cast<std::uint64_t>(each.load() + 7);
  for (const int each : w.guarded) sum = sum * 1000003 + static_cast<std::uint64_t>(each + 7);
  if ((topics & 1U << static_cast<unsigned>(Topic::plain)) != 0)
    for (const unsigned char each : w.plain) sum = sum * 1000003 + each;
  for (int i = 0; i < script.threads; ++i) sum = sum * 1000003 + w.results[i] + 7;
  return sum;
}
