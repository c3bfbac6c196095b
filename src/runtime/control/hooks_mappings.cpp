// SPDX-License-Identifier: Apache-2.0
// Memory that the program maps itself: its end, and accesses that its protection forbids.
//
// To unmap is to free: what another thread did there, and nothing orders before, is a use after free. To take
// away the right to write is a read of all of it, to take away both rights a write. These are looked for among
// the accesses there were; one that comes later fails as it would without heddle, by a signal.
//
// What an execution mapped and kept is unmapped after it, so that the next one finds the same addresses free.
#include <cstdarg>
#include <cstdint>

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/control/locks.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

struct Mapping {
  std::uint64_t begin, end;
};
constexpr std::size_t kMappings = 4096;
Mapping mappings[kMappings];  // of this execution
std::size_t mappings_count = 0;
bool mapped_too_much = false;

// As libc returns it.
long answer(long result) {
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}

void note(std::uint64_t begin, std::uint64_t size) {
  if (mappings_count < kMappings)
    mappings[mappings_count++] = {begin, begin + size};
  else
    mapped_too_much = true;
}

// The pages are somebody else's now, or nobody's.
void forget(std::uint64_t begin, std::uint64_t size) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t end = (begin + size + kPage - 1) / kPage * kPage;
  for (std::size_t i = mappings_count; i-- > 0;) {
    Mapping& mapping = mappings[i];
    if (mapping.end <= begin || mapping.begin >= end) continue;
    const Mapping before = {mapping.begin, begin}, after = {end, mapping.end};
    mapping = mappings[--mappings_count];
    if (before.begin < before.end) note(before.begin, before.end - before.begin);
    if (after.begin < after.end) note(after.begin, after.end - after.begin);
  }
}

bool is_programs(const void* pc) { return controlled() && is_own_code(number(pc)); }

void* map(void* address, std::size_t bytes, int protection, int flags, int file, off_t offset,
          const void* pc) {
  const bool watched = is_programs(pc);
  if (watched && (flags & MAP_FIXED) != 0) {
    access_by_unmapping(number(address), bytes, pc);
    forget(number(address), bytes);
  }
  const long result = answer(runtime::raw_syscall(SYS_mmap, static_cast<long>(number(address)),
                                                  static_cast<long>(bytes), protection, flags, file, offset));
  if (watched && result != -1) note(static_cast<std::uint64_t>(result), bytes);
  return reinterpret_cast<void*>(result);
}

}  // namespace

void forget_mappings() {
  for (std::size_t i = 0; i < mappings_count; ++i)
    runtime::raw_syscall(SYS_munmap, static_cast<long>(mappings[i].begin),
                         static_cast<long>(mappings[i].end - mappings[i].begin));
  mappings_count = 0;
  if (mapped_too_much) doubt(Doubt::stubborn_state);
  mapped_too_much = false;
}

}  // namespace heddle::control

using namespace heddle::control;
using heddle::runtime::raw_syscall;

HEDDLE_INTERPOSE void* mmap(void* address, std::size_t bytes, int protection, int flags, int file,
                            off_t offset) noexcept {
  return map(address, bytes, protection, flags, file, offset, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* mmap64(void* address, std::size_t bytes, int protection, int flags, int file,
                              __off64_t offset) noexcept {
  return map(address, bytes, protection, flags, file, offset, HEDDLE_PC);
}
HEDDLE_INTERPOSE int munmap(void* address, std::size_t bytes) noexcept {
  if (is_programs(HEDDLE_PC)) {
    access_by_unmapping(number(address), bytes, HEDDLE_PC);
    forget(number(address), bytes);
  }
  return static_cast<int>(
      answer(raw_syscall(SYS_munmap, static_cast<long>(number(address)), static_cast<long>(bytes))));
}
HEDDLE_INTERPOSE int mprotect(void* address, std::size_t bytes, int protection) noexcept {
  if (is_programs(HEDDLE_PC) && (protection & PROT_WRITE) == 0)
    access_known(number(address), bytes, (protection & PROT_READ) == 0, HEDDLE_PC);
  return static_cast<int>(answer(
      raw_syscall(SYS_mprotect, static_cast<long>(number(address)), static_cast<long>(bytes), protection)));
}
HEDDLE_INTERPOSE int madvise(void* address, std::size_t bytes, int advice) noexcept {
  if (is_programs(HEDDLE_PC) && (advice == MADV_DONTNEED || advice == MADV_REMOVE))
    access_known(number(address), bytes, true, HEDDLE_PC);
  return static_cast<int>(
      answer(raw_syscall(SYS_madvise, static_cast<long>(number(address)), static_cast<long>(bytes), advice)));
}
HEDDLE_INTERPOSE void* mremap(void* address, std::size_t bytes, std::size_t now, int flags, ...) noexcept {
  va_list rest;
  va_start(rest, flags);
  void* target = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void*) : nullptr;
  va_end(rest);
  const bool watched = is_programs(HEDDLE_PC);
  if (watched) {
    access_by_unmapping(number(address), bytes, HEDDLE_PC);
    forget(number(address), bytes);
  }
  const long result =
      answer(raw_syscall(SYS_mremap, static_cast<long>(number(address)), static_cast<long>(bytes),
                         static_cast<long>(now), flags, static_cast<long>(number(target))));
  if (watched && result != -1) note(static_cast<std::uint64_t>(result), now);
  return reinterpret_cast<void*>(result);
}
