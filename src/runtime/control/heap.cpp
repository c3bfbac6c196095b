// SPDX-License-Identifier: Apache-2.0
// The heap of an execution. Every thread allocates from a region of its own, upwards, and nothing is reused
// before the execution ends: so a block has the same address in every execution in which its thread allocated
// the same before, an access to freed memory is always noticed, and the next execution starts with an empty
// heap. One byte tells about each 16: never allocated, header, live, freed.
//
// What the program wrote to its own globals is taken back after an execution, so that a test function
// starts from the same state each time.
#include <cstdlib>
#include <cstring>

#include <errno.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/control/world.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);
}

namespace heddle::control {
namespace {

constexpr std::uint64_t kBase = 0x100000000000;
constexpr std::uint64_t kRegion = std::uint64_t{1} << 32;  // a thread's
constexpr std::uint64_t kShadow = kBase + kRegion * kMaxThreads;
constexpr std::uint64_t kEnd = kBase + kRegion * kMaxThreads;

enum : std::uint8_t { kNothing, kHeader, kLive, kFreed };

struct Header {
  std::uint64_t size;
  std::uint64_t pc;  // of the allocation; of the free once it is freed
  std::uint32_t thread;
  std::uint32_t start;   // bytes before the block that belong to it
  std::uint64_t caller;  // of the library that `pc` is in, while it is recorded; 0: none
};
static_assert(sizeof(Header) == 32);

bool mapped[kMaxThreads];

std::uint8_t* shadow_of(std::uint64_t address) {
  return reinterpret_cast<std::uint8_t*>(kShadow + (address - kBase) / 16);
}

bool map_region(Thread thread) {
  if (mapped[thread]) return true;
  const auto map = [](std::uint64_t address, std::uint64_t size) {
    return mmap(reinterpret_cast<void*>(address), size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                0) == reinterpret_cast<void*>(address);
  };
  const std::uint64_t base = kBase + kRegion * thread;
  mapped[thread] = map(base, kRegion) && map(kShadow + kRegion / 16 * thread, kRegion / 16);
  return mapped[thread];
}

void* allocate(std::uint64_t size, std::uint64_t alignment, const void* pc) {
  Controlled& self = *world.current;
  if (!map_region(self.number)) return nullptr;
  const std::uint64_t base = kBase + kRegion * self.number;
  const std::uint64_t start =
      (base + self.heap_used + sizeof(Header) + alignment - 1) / alignment * alignment;
  const std::uint64_t taken = (size + 15) / 16 * 16 + (size == 0 ? 16 : 0);
  if (start + taken > base + kRegion) {
    errno = ENOMEM;
    return nullptr;
  }
  auto* header = reinterpret_cast<Header*>(start - sizeof(Header));
  *header = {size, reinterpret_cast<std::uintptr_t>(pc), self.number, 0,
             reinterpret_cast<std::uintptr_t>(own_caller(pc))};
  std::memset(shadow_of(start - sizeof(Header)), kHeader, 2);
  std::memset(shadow_of(start), kLive, taken / 16);
  std::memset(reinterpret_cast<void*>(start), 0xa5, size);
  self.heap_used = start + taken - base;
  if (self.heap_used > self.heap_high) self.heap_high = self.heap_used;
  return reinterpret_cast<void*>(start);
}

Header* header_of(void* block) {
  return reinterpret_cast<Header*>(static_cast<char*>(block) - sizeof(Header));
}

void note_code(Place& place, const Header& header) {
  place.pcs[place.frames++] = header.pc;
  if (header.caller != 0) place.pcs[place.frames++] = header.caller;
}

void free_block(void* block, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::uint8_t state = *shadow_of(address);
  if (state == kFreed) {
    Place places[2] = {Place{}, here(Action::free, address, 0, pc)};
    places[0].action = Action::free;
    places[0].thread = header_of(block)->thread;
    places[0].address = address;
    note_code(places[0], *header_of(block));
    fail(FailureKind::double_free, "", address, 0, places, 2);
    return;
  }
  if (state != kLive || *shadow_of(address - 1) != kHeader || (address & 15) != 0) {
    const Place place = here(Action::free, address, 0, pc);
    fail(FailureKind::invalid_free, "", address, 0, &place, 1);
    return;
  }
  Header* header = header_of(block);
  access_by_free(address, header->size, pc);
  header->pc = reinterpret_cast<std::uintptr_t>(pc);
  header->caller = reinterpret_cast<std::uintptr_t>(own_caller(pc));
  header->thread = world.current->number;
  std::memset(shadow_of(address), kFreed, (header->size + 15) / 16 + (header->size == 0 ? 1 : 0));
}

// ---- globals ----

Range globals[64];
std::size_t globals_count = 0;
bool globals_known = false;

void find_globals() {
  if (globals_known) return;
  globals_known = true;
  globals_count = own_globals(globals, 64);
}

// Most are small, and half a million executions a second take them back.
inline void copy_bytes(void* to, const void* from, std::uint64_t size) {
  if (size == 4)
    __builtin_memcpy(to, from, 4);
  else if (size == 8)
    __builtin_memcpy(to, from, 8);
  else
    std::memcpy(to, from, size);
}

char* undo_log = nullptr;  // entries: bytes, address, size
std::size_t undo_used = 0;
constexpr std::size_t kUndo = std::size_t{1} << 32;

}  // namespace

bool in_heap(std::uint64_t address) { return address - kBase < kEnd - kBase; }

void reset_heap() {
  find_globals();
  for (std::size_t i = 0; i < kMaxThreads && world.all[i] != nullptr; ++i) {
    Controlled& thread = *world.all[i];
    if (thread.heap_used == 0) continue;
    std::memset(shadow_of(kBase + kRegion * i), 0, (thread.heap_used + 15) / 16);
    thread.heap_used = 0;
  }
}

void check_heap(std::uint64_t address, std::uint64_t size, bool write, const void* pc) {
  if (!mapped[(address - kBase) / kRegion]) return;
  for (std::uint64_t at = address / 16 * 16; at < address + size; at += 16) {
    const std::uint8_t state = *shadow_of(at);
    if (state == kLive) continue;
    Place places[2] = {
        Place{}, here(write ? Action::write : Action::read, address, static_cast<std::uint32_t>(size), pc)};
    if (state != kFreed) {
      fail(FailureKind::out_of_bounds, "", address, static_cast<std::uint32_t>(size), places + 1, 1);
      return;
    }
    std::uint64_t start = at;
    while (*shadow_of(start) != kHeader) start -= 16;
    const Header* header = reinterpret_cast<Header*>(start - 16);
    places[0].action = Action::free;
    places[0].thread = header->thread;
    places[0].address = start + 16;
    note_code(places[0], *header);
    fail(FailureKind::use_after_free, "", address, static_cast<std::uint32_t>(size), places, 2);
    return;
  }
}

void report_leaks() {
  for (std::size_t i = 0; i < kMaxThreads && world.all[i] != nullptr; ++i) {
    const std::uint64_t base = kBase + kRegion * i;
    for (std::uint64_t at = base; at < base + world.all[i]->heap_used; at += 16) {
      if (*shadow_of(at) != kHeader || *shadow_of(at + 16) != kHeader) continue;
      const Header* header = reinterpret_cast<Header*>(at);
      if (*shadow_of(at + 32) != kLive) continue;
      Place place;
      place.thread = header->thread;
      place.action = Action::alloc;
      place.address = at + 32;
      place.size = static_cast<std::uint32_t>(header->size);
      note_code(place, *header);
      fail(FailureKind::leak, "", at + 32, place.size, &place, 1);
      return;
    }
  }
}

bool heap_escaped() {
  for (std::size_t i = 0; i < globals_count; ++i)
    for (std::uint64_t at = (globals[i].begin + 7) / 8 * 8; at + 8 <= globals[i].end; at += 8) {
      const std::uint64_t value = *reinterpret_cast<const std::uint64_t*>(at);
      if (in_heap(value) && mapped[(value - kBase) / kRegion] && *shadow_of(value) == kLive) return true;
    }
  return false;
}

bool is_global(std::uint64_t address) {
  for (std::size_t i = 0; i < globals_count; ++i)
    if (address >= globals[i].begin && address < globals[i].end) return true;
  return false;
}

void remember(std::uint64_t address, std::uint64_t size) {
  if (!world.undoing || !is_global(address)) return;
  if (undo_log == nullptr) undo_log = static_cast<char*>(map_apart(kUndo));
  if (undo_used + size + 16 > kUndo) {
    doubt(Doubt::stubborn_state);
    return;
  }
  copy_bytes(undo_log + undo_used, reinterpret_cast<const void*>(address), size);
  copy_bytes(undo_log + undo_used + size, &address, 8);
  copy_bytes(undo_log + undo_used + size + 8, &size, 8);
  undo_used += size + 16;
}

void undo_globals() {
  while (undo_used > 0) {
    std::uint64_t address, size;
    copy_bytes(&size, undo_log + undo_used - 8, 8);
    copy_bytes(&address, undo_log + undo_used - 16, 8);
    undo_used -= size + 16;
    copy_bytes(reinterpret_cast<void*>(address), undo_log + undo_used, size);
  }
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE void* malloc(std::size_t size) noexcept {
  if (!controlled()) return __libc_malloc(size);
  return allocate(size, 16, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!controlled()) return __libc_calloc(count, size);
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* block = allocate(bytes, 16, HEDDLE_PC);
  if (block != nullptr) std::memset(block, 0, bytes);
  return block;
}
HEDDLE_INTERPOSE void free(void* block) noexcept {
  if (block == nullptr) return;
  if (!in_heap(reinterpret_cast<std::uintptr_t>(block))) {
    __libc_free(block);
    return;
  }
  if (controlled()) free_block(block, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* realloc(void* block, std::size_t size) noexcept {
  const bool ours = in_heap(reinterpret_cast<std::uintptr_t>(block));
  if (!controlled() && !ours) return __libc_realloc(block, size);
  void* moved = controlled() ? allocate(size, 16, HEDDLE_PC) : __libc_malloc(size);
  if (moved == nullptr || block == nullptr) return moved;
  const std::size_t old = ours ? header_of(block)->size : malloc_usable_size(block);
  const std::size_t kept = old < size ? old : size;
  if (controlled() && kept != 0) {
    touch(block, kept, false, HEDDLE_PC);
    touch(moved, kept, true, HEDDLE_PC);
  }
  std::memcpy(moved, block, kept);
  if (!ours)
    __libc_free(block);
  else if (controlled())
    free_block(block, HEDDLE_PC);
  return moved;
}
HEDDLE_INTERPOSE void* memalign(std::size_t alignment, std::size_t size) noexcept {
  if (!controlled()) return __libc_memalign(alignment, size);
  return allocate(size, alignment < 16 ? 16 : alignment, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  if (!controlled()) return __libc_memalign(alignment, size);
  return allocate(size, alignment < 16 ? 16 : alignment, HEDDLE_PC);
}
HEDDLE_INTERPOSE int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  void* block = !controlled() ? __libc_memalign(alignment, size)
                              : allocate(size, alignment < 16 ? 16 : alignment, HEDDLE_PC);
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}
HEDDLE_INTERPOSE std::size_t malloc_usable_size(void* block) noexcept {
  if (block == nullptr) return 0;
  if (in_heap(reinterpret_cast<std::uintptr_t>(block))) return header_of(block)->size;
  static auto* real = reinterpret_cast<std::size_t (*)(void*)>(libc_function("malloc_usable_size"));
  return real(block);
}
