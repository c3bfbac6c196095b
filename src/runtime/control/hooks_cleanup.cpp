// SPDX-License-Identifier: Apache-2.0
// pthread_exit, and what it runs on its way out. C++ has destructors and landing pads, which unwinding finds by
// itself. pthread_cleanup_push of C without exceptions is a setjmp instead: its buffer lies in the frame of the
// function that pushed, and is registered with libc. Unwinding that leaves this frame jumps there; the handler runs, and
// the unwinding goes on from there to the next buffer (nptl/unwind.c).
#include <csetjmp>

#include <dlfcn.h>
#include <pthread.h>
#include <threads.h>
#include <unwind.h>

#include "runtime/control/core.h"
#include "runtime/control/hooks.h"
#include "runtime/control/loops.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// What libc keeps in the pads of a buffer is ours to choose: the buffer before it, and the depth of its frame.
enum : std::size_t { kBefore, kDepth };

void push(__pthread_unwind_buf_t* buffer) {
  Controlled& self = *world.current;
  buffer->__pad[kBefore] = self.cleanup;
  buffer->__pad[kDepth] = reinterpret_cast<void*>(std::uintptr_t{self.depth});
  self.cleanup = buffer;
}
void pop(__pthread_unwind_buf_t* buffer) { world.current->cleanup = buffer->__pad[kBefore]; }

_Unwind_Reason_Code stop_at_cleanup(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                    _Unwind_Context* context, void*) {
  Controlled& self = *world.current;
  const bool is_end = (actions & _UA_END_OF_STACK) != 0;
  if (self.cleanup != nullptr &&
      (is_end || _Unwind_GetCFA(context) > reinterpret_cast<std::uintptr_t>(self.cleanup))) {
    auto* buffer = static_cast<__pthread_unwind_buf_t*>(self.cleanup);
    self.depth = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(buffer->__pad[kDepth]));
    std::longjmp(reinterpret_cast<__jmp_buf_tag*>(buffer->__cancel_jmp_buf), 1);
  }
  if (is_end) leave_thread(self.result);
  return _URC_NO_REASON;
}

// Somebody caught it and did not throw it again.
void swallowed(_Unwind_Reason_Code, _Unwind_Exception*) {
  const Place place = here(Action::end, 0, 0, nullptr);
  fail(FailureKind::abort, "an end of a thread is caught and not thrown again", 0, 0, &place, 1);
}

[[noreturn]] void unwind() {
  static auto* unwind =
      reinterpret_cast<decltype(&_Unwind_ForcedUnwind)>(dlsym(RTLD_DEFAULT, "_Unwind_ForcedUnwind"));
  static _Unwind_Exception exceptions[kMaxThreads];
  Controlled& self = *world.current;
  if (unwind != nullptr) {
    exceptions[self.number] = {};
    exceptions[self.number].exception_cleanup = swallowed;
    unwind(&exceptions[self.number], stop_at_cleanup, nullptr);
  }
  leave_thread(self.result);
}

}  // namespace

// At its first use it readies itself by pthread_once: that must not be a step of the first execution alone.
void prepare_unwinding() {
  auto* backtrace = reinterpret_cast<decltype(&_Unwind_Backtrace)>(dlsym(RTLD_DEFAULT, "_Unwind_Backtrace"));
  if (backtrace == nullptr) return;
  backtrace([](_Unwind_Context*, void*) { return _URC_END_OF_STACK; }, nullptr);
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE void pthread_exit(void* result) {
  if (!controlled()) {
    reinterpret_cast<void (*)(void*)>(libc_function("pthread_exit"))(result);
    __builtin_unreachable();
  }
  effect();
  if (world.current->call_times != nullptr) {  // of a test of linearizability
    const Place place = here(Action::end, 0, 0, HEDDLE_PC);
    fail(FailureKind::failure, "a call of the test ends its thread", 0, 0, &place, 1);
  }
  world.current->result = result;
  unwind();
}
HEDDLE_INTERPOSE void thrd_exit(int result) {
  pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
  __builtin_unreachable();
}

#define HEDDLE_CLEANUP(name, does)                             \
  HEDDLE_INTERPOSE void name(__pthread_unwind_buf_t* buffer) { \
    if (controlled())                                          \
      does(buffer);                                            \
    else                                                       \
      HEDDLE_LIBC(name)(buffer);                               \
  }
HEDDLE_CLEANUP(__pthread_register_cancel, push)
HEDDLE_CLEANUP(__pthread_register_cancel_defer, push)
HEDDLE_CLEANUP(__pthread_unregister_cancel, pop)
HEDDLE_CLEANUP(__pthread_unregister_cancel_restore, pop)
HEDDLE_INTERPOSE void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  if (!controlled()) {
    reinterpret_cast<void (*)(__pthread_unwind_buf_t*)>(libc_function("__pthread_unwind_next"))(buffer);
    __builtin_unreachable();
  }
  pop(buffer);
  unwind();
}
