// SPDX-License-Identifier: Apache-2.0
// longjmp leaves functions without a word of theirs: their frames end here.
//
// Where it goes stands in the buffer, hidden by libc as every pointer there is (glibc, sysdeps/x86_64/jmpbuf-offsets.h and
// pointer_guard.h).
#include <csetjmp>

#include "runtime/control/frames.h"
#include "runtime/control/touch.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

std::uint64_t stack_pointer_in(const __jmp_buf_tag* buffer) {
  constexpr std::size_t kStackPointer = 6;
  auto hidden = static_cast<std::uint64_t>(buffer->__jmpbuf[kStackPointer]);
  asm("ror $0x11, %0\n\txor %%fs:0x30, %0" : "+r"(hidden));
  return hidden;
}

[[noreturn]] void jump(const char* name, __jmp_buf_tag* buffer, int value, const void* pc) {
  if (controlled())
    leave_frames(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), stack_pointer_in(buffer), pc);
  reinterpret_cast<void (*)(__jmp_buf_tag*, int)>(libc_function(name))(buffer, value);
  __builtin_unreachable();
}

}  // namespace
}  // namespace heddle::control

#define HEDDLE_JUMP(name)                                                        \
  HEDDLE_INTERPOSE void name(__jmp_buf_tag* buffer, int value) noexcept(false) { \
    heddle::control::jump(#name, buffer, value, HEDDLE_PC);                      \
  }
HEDDLE_JUMP(_longjmp)
HEDDLE_JUMP(longjmp)
HEDDLE_JUMP(siglongjmp)
HEDDLE_JUMP(__longjmp_chk)
