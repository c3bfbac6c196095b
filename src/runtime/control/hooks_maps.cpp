// SPDX-License-Identifier: Apache-2.0
// Memory that the program maps itself. Who unmaps it, or takes a right away, conflicts with every access that the right
// was for; whoever comes later gets a signal. New memory has no past, even if there was other memory at its
// place. What an execution mapped and kept is unmapped before the next, which finds the same addresses free.
#include <cstdarg>

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

long as_long(void* address) { return reinterpret_cast<long>(address); }
long as_long(auto value) { return static_cast<long>(value); }
// libc's own may not have been found yet: this library's heap is mapped this way too.
long call(long which, auto... arguments) {
  const long result = runtime::raw_syscall(which, as_long(arguments)...);
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}

struct Mapping {
  std::uint64_t begin, end;
};
constexpr std::size_t kMappings = 4096;
Mapping mappings[kMappings];  // of this execution, by the program's own code
std::size_t mappings_count = 0;
bool mapped_too_much = false;
constexpr std::size_t kOutside = 64;
const void* outside_callers[kOutside];  // of mmap, outside of executions
std::size_t outside_count = 0;

void note(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  if (mappings_count < kMappings)
    mappings[mappings_count++] = {begin, end};
  else
    mapped_too_much = true;
}
// The pages are somebody else's now, or nobody's.
void forget(std::uint64_t begin, std::uint64_t size) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t end = (begin + size + kPage - 1) / kPage * kPage;
  for (std::size_t i = mappings_count; i-- > 0;) {
    const Mapping mapping = mappings[i];
    if (mapping.end <= begin || mapping.begin >= end) continue;
    mappings[i] = mappings[--mappings_count];
    note(mapping.begin, begin);
    note(end, mapping.end);
  }
}

void note_outside_caller(const void* pc) {
  for (std::size_t i = 0; i < outside_count && i < kOutside; ++i)
    if (outside_callers[i] == pc) return;
  if (outside_count < kOutside) outside_callers[outside_count] = pc;
  if (outside_count <= kOutside) ++outside_count;
}

void ends(void* address, std::size_t size, const void* pc) {
  if (!controlled()) return;
  range_ends(number(address), size, true, Action::free, pc);
  forget(number(address), size);
}
void* begins(long result, std::size_t size, const void* pc) {
  auto* address = reinterpret_cast<void*>(result);
  if (!controlled()) note_outside_caller(pc);
  if (!controlled() || address == MAP_FAILED) return address;
  forget_accesses_of(number(address), size);
  if (is_own_code(number(pc))) note(number(address), number(address) + size);
  return address;
}

// Its bytes are a file's, too, and perhaps another mapping's.
void note_alias(int protection, int flags) {
  constexpr int kKinds = MAP_SHARED | MAP_PRIVATE | MAP_ANONYMOUS;
  if (controlled() && (flags & kKinds) == MAP_SHARED && (protection & PROT_WRITE) != 0)
    doubt(Doubt::blocking_call, "mmap of a file, shared and writable");
}

}  // namespace

bool mapped_outside() {
  for (std::size_t i = 0; i < outside_count && i < kOutside; ++i)
    if (is_own_code(number(outside_callers[i]))) return true;
  return outside_count > kOutside;
}

void forget_mappings() {
  for (std::size_t i = 0; i < mappings_count; ++i)
    runtime::raw_syscall(SYS_munmap, as_long(mappings[i].begin),
                         as_long(mappings[i].end - mappings[i].begin));
  mappings_count = 0;
  if (mapped_too_much) doubt(Doubt::stubborn_state);
  mapped_too_much = false;
}

}  // namespace heddle::control

using namespace heddle::control;

#define HEDDLE_MMAP(name, offset_type)                                                              \
  HEDDLE_INTERPOSE void* name(void* address, std::size_t size, int protection, int flags, int file, \
                              offset_type offset) noexcept {                                        \
    note_alias(protection, flags);                                                                  \
    if ((flags & MAP_FIXED) != 0) ends(address, size, HEDDLE_PC);                                   \
    return begins(call(SYS_mmap, address, size, protection, flags, file, offset), size, HEDDLE_PC); \
  }
HEDDLE_MMAP(mmap, off_t)
HEDDLE_MMAP(mmap64, __off64_t)
HEDDLE_INTERPOSE int munmap(void* address, std::size_t size) noexcept {
  ends(address, size, HEDDLE_PC);
  return static_cast<int>(call(SYS_munmap, address, size));
}
HEDDLE_INTERPOSE void* mremap(void* address, std::size_t size, std::size_t new_size, int flags,
                              ...) noexcept {
  va_list list;
  va_start(list, flags);
  void* to = (flags & MREMAP_FIXED) != 0 ? va_arg(list, void*) : nullptr;
  va_end(list);
  if ((flags & MREMAP_MAYMOVE) != 0) ends(address, size, HEDDLE_PC);
  if (to != nullptr) ends(to, new_size, HEDDLE_PC);
  const long moved = call(SYS_mremap, address, size, new_size, flags, to);
  return moved == as_long(address) ? address : begins(moved, new_size, HEDDLE_PC);
}
HEDDLE_INTERPOSE int madvise(void* address, std::size_t size, int advice) noexcept {
  // What was there is gone, or may be.
  for (const int forgets : {MADV_DONTNEED, MADV_FREE, MADV_REMOVE, MADV_WIPEONFORK})
    if (advice == forgets) touch(address, size, true, HEDDLE_PC);
  return static_cast<int>(call(SYS_madvise, address, size, advice));
}
HEDDLE_INTERPOSE int mprotect(void* address, std::size_t size, int protection) noexcept {
  // Who may only read still keeps others from writing.
  if (controlled() && (protection & PROT_WRITE) == 0)
    range_ends(number(address), size, (protection & PROT_READ) == 0, Action::write, HEDDLE_PC);
  return static_cast<int>(call(SYS_mprotect, address, size, protection));
}
