// SPDX-License-Identifier: Apache-2.0
// The little that functions of libc need of the scheduler, when they stand in for the caller's accesses.
#pragma once

#include <cstddef>

struct _IO_FILE;

namespace heddle::control {

bool is_controlled();  // as controlled() of world.h
// An access of the program that a function of libc makes for it.
void touch(const void* address, std::size_t bytes, bool write, const void* pc);
// The same, told after it was made: how much it would be was not known before. What a global was before can
// then not be put back, so each execution gets a process of its own; and where plain accesses are visible
// operations, others cannot come before it any more, which is a doubt.
void touched(const void* address, std::size_t bytes, bool write, const void* pc);
// Not all that the function touches was told of: a doubt.
void untold(const char* function);
void prepare_promises();   // once a process, before the first execution: interpose_promises.cpp
void prepare_resources();  // the same: hooks_library.cpp
void* libc_function(const char* name);
// A call on an open file. All but looks conflict with each other; moves: it neither reads nor writes bytes.
// closes: it moves, and the descriptor is free. Unlocked: on a stream, without its lock.
enum class FileUse : unsigned char {
  looks,
  reads,
  writes,
  moves,
  closes,
  looks_unlocked,
  reads_unlocked,
  writes_unlocked
};
void look_at_paths(const void* pc);  // which the working directory belongs to
void step_on_file(int file, FileUse use, const void* pc);
void step_on_file(_IO_FILE* stream, FileUse use, const void* pc);
// The same for a call during which the stream may call the program: until its end, the stream's lock is held.
class HeldStream {
 public:
  HeldStream(int file, FileUse use, const void* pc) : pc_(pc) { step_on_file(file, use, pc); }
  HeldStream(_IO_FILE* stream, FileUse use, const void* pc);
  ~HeldStream();
  HeldStream(const HeldStream&) = delete;
  HeldStream& operator=(const HeldStream&) = delete;

 private:
  _IO_FILE* held_ = nullptr;
  const void* pc_;
};
bool flush_functions(const void* pc);  // all streams that call the program; false: there are none

}  // namespace heddle::control

#define HEDDLE_LIBC(name)                              \
  ([]() -> decltype(&::name) {                         \
    static void* found;                                \
    if (found == nullptr) [[unlikely]]                 \
      found = ::heddle::control::libc_function(#name); \
    return reinterpret_cast<decltype(&::name)>(found); \
  }())
#define HEDDLE_PC __builtin_return_address(0)
