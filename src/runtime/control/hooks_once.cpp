// SPDX-License-Identifier: Apache-2.0
// Code that runs once: pthread_once (see once.c), call_once, static variables of functions.
#include <dlfcn.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// Of the object that stands for it under weak memory: 0, then
constexpr std::uint64_t kRuns = 1, kDone = 2;

// Who begins changes another object than the flag that says that it is done: nobody who looks at the flag sees a difference.
Object& turn_of(void* address) { return object_at(address, Role::once); }

// True: the caller runs it and calls once_done.
bool once_begin(void* address, const volatile unsigned char* done, bool is_static, const void* pc) {
  Object& object = object_at(const_cast<void*>(static_cast<const volatile void*>(address)));
  if (!is_static) use(object, pc);
  // Done before this execution began: nobody can notice.
  Object& turn = turn_of(address);
  if (*done != 0 && turn.state.owner == kNoThread && !object.published_any) return false;
  Controlled& self = *world.current;
  if (is_static && turn.state.owner == self.number)
    misused(sync::Object::once, sync::Misuse::once_within_once, object.key, pc);
  if (world.memory != nullptr) [[unlikely]] {
    // Waits while another one runs it; who finds it done only reads, and comes after it.
    object.published_any = true;  // it is done in this execution, whoever comes later
    Modification beginning = taking(Modification::Kind::begin, kRuns, kRuns, true);
    beginning.failure = MemoryOrder::acquire;
    const bool begins = modify_weakly(turn, beginning, 0, Action::acquire, number(address), pc).writes;
    effect();  // a loop that comes here again and again waits for nothing: done is done
    if (begins) turn.state.owner = self.number;
    return begins;
  }
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {turn.number, true};
  operation.need = Need::exclusive;
  operation.writes = Writes::if_equal;
  reach(operation, &turn, Action::acquire, reinterpret_cast<std::uintptr_t>(address), pc);
  operation.available = 3;
  if (!is_static) use(object, pc);
  operation.before = *done;
  if (object.published_any) acquire_from(self, object.published);
  effect();
  if (*done != 0) {
    operation.accesses[0].write = false;
    performed(operation);
    return false;
  }
  turn.state.owner = self.number;
  performed(operation);
  return true;
}

void once_end(void* address, volatile unsigned char* done, unsigned char value, const void* pc) {
  Object& object = object_at(address);
  Object& turn = turn_of(address);
  if (world.memory != nullptr) [[unlikely]] {
    AtomicRequest request{.kind = AtomicRequest::Kind::store, .order = MemoryOrder::release, .value = value};
    // As the compiler's own look at the flag sees it.
    perform_weakly(request, object_at(done), done, 1, Action::release, pc);
    store_weakly(turn, value != 0 ? kDone : 0, MemoryOrder::release, Action::release, number(address), pc);
    turn.state.owner = kNoThread;
    return;
  }
  Operation operation;
  operation.count = 2;
  operation.accesses[0] = {turn.number, true};
  operation.accesses[1] = {object.number, true};
  reach(operation, &turn, Action::release, reinterpret_cast<std::uintptr_t>(address), pc);
  operation.available = 0;
  operation.before = *done;
  remember(reinterpret_cast<std::uintptr_t>(done), 1);
  *done = value;
  turn.state.owner = kNoThread;
  publish(*world.current, object, false);
  performed(operation);
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

// For pthread_once, in once.c: what it runs may throw.
HEDDLE_HIDDEN int heddle_once_begin(pthread_once_t* control, const void* pc) {
  return once_begin(control, reinterpret_cast<unsigned char*>(control), false, pc) ? 1 : 0;
}
HEDDLE_HIDDEN void heddle_once_end(pthread_once_t* control, int done, const void* pc) {
  if (controlled()) use(object_at(control), pc);
  // 2: done, as libc has it
  once_end(control, reinterpret_cast<unsigned char*>(control), static_cast<unsigned char>(done != 0 ? 2 : 0),
           pc);
}
HEDDLE_HIDDEN int heddle_is_controlled() { return controlled() ? 1 : 0; }
HEDDLE_HIDDEN int heddle_real_once(pthread_once_t* control, void (*function)()) {
  return HEDDLE_LIBC(pthread_once)(control, function);
}
HEDDLE_INTERPOSE void call_once(once_flag* flag, void (*function)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(flag), function);
}
HEDDLE_EXPORT int __cxa_guard_acquire(std::uint64_t* guard) {
  auto* done = reinterpret_cast<unsigned char*>(guard);
  if (controlled()) return once_begin(guard, done, true, HEDDLE_PC) ? 1 : 0;
  static auto* real = reinterpret_cast<int (*)(std::uint64_t*)>(dlsym(RTLD_NEXT, "__cxa_guard_acquire"));
  if (real != nullptr) return real(guard);
  return *done == 0 ? 1 : 0;
}
HEDDLE_EXPORT void __cxa_guard_release(std::uint64_t* guard) {
  auto* done = reinterpret_cast<unsigned char*>(guard);
  if (controlled()) {
    once_end(guard, done, 1, HEDDLE_PC);
    return;
  }
  static auto* real = reinterpret_cast<void (*)(std::uint64_t*)>(dlsym(RTLD_NEXT, "__cxa_guard_release"));
  if (real != nullptr)
    real(guard);
  else
    *done = 1;
}
HEDDLE_EXPORT void __cxa_guard_abort(std::uint64_t* guard) {
  if (controlled()) {
    once_end(guard, reinterpret_cast<unsigned char*>(guard), 0, HEDDLE_PC);
    return;
  }
  static auto* real = reinterpret_cast<void (*)(std::uint64_t*)>(dlsym(RTLD_NEXT, "__cxa_guard_abort"));
  if (real != nullptr) real(guard);
}
