// SPDX-License-Identifier: Apache-2.0
// Calls that change the process itself: fork, loading of libraries, mapping of memory.

#include <cstdlib>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"
#include "runtime/shared/uncaught.h"
#include "runtime/watch/descriptors.h"
#include "runtime/watch/mappings.h"
#include "runtime/watch/object.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/shadow.h"
#include "runtime/watch/threads.h"

using namespace heddle::runtime;

// The child goes on detecting on its own copy of the shadow; only its parent is recorded.
HEDDLE_INTERPOSE pid_t fork() noexcept {
  initialise();
  Thread* thread = active();
  if (thread == nullptr) return HEDDLE_REAL(fork)();
  sends(Numbered::children, 0, __builtin_return_address(0));
  ++thread->busy;
  const pid_t child = HEDDLE_REAL(fork)();
  if (child == 0) {
    is_forked_child = true;
    process.number = raw_process();
    if (process.recording) {
      process.recording = false;
      thread->chunk = nullptr;
      __atomic_fetch_add(&process.channel->doubts[static_cast<std::size_t>(Doubt::forked_child)], 1,
                         __ATOMIC_RELAXED);
    }
    keep_only(*thread);
  }
  --thread->busy;
  return child;
}

// std::terminate ends here. The signal is noted by crash.cpp.
HEDDLE_INTERPOSE void abort() noexcept {
  initialise();
  if (Thread* thread = active(); thread != nullptr && !is_forked_child) {
    const Busy busy(*thread);
    if (const Uncaught thrown = uncaught_exception(__builtin_return_address(0)); thrown.type != nullptr) {
      Crash& crash = process.channel->crash;
      raw_copy(crash.exception, thrown.type, sizeof crash.exception);
      if (thrown.what != nullptr) raw_copy(crash.what, thrown.what, sizeof crash.what);
    }
  }
  HEDDLE_REAL(abort)();
  __builtin_unreachable();
}

HEDDLE_INTERPOSE void* dlopen(const char* file, int mode) noexcept {
  // The real one finds out who called it to search that library's own paths, so it must be called in its
  // place; libraries found only through their caller's RUNPATH are the price.
  void* library = HEDDLE_REAL(dlopen)(file, mode);
  if (library != nullptr) note_modules();
  return library;
}

namespace {
void on_map(void* address, std::size_t bytes, const void* pc) {
  if (address == MAP_FAILED || !attached() || !process.on) return;
  const KeepErrno keep;
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  claim_line(at, at + bytes);
  forget_accesses(at, bytes);
  forget_objects(at, bytes);
  if (Thread* thread = active()) {
    const Busy busy(*thread);
    note_mapping(*thread, at, bytes, pc);
  }
}
}  // namespace

HEDDLE_INTERPOSE void* mmap(void* address, std::size_t bytes, int protection, int flags, int file,
                            off_t offset) noexcept {
  void* result = HEDDLE_REAL(mmap)(address, bytes, protection, flags, file, offset);
  on_map(result, bytes, __builtin_return_address(0));
  return result;
}
HEDDLE_INTERPOSE void* mmap64(void* address, std::size_t bytes, int protection, int flags, int file,
                              off64_t offset) noexcept {
  void* result = HEDDLE_REAL(mmap64)(address, bytes, protection, flags, file, offset);
  on_map(result, bytes, __builtin_return_address(0));
  return result;
}
// Forgotten before: another thread may map something else there as soon as it is gone.
HEDDLE_INTERPOSE int munmap(void* address, std::size_t bytes) noexcept {
  if (Thread* thread = attached() ? active() : nullptr) {
    const Busy busy(*thread);
    forget_mappings(reinterpret_cast<std::uintptr_t>(address), bytes);
  }
  return HEDDLE_REAL(munmap)(address, bytes);
}
