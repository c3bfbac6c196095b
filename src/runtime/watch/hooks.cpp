// SPDX-License-Identifier: Apache-2.0
// What instrumented code calls at every access and function, but for atomics.
#include "runtime/shared/abi.h"
#include "runtime/watch/access.h"
#include "runtime/watch/sample.h"

using namespace heddle::runtime;

namespace {

#ifdef HEDDLE_SAMPLED
// In the library for samples (cmake/runtime.cmake) an access that is not sampled ends here, where nobody sampled its memory,
// or where what is remembered cannot race with it: the thread's own entries, and reads if it reads.
__attribute__((always_inline)) inline bool is_harmless(std::uint64_t address, std::uint64_t weak) {
  if (!may_be_remembered(address)) [[likely]]
    return true;
  const char* base = planes[(address >> kRegionShift) % kRegions];
  if (base == nullptr) [[unlikely]]
    return false;
  const auto* cell = reinterpret_cast<const Cell*>(base + address % kRegionBytes / 8 * sizeof(Cell));
  const Epoch own = probe;
  // Without branches: which word has whose entry, nobody foresees.
  const auto is_fine = [&](const std::uint64_t& word) __attribute__((always_inline)) {
    const std::uint64_t entry = __atomic_load_n(&word, __ATOMIC_RELAXED);
    const bool reads = weak != 0 && ((entry & weak) != 0) & (entry < kFirstTag);
    return (entry == 0) | ((entry ^ own) < std::uint64_t{1} << kSlotShift) | reads;
  };
  return is_fine(cell->word[0]) & is_fine(cell->word[1]) & is_fine(cell->word[2]);
}
template <unsigned kSize>
inline void on_hook(std::uint64_t address, std::uint64_t weak, const void* pc) {
  if (unsampled != 0 && (kSize == 1 || address % 8 + kSize <= 8) && is_harmless(address, weak)) [[likely]] {
    --unsampled;
    return;
  }
  access_in_full(address, kSize, weak, pc);
}
#else
template <unsigned kSize>
inline void on_hook(std::uint64_t address, std::uint64_t weak, const void* pc) {
  on_access<kSize>(address, weak, pc);
}
#endif

}  // namespace

#define HEDDLE_ABI_ACCESS(name, bytes, is_write)                                    \
  HEDDLE_EXPORT void name(void* address) {                                          \
    on_hook<bytes>(reinterpret_cast<std::uintptr_t>(address), is_write ? 0 : kRead, \
                   __builtin_return_address(0));                                    \
  }
#define HEDDLE_ABI_RANGE(name, is_write)                                         \
  HEDDLE_EXPORT void name(void* address, unsigned long bytes) {                  \
    on_range(address, bytes, is_write ? 0 : kRead, __builtin_return_address(0)); \
  }
#define HEDDLE_ABI_STRIDED(name, is_write)                                                      \
  HEDDLE_EXPORT void name(void* address, unsigned long bytes, long step, unsigned long count) { \
    on_row(reinterpret_cast<std::uintptr_t>(address), bytes, step, count, is_write ? 0 : kRead, \
           __builtin_return_address(0));                                                        \
  }
#include "runtime/shared/abi.def"

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
    return enter_frame(*thread, depth, reinterpret_cast<std::uintptr_t>(caller), here);
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
    on_hook<8>(at, kRead, __builtin_return_address(0));
  else
    on_hook<8>(at, 0, __builtin_return_address(0));
}
HEDDLE_EXPORT void __tsan_vptr_read(void** address) {
  on_hook<8>(reinterpret_cast<std::uintptr_t>(address), kRead, __builtin_return_address(0));
}

HEDDLE_EXPORT void __tsan_ignore_thread_begin() {
  if (Thread* thread = active()) ++thread->ignore;
}
HEDDLE_EXPORT void __tsan_ignore_thread_end() {
  if (Thread* thread = active())
    if (thread->ignore > 0) --thread->ignore;
}
