// SPDX-License-Identifier: Apache-2.0
// libatomic, which compilers call for atomics they have no instruction for: structures of odd sizes, and with
// clang those of sixteen bytes. All of a program's calls come here, so all of them may take our locks; sizes
// that have an instruction are done by it, for instrumented code does the same.
#include <cstring>

#include "runtime/watch/atomic.h"

#pragma GCC diagnostic ignored "-Wpedantic"  // unsigned __int128

namespace heddle::runtime {
namespace {

// Other sizes are done under one of these, watched or not.
SpinLock locks[64];
SpinLock& lock_of(const volatile void* address) {
  return locks[reinterpret_cast<std::uintptr_t>(address) / 16 % 64];
}

AtomicAccess whole(const volatile void* address, std::size_t size, const void* pc) {
  return {reinterpret_cast<std::uintptr_t>(address), static_cast<std::uint32_t>(size), pc};
}
std::uint64_t shown(const void* value, std::size_t size) {  // in a recording
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size && i < 8; ++i)
    number |= std::uint64_t{static_cast<const unsigned char*>(value)[i]} << (8 * i);
  return number;
}

// The copies below are made while the thread is busy, so they are no accesses of its own.

// Calls `typed` with a null pointer of the type that has an instruction, or `otherwise`.
template <class Typed, class Otherwise>
auto by_size(const volatile void* address, std::size_t size, Typed typed, Otherwise otherwise) {
  if (size == 0 || reinterpret_cast<std::uintptr_t>(address) % size != 0) return otherwise();
  switch (size) {
    case 1:
      return typed(static_cast<unsigned char*>(nullptr));
    case 2:
      return typed(static_cast<unsigned short*>(nullptr));
    case 4:
      return typed(static_cast<unsigned int*>(nullptr));
    case 8:
      return typed(static_cast<unsigned long*>(nullptr));
    case 16:
      return typed(static_cast<Wide*>(nullptr));
    default:
      return otherwise();
  }
}

void load_bytes(std::size_t size, void* address, void* result, int order, const void* pc) {
  by_size(
      address, size,
      [&](auto* type) {
        const auto value = load(static_cast<decltype(type)>(address), order, pc);
        __builtin_memcpy(result, &value, sizeof value);
      },
      [&] {
        atomic_load(whole(address, size, pc), order, [&] {
          const SpinGuard guard(lock_of(address));
          memcpy(result, address, size);
          return shown(result, size);
        });
      });
}

void store_bytes(std::size_t size, void* address, const void* value, int order, const void* pc) {
  by_size(
      address, size,
      [&](auto* type) {
        std::remove_pointer_t<decltype(type)> typed;
        __builtin_memcpy(&typed, value, sizeof typed);
        store(static_cast<decltype(type)>(address), typed, order, pc);
      },
      [&] {
        atomic_store(whole(address, size, pc), shown(value, size), order, [&] {
          const SpinGuard guard(lock_of(address));
          memcpy(address, value, size);
        });
      });
}

void exchange_bytes(std::size_t size, void* address, const void* value, void* result, int order,
                    const void* pc) {
  by_size(
      address, size,
      [&](auto* type) {
        std::remove_pointer_t<decltype(type)> typed;
        __builtin_memcpy(&typed, value, sizeof typed);
        const auto old = modify(static_cast<decltype(type)>(address), order, pc,
                                [&](std::remove_pointer_t<decltype(type)>) { return typed; });
        __builtin_memcpy(result, &old, sizeof old);
      },
      [&] {
        atomic_modify(whole(address, size, pc), order, order, [&] {
          const SpinGuard guard(lock_of(address));
          memcpy(result, address, size);
          memcpy(address, value, size);
          return Effect{true, shown(value, size)};
        });
      });
}

bool exchange_bytes_if(std::size_t size, void* address, void* expected, const void* value, int order,
                       int failure, const void* pc) {
  return by_size(
      address, size,
      [&](auto* type) {
        std::remove_pointer_t<decltype(type)> typed, wanted;
        __builtin_memcpy(&typed, value, sizeof typed);
        __builtin_memcpy(&wanted, expected, sizeof wanted);
        const bool done =
            exchange_if(static_cast<decltype(type)>(address), &wanted, typed, order, failure, pc);
        if (!done) __builtin_memcpy(expected, &wanted, sizeof wanted);
        return done;
      },
      [&] {
        bool done = false;
        atomic_modify(whole(address, size, pc), order, failure, [&] {
          const SpinGuard guard(lock_of(address));
          done = memcmp(address, expected, size) == 0;
          memcpy(done ? address : expected, done ? value : address, size);
          return Effect{done, shown(done ? value : expected, size)};
        });
        return done;
      });
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

// The compilers know these names as functions of their own: they are given to others.
#define HEDDLE_LIBATOMIC(result, name, parameters)                                    \
  HEDDLE_EXPORT result heddle_libatomic_##name parameters __asm__("__atomic_" #name); \
  HEDDLE_EXPORT result heddle_libatomic_##name parameters

HEDDLE_LIBATOMIC(void, load, (std::size_t size, void* address, void* result, int order)) {
  load_bytes(size, address, result, order, __builtin_return_address(0));
}
HEDDLE_LIBATOMIC(void, store, (std::size_t size, void* address, void* value, int order)) {
  store_bytes(size, address, value, order, __builtin_return_address(0));
}
HEDDLE_LIBATOMIC(void, exchange, (std::size_t size, void* address, void* value, void* result, int order)) {
  exchange_bytes(size, address, value, result, order, __builtin_return_address(0));
}
HEDDLE_LIBATOMIC(bool, compare_exchange,
                 (std::size_t size, void* address, void* expected, void* value, int order, int failure)) {
  return exchange_bytes_if(size, address, expected, value, order, failure, __builtin_return_address(0));
}

HEDDLE_LIBATOMIC(Wide, load_16, (const volatile Wide* address, int order)) {
  return load(address, order, __builtin_return_address(0));
}
HEDDLE_LIBATOMIC(void, store_16, (volatile Wide * address, Wide value, int order)) {
  store(address, value, order, __builtin_return_address(0));
}
HEDDLE_LIBATOMIC(bool, compare_exchange_16,
                 (volatile Wide * address, Wide* expected, Wide value, int order, int failure)) {
  return exchange_if(address, expected, value, order, failure, __builtin_return_address(0));
}
#define HEDDLE_LIBATOMIC_RMW(bits, type, name, expression)                              \
  HEDDLE_LIBATOMIC(type, name##_16, (volatile type * address, type value, int order)) { \
    return modify(address, order, __builtin_return_address(0),                          \
                  [&]([[maybe_unused]] type old) -> type { return expression; });       \
  }
HEDDLE_ABI_RMWS(HEDDLE_LIBATOMIC_RMW, 128, Wide)
