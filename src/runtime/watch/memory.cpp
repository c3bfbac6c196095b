// SPDX-License-Identifier: Apache-2.0
// malloc and its kin. Every block has sixteen bytes of its own in front: size, who allocated it and where. A
// freed block's granules are marked (cell.h) and the block is kept from reuse for a while, so that a use
// after free meets the mark; memory that is handed out starts afresh.
#include "runtime/watch/memory.h"

#include <cerrno>
#include <cstring>

#include <malloc.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/access.h"
#include "runtime/watch/calls.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/object.h"
#include "runtime/watch/real.h"
#include "runtime/watch/record.h"
#include "runtime/watch/report.h"
#include "runtime/watch/sample.h"
#include "runtime/watch/signals.h"
#include "runtime/watch/touched.h"

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kLive = 0x4c4b4844, kDead = 0x444b4844;
struct Header {
  std::uint64_t size : 48;
  std::uint64_t offset : 16;  // from the start libc knows: its logarithm
  std::uint32_t state;
  ContextId context;  // of the allocation, then of the free
};
static_assert(sizeof(Header) == 16);
// In the first bytes of a freed block's own memory.
struct FreedBlock {
  void* next;
  std::uint32_t thread;
  ContextId allocated;
};

Header* header_of(void* block) { return static_cast<Header*>(block) - 1; }
std::uint64_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
void* start_of(void* block) {
  return static_cast<char*>(block) - (std::uint64_t{1} << header_of(block)->offset);
}

void* allocate(std::size_t alignment, std::size_t size, bool zero, const void* pc) {
  constexpr std::size_t kLargest = std::size_t{1} << 46;
  if (size > kLargest || alignment > kLargest) {
    errno = ENOMEM;
    return nullptr;
  }
  std::size_t front = 16;
  while (front < alignment) front *= 2;
  const std::size_t payload = size < 16 ? 16 : size;
  void* start = front > 16 ? __libc_memalign(front, front + payload)
                : zero     ? __libc_calloc(1, front + payload)
                           : __libc_malloc(front + payload);
  if (start == nullptr) return nullptr;
  void* block = static_cast<char*>(start) + front;
  *header_of(block) = {size & 0xffffffffffff, static_cast<std::uint16_t>(__builtin_ctzll(front)), kLive, 0};
  if (!attached() || !process.on) return block;
  // Whoever asks, the marks of whoever had the memory before must go: what a busy thread gets here, a new
  // thread's local storage for one, is used and freed by threads that are watched.
  Thread* thread = self != nullptr ? self : current();
  if (planes_of(number(block)) == nullptr) return block;
  for (std::uint64_t at = number(block); at < number(block) + payload; at += kDense)
    if (planes_of(at) != nullptr) expect_dense(at);
  forget_accesses(number(block), payload);
  *block_byte_at(number(block)) = 1;
  if (thread == nullptr) return block;
  const Busy busy(*thread);
  header_of(block)->context = stack_at(*thread, pc);
  check_handler(*thread, "malloc", pc);
  if (process.recording)
    record_ordered(*thread, Operation::alloc, number(block), 0, header_of(block)->context,
                   MemoryOrder::relaxed, false, payload);
  return block;
}

void really_free(void* block) {
  if (number(block) >> 47 == 0 && planes[number(block) >> kRegionShift] != nullptr)
    *block_byte_at(number(block)) = 0;
  header_of(block)->state = 0;
  __libc_free(start_of(block));
}

// Those that were freed earlier come behind those that wait already.
void put_aside(Thread::Quarantine& waiting, const Thread::Quarantine& freed) {
  if (waiting.newest != nullptr)
    static_cast<FreedBlock*>(waiting.newest)->next = freed.oldest;
  else
    waiting.oldest = freed.oldest;
  waiting.newest = freed.newest;
  waiting.bytes += freed.bytes;
  waiting.blocks += freed.blocks;
}

// Each block that waits keeps its memory and four times as much shadow out of the processor's caches, for whoever gets it
// next: of small ones, a few hundred wait.
constexpr std::uint64_t kMostWaiting = 512;

void shorten(Thread::Quarantine& waiting) {
  while ((waiting.bytes > process.channel->quarantine || waiting.blocks > kMostWaiting) &&
         waiting.oldest != nullptr) {
    void* oldest = waiting.oldest;
    waiting.oldest = static_cast<FreedBlock*>(oldest)->next;
    if (waiting.oldest == nullptr) waiting.newest = nullptr;
    const std::uint64_t size = header_of(oldest)->size;
    waiting.bytes -= size < 16 ? 16 : size;
    --waiting.blocks;
    really_free(oldest);
  }
}

// What threads that have ended had freed: others may free or use it still.
SpinLock left_behind_lock;
Thread::Quarantine left_behind;

// The dynamic loader frees what it allocated for a thread's local storage, in the midst of libc's own join:
// the thread that does it has not yet learned of the other's end, and has no need to.
bool by_loader(const void* pc) {
  return number(pc) >= process.loader_low && number(pc) < process.loader_high;
}

// A block of which the quarantine could keep nothing else. Pages of its shadow that nobody touched stay
// untouched: no access is to be checked there. What is marked as freed is the beginning of the block, and what
// was touched up to kMarked; the rest of the shadow goes back to the system.
constexpr std::uint64_t kLarge = std::uint64_t{1} << 18, kBeginning = 4096, kMarked = std::uint64_t{1} << 20;

void free_cells(Touch& touch, std::uint64_t from, std::uint64_t to) {
  Pattern pattern;
  for (std::uint64_t at = from; at < to; at += 8)
    if (char* base = planes_of(at))
      if (touch.kept || may_be_remembered(at)) free_cell(touch, *cell_in(base, at), at, pattern);
}

void free_large(Touch& touch, std::uint64_t from, std::uint64_t to) {
  const std::uint64_t begin = from;
  free_cells(touch, from, from + kBeginning);
  TouchedPages touched;
  for (from += kBeginning; from < to;) {
    const std::uint64_t region_end = (from | (kRegionBytes - 1)) + 1,
                        stop = region_end < to ? region_end : to;
    char* base = planes_of(from);
    if (base == nullptr) return;
    char* low = reinterpret_cast<char*>(cell_in(base, from));
    char* high = low + (stop - from) / 8 * sizeof(Cell);
    for (char* at = low; at < high;) {
      const TouchedPages::Stretch stretch = touched.next(at, high);
      const auto address_of = [&](const char* cell) {
        return from + static_cast<std::uint64_t>(cell - low) / sizeof(Cell) * 8;
      };
      free_cells(touch, address_of(stretch.from), address_of(stretch.to));
      at = stretch.to;
    }
    from = stop;
  }
  if (to - begin > kMarked) forget_accesses(begin + kMarked, to - begin - kMarked);
}

void release(void* block, const void* pc) {
  if (block == nullptr) return;
  Header* header = header_of(block);
  if (header->state != kLive && header->state != kDead) return __libc_free(block);  // not one of ours
  Thread* thread = active();
  if (header->state == kDead) {
    if (thread == nullptr) return;
    const Busy busy(*thread);
    const auto* freed = static_cast<FreedBlock*>(block);
    return report_bad_free(*thread, RawFinding::Kind::double_free, number(block), stack_at(*thread, pc),
                           header->context, freed->thread);
  }
  if (thread == nullptr || by_loader(pc)) return really_free(block);
  const KeepErrno keep;
  const Busy busy(*thread);
  ++thread->forgotten;
  const std::uint64_t size = header->size < 16 ? 16 : header->size;
  const ContextId context = stack_at(*thread, pc);
  check_handler(*thread, "free", pc);
  if (process.recording)
    record_ordered(*thread, Operation::free, number(block), 0, context, MemoryOrder::relaxed, false, size);
  Touch touch{*thread,
              number(block),
              static_cast<std::uint32_t>(size),
              Access::free,
              pc,
              origin_at(*thread, pc),
              take_sample(*thread)};
  const std::uint64_t end = number(block) + ((size + 7) & ~std::uint64_t{7});
  if (touch.kept && process.sampling) remember(number(block), size);
  if (size <= kLarge)
    free_cells(touch, number(block), end);
  else
    free_large(touch, number(block), end);
  if (!process.on) return really_free(block);
  Leaving leaving{*thread, pc};
  forget_objects(number(block), size, on_memory_end, &leaving);
  const ContextId allocated = header->context;
  header->state = kDead;
  header->context = context;
  *block_byte_at(number(block)) = 2;
  new (block) FreedBlock{nullptr, thread->number, allocated};
  put_aside(thread->quarantine, {block, block, size, 1});
  shorten(thread->quarantine);
}

// Always to a new place: the old block is freed, which conflicts with every access of it, and what is copied
// is written by the caller.
void* resize(void* block, std::size_t size, const void* pc) {
  if (block == nullptr) return allocate(16, size, false, pc);
  if (size == 0) {
    release(block, pc);
    return nullptr;
  }
  const Header* header = header_of(block);
  if (header->state != kLive) {
    if (header->state != kDead) return __libc_realloc(block, size);
    release(block, pc);  // says that it was freed before
    return allocate(16, size, false, pc);
  }
  void* moved = allocate(16, size, false, pc);
  if (moved == nullptr) return nullptr;
  const std::size_t kept = header->size < size ? header->size : size;
  if (Thread* thread = active()) {
    on_range(moved, kept, 0, pc);
    const Busy busy(*thread);  // the copy is told of
    __builtin_memcpy(moved, block, kept);
  } else {
    __builtin_memcpy(moved, block, kept);
  }
  release(block, pc);
  return moved;
}

}  // namespace

void leave_quarantine(Thread& thread) {
  if (thread.quarantine.oldest == nullptr) return;
  const SpinGuard guard(left_behind_lock);
  put_aside(left_behind, thread.quarantine);
  shorten(left_behind);
  thread.quarantine = {};
}

RawBlock block_around(std::uint64_t address) {
  if (address >> 47 != 0 || planes[address >> kRegionShift] == nullptr) return {};
  const unsigned char* at = block_byte_at(address);
  const unsigned char* first = block_byte_at(address & ~(kRegionBytes - 1));
  // A page of the plane that nobody wrote is all zero: 64 KiB of memory in which no block starts. Sixteen MiB
  // back is as far as a report looks.
  const unsigned char* stop = at - first > (1 << 20) ? at - (1 << 20) : first;
  while (at > stop && *at == 0) --at;
  if (*at == 0) return {};
  const std::uint64_t start = (address & ~(kRegionBytes - 1)) + static_cast<std::uint64_t>(at - first) * 16;
  auto* block = reinterpret_cast<void*>(start);
  const Header* header = header_of(block);
  if (address >= start + (header->size < 16 ? 16 : header->size)) return {};
  if (*at == 1) return {start, header->size, 0, header->context};
  const auto* freed = static_cast<const FreedBlock*>(block);
  return {start, header->size, freed->thread, freed->allocated};
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE void* malloc(std::size_t size) {
  return allocate(16, size, false, __builtin_return_address(0));
}
HEDDLE_INTERPOSE void* calloc(std::size_t count, std::size_t size) {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate(16, bytes, true, __builtin_return_address(0));
}
HEDDLE_INTERPOSE void free(void* block) { release(block, __builtin_return_address(0)); }
HEDDLE_INTERPOSE void cfree(void* block) { release(block, __builtin_return_address(0)); }
HEDDLE_INTERPOSE void* realloc(void* block, std::size_t size) {
  return resize(block, size, __builtin_return_address(0));
}
HEDDLE_INTERPOSE void* reallocarray(void* block, std::size_t count, std::size_t size) {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return resize(block, bytes, __builtin_return_address(0));
}
HEDDLE_INTERPOSE void* memalign(std::size_t alignment, std::size_t size) {
  return allocate(alignment, size, false, __builtin_return_address(0));
}
HEDDLE_INTERPOSE void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return allocate(alignment, size, false, __builtin_return_address(0));
}
HEDDLE_INTERPOSE int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  const KeepErrno keep;
  void* block = allocate(alignment, size, false, __builtin_return_address(0));
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}
HEDDLE_INTERPOSE void* valloc(std::size_t size) {
  return allocate(4096, size, false, __builtin_return_address(0));
}
HEDDLE_INTERPOSE void* pvalloc(std::size_t size) {
  return allocate(4096, (size + 4095) & ~std::size_t{4095}, false, __builtin_return_address(0));
}
HEDDLE_INTERPOSE std::size_t malloc_usable_size(void* block) {
  if (block == nullptr) return 0;
  const Header* header = header_of(block);
  return header->state == kLive ? header->size : 0;
}

// C++'s operators, so that the caller of `new` is known, not libstdc++'s. Without memory libstdc++'s own
// runs: it calls the new-handler and throws.
#define HEDDLE_NEW(name, parameters, arguments, alignment)                       \
  extern "C" void* name parameters;                                              \
  HEDDLE_INTERPOSE void* name parameters {                                       \
    void* block = allocate(alignment, size, false, __builtin_return_address(0)); \
    return block != nullptr ? block : HEDDLE_REAL(name) arguments;               \
  }
HEDDLE_NEW(_Znwm, (std::size_t size), (size), 16)
HEDDLE_NEW(_Znam, (std::size_t size), (size), 16)
HEDDLE_NEW(_ZnwmRKSt9nothrow_t, (std::size_t size, const void* tag), (size, tag), 16)
HEDDLE_NEW(_ZnamRKSt9nothrow_t, (std::size_t size, const void* tag), (size, tag), 16)
HEDDLE_NEW(_ZnwmSt11align_val_t, (std::size_t size, std::size_t alignment), (size, alignment), alignment)
HEDDLE_NEW(_ZnamSt11align_val_t, (std::size_t size, std::size_t alignment), (size, alignment), alignment)
HEDDLE_NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, (std::size_t size, std::size_t alignment, const void* tag),
           (size, alignment, tag), alignment)
HEDDLE_NEW(_ZnamSt11align_val_tRKSt9nothrow_t, (std::size_t size, std::size_t alignment, const void* tag),
           (size, alignment, tag), alignment)
#define HEDDLE_DELETE(name, parameters) \
  HEDDLE_INTERPOSE void name parameters { release(block, __builtin_return_address(0)); }
HEDDLE_DELETE(_ZdlPv, (void* block))
HEDDLE_DELETE(_ZdaPv, (void* block))
HEDDLE_DELETE(_ZdlPvm, (void* block, std::size_t))
HEDDLE_DELETE(_ZdaPvm, (void* block, std::size_t))
HEDDLE_DELETE(_ZdlPvSt11align_val_t, (void* block, std::size_t))
HEDDLE_DELETE(_ZdaPvSt11align_val_t, (void* block, std::size_t))
HEDDLE_DELETE(_ZdlPvmSt11align_val_t, (void* block, std::size_t, std::size_t))
HEDDLE_DELETE(_ZdaPvmSt11align_val_t, (void* block, std::size_t, std::size_t))
HEDDLE_DELETE(_ZdlPvRKSt9nothrow_t, (void* block, const void*))
HEDDLE_DELETE(_ZdaPvRKSt9nothrow_t, (void* block, const void*))
