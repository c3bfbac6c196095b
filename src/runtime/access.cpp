// SPDX-License-Identifier: Apache-2.0
#include "runtime/access.h"

#include "runtime/abi.h"
#include "runtime/contexts.h"
#include "runtime/record.h"

namespace heddle::runtime {

void check_range(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                 const void* pc) {
  constexpr std::uint64_t kLongest = 1 << 18;  // a record has 19 bits for the size
  const Access operation = (weak & kAtomic) != 0
                               ? ((weak & kRead) != 0 ? Access::atomic_read : Access::atomic_write)
                           : (weak & kRead) != 0 ? Access::read
                                                 : Access::write;
  Touch touch{thread, address, static_cast<std::uint32_t>(size), operation, pc};
  const std::uint64_t end = address + size;
  // Neighbouring granules with news are one recorded access.
  std::uint64_t news_from = 0, news_to = 0;
  const auto flush = [&] {
    if (news_to > news_from && process.recording && (weak & kAtomic) == 0) {
      if (touch.origin.stack == 0) touch.origin.stack = stack_at(thread, pc);
      record_access(thread, (weak & kRead) != 0 ? Operation::read : Operation::write, news_from,
                    static_cast<std::uint32_t>(news_to - news_from), touch.origin.stack);
    }
    news_from = news_to = 0;
  };
  for (std::uint64_t at = address; at < end;) {
    const std::uint64_t granule = at & ~std::uint64_t{7};
    const std::uint64_t stop = granule + 8 < end ? granule + 8 : end;
    char* base = planes_of(at);
    if (base == nullptr) return;
    const std::uint64_t missed = bytes_missed(at, stop - at) | weak;
    if (!repeated(words_in(base, at), thread.probe | missed) &&
        (check_cell(touch, base, granule, thread.epoch | missed) || process.every_access)) {
      if (news_to != at || news_to - news_from >= kLongest) {
        flush();
        news_from = at;
      }
      news_to = stop;
    }
    at = stop;
  }
  flush();
}

__attribute__((noinline)) void access_in_full(std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                                              const void* pc) {
  Thread* thread = active();
  if (thread == nullptr || thread->ignore != 0) return;
  const Busy busy(*thread);
  const std::uint64_t granule = address & ~std::uint64_t{7};
  if (address + size > granule + 8) return check_range(*thread, address, size, weak, pc);
  // Nearly always it is one granule.
  char* base = planes_of(address);
  if (base == nullptr) return;
  Touch touch{*thread, address, static_cast<std::uint32_t>(size),
              (weak & kRead) != 0 ? Access::read : Access::write, pc};
  const bool news = check_cell(touch, base, granule, thread->epoch | weak | bytes_missed(address, size));
  if (process.recording && (news || process.every_access)) {
    if (touch.origin.stack == 0) touch.origin.stack = stack_at(*thread, pc);
    record_access(*thread, (weak & kRead) != 0 ? Operation::read : Operation::write, address,
                  static_cast<std::uint32_t>(size), touch.origin.stack);
  }
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

#define HEDDLE_ABI_ACCESS(name, bytes, is_write)                                      \
  HEDDLE_EXPORT void name(void* address) {                                            \
    on_access<bytes>(reinterpret_cast<std::uintptr_t>(address), is_write ? 0 : kRead, \
                     __builtin_return_address(0));                                    \
  }
#define HEDDLE_ABI_RANGE(name, is_write)                                         \
  HEDDLE_EXPORT void name(void* address, unsigned long bytes) {                  \
    on_range(address, bytes, is_write ? 0 : kRead, __builtin_return_address(0)); \
  }
#include "runtime/abi.def"

HEDDLE_EXPORT void __tsan_init() { initialise(); }

HEDDLE_EXPORT void __tsan_func_entry(void* caller) {
  Thread* thread = self;
  if (thread == nullptr) [[unlikely]]
    return;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
  std::uint32_t depth = thread->depth;
  if (depth < kMaxDepth) [[likely]] {
    // longjmp leaves without func_exit: whoever stands at or below this stack pointer has gone.
    while (depth > 0 && thread->frames[depth - 1].stack_pointer <= here) [[unlikely]]-- depth;
    thread->frames[depth] = {reinterpret_cast<std::uintptr_t>(caller), here, 0};
  }
  thread->depth = depth + 1;
}

HEDDLE_EXPORT void __tsan_func_exit() {
  Thread* thread = self;
  if (thread != nullptr && thread->depth > 0) --thread->depth;
}

// A constructor or destructor sets the object's table pointer; setting it to what it already is, as the most
// derived class's own constructor may, is no write anyone could notice.
HEDDLE_EXPORT void __tsan_vptr_update(void** address, void* value) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (*address == value)
    on_access<8>(at, kRead, __builtin_return_address(0));
  else
    on_access<8>(at, 0, __builtin_return_address(0));
}
HEDDLE_EXPORT void __tsan_vptr_read(void** address) {
  on_access<8>(reinterpret_cast<std::uintptr_t>(address), kRead, __builtin_return_address(0));
}

HEDDLE_EXPORT void __tsan_ignore_thread_begin() {
  if (Thread* thread = active()) ++thread->ignore;
}
HEDDLE_EXPORT void __tsan_ignore_thread_end() {
  if (Thread* thread = active())
    if (thread->ignore > 0) --thread->ignore;
}
