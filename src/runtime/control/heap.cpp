// SPDX-License-Identifier: Apache-2.0
// The heap of an execution. Every thread allocates from a region of its own, upwards, and nothing is reused
// before the execution ends: so a block has the same address in every execution in which its thread allocated
// the same before, an access to freed memory is always noticed, and the next execution starts with an empty
// heap. One byte tells about each 16: never allocated, header, live, freed.
//
// Memory from outside of any execution (static initialisers, what a test prepares) has a region too, which the
// executions find as it was: freed there it is freed for good, freed by an execution until that is over.
//
// What the program wrote to its own globals, to its main thread's thread-local variables and to memory from
// outside is taken back after an execution, so that a test function starts from the same state each time.
#include "runtime/control/heap.h"

#include <bit>
#include <cstdlib>
#include <cstring>

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/control/hooks.h"
#include "runtime/control/lives.h"
#include "runtime/control/modules.h"
#include "runtime/control/recorded.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

extern "C" {
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);
}

namespace heddle::control {
namespace {

constexpr std::uint64_t kBase = 0x100000000000;
constexpr std::uint64_t kRegion = std::uint64_t{1} << 32;  // a thread's
constexpr std::size_t kOutside = kMaxThreads;              // the region after the threads'
constexpr std::uint64_t kOutsideBase = kBase + kRegion * kOutside;
constexpr std::uint64_t kOutsideRoom = std::uint64_t{64} << 20;  // it is not used again: the rest is libc's
constexpr std::uint64_t kEnd = kOutsideBase + kRegion;
constexpr std::uint64_t kShadow = kEnd;

enum : std::uint8_t { kNothing, kHeader, kLive, kFreed };

struct Header {
  std::uint64_t size;
  std::uint64_t pc;  // of the allocation; of the free once it is freed
  std::uint32_t thread;
  std::uint32_t start;   // bytes before the block that belong to it
  std::uint64_t caller;  // of the library that `pc` is in, while it is recorded; 0: none
};
static_assert(sizeof(Header) == 32);

bool mapped[kMaxThreads + 1];
std::uint64_t outside_used = 0;
bool outside_is_full = false;

std::uint8_t* shadow_of(std::uint64_t address) {
  return reinterpret_cast<std::uint8_t*>(kShadow + (address - kBase) / 16);
}

bool map_region(std::size_t region) {
  if (mapped[region]) return true;
  const auto map = [](std::uint64_t address, std::uint64_t size) {
    return mmap(reinterpret_cast<void*>(address), size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                0) == reinterpret_cast<void*>(address);
  };
  const std::uint64_t base = kBase + kRegion * region;
  mapped[region] = map(base, kRegion) && map(kShadow + kRegion / 16 * region, kRegion / 16);
  return mapped[region];
}

std::uint64_t room_for(std::uint64_t size) { return (size + 15) / 16 * 16 + (size == 0 ? 16 : 0); }

void make_block(std::uint64_t start, std::uint64_t size, Thread thread, const void* pc) {
  auto* header = reinterpret_cast<Header*>(start - sizeof(Header));
  *header = {size, reinterpret_cast<std::uintptr_t>(pc), thread, 0,
             reinterpret_cast<std::uintptr_t>(own_caller(pc))};
  std::memset(shadow_of(start - sizeof(Header)), kHeader, 2);
  std::memset(shadow_of(start), kLive, room_for(size) / 16);
}

// The program's own code, by the headers of which the kernel tells. Which libraries are its own is not known before main.
Range program_code() {
  const auto* header = reinterpret_cast<const ElfW(Phdr)*>(getauxval(AT_PHDR));
  std::uint64_t bias = 0;
  for (unsigned long i = 0, count = getauxval(AT_PHNUM); header != nullptr && i < count; ++i, ++header) {
    if (header->p_type == PT_PHDR) bias = getauxval(AT_PHDR) - header->p_vaddr;
    if (header->p_type == PT_LOAD && (header->p_flags & PF_X) != 0)
      return {bias + header->p_vaddr, bias + header->p_vaddr + header->p_memsz};
  }
  return {};
}

// Before main: who called the library that asks for memory, which is operator new as a rule. It stands in the next words
// of the stack; what no call comes before is no return address. Nobody unwinds there: that takes locks, and memory.
std::uint64_t caller_outside(const void* pc) {
  static const Range code = program_code();
  constexpr int kOwn = 64, kTheirs = 8;
  const auto is_in_program = [](std::uint64_t at) { return at >= code.begin + 8 && at < code.end; };
  const auto library = reinterpret_cast<std::uintptr_t>(pc);
  if (is_in_program(library)) return 0;
  const auto* word = static_cast<const std::uint64_t*>(__builtin_frame_address(0));
  int left = kOwn;
  while (left > 0 && *word != library) ++word, --left;
  for (int i = 1; left > 0 && i <= kTheirs; ++i) {
    if (!is_in_program(word[i])) continue;
    const auto* after = reinterpret_cast<const unsigned char*>(word[i]);
    if (after[-5] == 0xe8 || (after[-6] == 0xff && after[-5] == 0x15)) return word[i];
  }
  return 0;
}

// Zeroed; nullptr: there is no room, or not that much.
void* allocate_outside(std::uint64_t size, std::uint64_t alignment, const void* pc) {
  if (size > kOutsideRoom || alignment > kOutsideRoom || outside_used > kOutsideRoom || !map_region(kOutside))
    return nullptr;
  const std::uint64_t at =
      __atomic_fetch_add(&outside_used, sizeof(Header) + alignment + room_for(size), __ATOMIC_RELAXED);
  const std::uint64_t start = (kOutsideBase + at + sizeof(Header) + alignment - 1) / alignment * alignment;
  make_block(start, size, 0, pc);
  reinterpret_cast<Header*>(start - sizeof(Header))->caller = caller_outside(pc);
  return reinterpret_cast<void*>(start);
}

// The same in every execution, and for what is small nothing a program could take for a value. Pages of large
// blocks are given back instead: most of them may never be used.
void fill(std::uint64_t start, std::uint64_t size, int byte) {
  constexpr std::uint64_t kPage = 4096, kLarge = 256 * kPage;
  std::uint64_t filled = size;
  if (size >= kLarge) {
    const std::uint64_t first = (start + kPage - 1) / kPage * kPage, end = (start + size) / kPage * kPage;
    madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
    std::memset(reinterpret_cast<void*>(end), byte, start + size - end);
    filled = first - start;
  }
  std::memset(reinterpret_cast<void*>(start), byte, filled);
}

void* allocate(std::uint64_t size, std::uint64_t alignment, int byte, const void* pc) {
  Controlled& self = *world.current;
  const std::uint64_t base = kBase + kRegion * self.number;
  if (size > kRegion || alignment > kRegion || !map_region(self.number)) {
    will_change(errno);
    errno = ENOMEM;
    return nullptr;
  }
  const std::uint64_t start =
      (base + self.heap_used + sizeof(Header) + alignment - 1) / alignment * alignment;
  if (start + room_for(size) > base + kRegion) {
    will_change(errno);
    errno = ENOMEM;
    return nullptr;
  }
  if (keeping) keep(shadow_of(start - sizeof(Header)), (sizeof(Header) + room_for(size)) / 16);
  make_block(start, size, self.number, pc);
  if (world.recording) note_allocation(start, size, pc);
  fill(start, size, byte);
  self.heap_used = start + room_for(size) - base;
  if (self.heap_used > self.heap_high) self.heap_high = self.heap_used;
  return reinterpret_cast<void*>(start);
}

// ---- what outlives an execution ----

Range* globals = nullptr;
std::size_t globals_count = 0;

void find_globals() {
  if (globals != nullptr) return;
  globals_count = own_globals(nullptr, 0);
  globals = static_cast<Range*>(runtime::raw_map((globals_count + 1) * sizeof(Range)));
  own_globals(globals, globals_count);
}

// ---- blocks ----

bool is_outside(std::uint64_t address) { return address - kOutsideBase < kRegion; }

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
  memory_ends(address, address + header->size, pc);
  if (!is_own_code(reinterpret_cast<std::uintptr_t>(pc)) && frees_untold_share(address, header->size, pc))
    forget_accesses_of(address, header->size);
  else
    access_by_free(address, header->size, pc);
  if (keeping || (world.undoing && is_outside(address))) {  // for the executions to come it is not freed
    keep(header, sizeof(Header));
    keep(shadow_of(address), room_for(header->size) / 16);
  }
  if (world.recording) {
    note_outside(address);  // now the header says who has freed it
    note_free(address, header->size, pc);
  }
  header->pc = reinterpret_cast<std::uintptr_t>(pc);
  header->caller = reinterpret_cast<std::uintptr_t>(own_caller(pc));
  header->thread = world.current->number;
  std::memset(shadow_of(address), kFreed, room_for(header->size) / 16);
}

// By no execution.
void free_outside(void* block) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (!is_outside(address) || *shadow_of(address) != kLive) return;
  const std::uint64_t size = room_for(header_of(block)->size);
  std::memset(shadow_of(address), kFreed, size / 16);
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t first = (address + kPage - 1) / kPage * kPage, end = (address + size) / kPage * kPage;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
}

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

Place outside_block(std::uint64_t address) { return is_outside(address) ? live_block(address) : Place(); }

Place live_block(std::uint64_t address) {
  Place place;
  if (!in_heap(address)) return place;
  const std::size_t region = (address - kBase) / kRegion;
  if (!mapped[region] || *shadow_of(address) != kLive) return place;
  std::uint64_t start = address / 16 * 16;
  while (start > kBase + kRegion * region && *shadow_of(start) != kHeader) start -= 16;
  start += 16;  // the header's second half stands before it
  const Header* header = header_of(reinterpret_cast<void*>(start));
  if (*shadow_of(start) == kHeader || address - start >= header->size) return place;
  place.action = Action::alloc;
  place.thread = 0;
  place.address = start;
  place.size = static_cast<std::uint32_t>(header->size);
  note_code(place, *header);
  return place;
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

Range outside_heap() { return {kOutsideBase, kOutsideBase + outside_used}; }
bool outside_overflows() { return outside_is_full; }

bool is_global(std::uint64_t address) {
  if (is_outside(address)) return true;
  for (std::size_t i = 0; i < globals_count; ++i)
    if (address >= globals[i].begin && address < globals[i].end) return true;
  return false;
}

void remember(std::uint64_t address, std::uint64_t size) {
  if (keeping) {
    const Controlled& self = *world.current;  // its own stack is kept as a whole
    if (address - (reinterpret_cast<std::uintptr_t>(self.stack_top) - self.stack_bytes) >= self.stack_bytes)
      keep(reinterpret_cast<const void*>(address), size);
  } else if (world.undoing && is_global(address)) {
    keep(reinterpret_cast<const void*>(address), size);
  }
}

}  // namespace heddle::control

using namespace heddle::control;

namespace {
constexpr int kGarbage = 0xa5;
void* obtain(std::size_t size, std::size_t alignment, const void* pc, int byte = kGarbage) {
  if (controlled_kept()) return allocate(size, alignment < 16 ? 16 : alignment, byte, pc);
  if (void* block = allocate_outside(size, alignment < 16 ? 16 : alignment, pc)) return block;
  outside_is_full = true;
  return __libc_memalign(alignment < 16 ? 16 : alignment, size);
}
// A stack's memory, or a global: libc may notice, or not.
void must_be_allocated(const void* block, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (!controlled_kept() || in_heap(address) || !(is_on_stack(address) || is_global(address))) return;
  const Place place = here(Action::free, address, 0, pc);
  fail(FailureKind::invalid_free, "", address, 0, &place, 1);
}
void release(void* block, const void* pc) {
  must_be_allocated(block, pc);
  if (in_heap(reinterpret_cast<std::uintptr_t>(block))) {
    controlled_kept() ? free_block(block, pc) : free_outside(block);
    return;
  }
  if (controlled()) doubt(Doubt::untracked_memory);
  __libc_free(block);
}
}  // namespace

HEDDLE_INTERPOSE void* malloc(std::size_t size) noexcept { return obtain(size, 16, HEDDLE_PC); }
HEDDLE_INTERPOSE void* calloc(std::size_t count, std::size_t size) noexcept {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    will_change(errno);
    errno = ENOMEM;
    return nullptr;
  }
  void* block = obtain(bytes, 16, HEDDLE_PC, 0);
  if (block != nullptr && !in_heap(reinterpret_cast<std::uintptr_t>(block))) std::memset(block, 0, bytes);
  return block;
}
HEDDLE_INTERPOSE void free(void* block) noexcept {
  if (block != nullptr) release(block, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* realloc(void* block, std::size_t size) noexcept {
  must_be_allocated(block, HEDDLE_PC);
  void* moved = obtain(size, 16, HEDDLE_PC);
  if (moved == nullptr || block == nullptr) return moved;
  const std::size_t old = malloc_usable_size(block);
  const std::size_t kept = old < size ? old : size;
  if (controlled_kept() && kept != 0) {
    touch(block, kept, false, HEDDLE_PC);
    touch(moved, kept, true, HEDDLE_PC);
  }
  std::memcpy(moved, block, kept);
  release(block, HEDDLE_PC);
  return moved;
}
HEDDLE_INTERPOSE void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return obtain(size, alignment, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return obtain(size, alignment, HEDDLE_PC);
}
HEDDLE_INTERPOSE int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  if (alignment % sizeof(void*) != 0 || !std::has_single_bit(alignment)) return EINVAL;
  void* block = obtain(size, alignment, HEDDLE_PC);
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}
HEDDLE_INTERPOSE std::size_t malloc_usable_size(void* block) noexcept {
  if (block == nullptr) return 0;
  if (in_heap(number(block))) {
    if (controlled_kept() && is_own_code(number(HEDDLE_PC))) {
      check_heap(number(block), 1, false, HEDDLE_PC);
      note_use(number(block), 1, HEDDLE_PC);
    }
    return header_of(block)->size;
  }
  static auto* real = reinterpret_cast<std::size_t (*)(void*)>(libc_function("malloc_usable_size"));
  return real(block);
}
