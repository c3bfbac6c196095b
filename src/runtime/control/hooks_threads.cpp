// SPDX-License-Identifier: Apache-2.0
// Threads: their birth, end and storage; code that runs once.
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include "runtime/control/bounds.h"
#include "runtime/control/loops.h"
#include "runtime/control/stub.h"
#include "runtime/control/switch.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// ---- thread-local variables of the program's own modules ----

struct Template {
  std::uint64_t offset;  // below the thread's storage
  const void* image;
  std::size_t initialised, size;
};
Template templates[32];
std::size_t templates_count = 0;
bool templates_known = false;

int note_template(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_tls_data == nullptr || templates_count == 32) return 0;
  if (info->dlpi_name[0] != 0 && (std::strstr(info->dlpi_name, "/libc.so") != nullptr ||
                                  std::strstr(info->dlpi_name, "libstdc++") != nullptr ||
                                  std::strstr(info->dlpi_name, "libheddle") != nullptr))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_TLS) continue;
    templates[templates_count++] = {thread_storage() - reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data),
                                    reinterpret_cast<const void*>(info->dlpi_addr + header.p_vaddr),
                                    header.p_filesz, header.p_memsz};
  }
  return 0;
}

Controlled* find_thread(pthread_t handle) {
  for (Thread number = 0; number < world.threads; ++number)
    if (world.all[number]->storage == handle && world.all[number]->state != Controlled::State::absent)
      return world.all[number];
  return nullptr;
}

int join(pthread_t handle, void** result, bool tries, const void* pc) {
  Controlled& self = *world.current;
  Controlled* other = find_thread(handle);
  if (other == nullptr || other->joined || other->detached) {
    const Place place = here(Action::join, 0, 0, pc);
    fail(FailureKind::lock_misuse, "a thread is joined that cannot be joined", 0, 0, &place, 1);
  }
  if (other == &self) return EDEADLK;
  if (other->state != Controlled::State::ended) {
    if (tries) {
      doubt(Doubt::blocking_call, "pthread_tryjoin_np");  // a thread's end is no point to switch at
      return EBUSY;
    }
    self.joins = other->number;
    self.doing = Action::join;
    self.doing_address = 0;
    self.doing_pc = pc;
    self.doing_caller = own_caller(pc);
    blocked_until_resumed(Operation{}, nullptr);
    self.joins = kNoThread;
  }
  other->joined = true;
  effect();
  acquire_from(self, &other->clock);
  order(*other, self);
  if (result != nullptr) *result = other->result;
  return 0;
}

// ---- thread-specific keys ----

void (*key_destructors[Controlled::kKeys])(void*);

void run_key_destructors(Controlled& self) {
  if (!self.keys_used) return;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round)
    for (std::size_t key = 0; key < Controlled::kKeys; ++key) {
      void* value = self.keys[key];
      if (value == nullptr || key_destructors[key] == nullptr) continue;
      self.keys[key] = nullptr;
      key_destructors[key](value);
    }
}

struct C11Start {
  int (*function)(void*);
  void* argument;
};
void* c11_start(void* argument) {
  const C11Start start = *static_cast<C11Start*>(argument);
  std::free(argument);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(start.function(start.argument)));
}

int create(pthread_t* handle, bool detached, void* (*start)(void*), void* argument, const void* pc) {
  effect();
  Controlled& thread = spawn(start, argument, pc);
  thread.detached = detached;
  *handle = thread.storage;
  return 0;
}

// ---- once ----

// True: the caller runs it and calls once_done.
bool once_begin(void* address, const volatile unsigned char* done, const void* pc) {
  Object& object = object_at(const_cast<void*>(static_cast<const volatile void*>(address)));
  // Done before this execution began: nobody can notice.
  if (*done != 0 && object.owner == kNoThread && !object.published_any) return false;
  Controlled& self = *world.current;
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, true};
  operation.need = Need::exclusive;
  operation.writes = Writes::if_equal;
  reach(operation, &object, Action::acquire, reinterpret_cast<std::uintptr_t>(address), pc);
  operation.available = 3;
  operation.before = *done;
  if (object.published_any) acquire_from(self, object.published);
  effect();
  if (*done != 0) {
    operation.accesses[0].write = false;
    performed(operation);
    return false;
  }
  object.owner = self.number;
  object.depth = 1;
  performed(operation);
  return true;
}

void once_end(void* address, volatile unsigned char* done, unsigned char value, const void* pc) {
  Object& object = object_at(address);
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, true};
  reach(operation, &object, Action::release, reinterpret_cast<std::uintptr_t>(address), pc);
  operation.available = 0;
  operation.before = *done;
  remember(reinterpret_cast<std::uintptr_t>(done), 1);
  *done = value;
  object.owner = kNoThread;
  publish(*world.current, object, false);
  performed(operation);
}

_Unwind_Reason_Code leave_at_end(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                 _Unwind_Context*, void* result) {
  if ((actions & _UA_END_OF_STACK) != 0) leave_thread(result);
  return _URC_NO_REASON;
}

}  // namespace

void reset_thread_locals(Controlled& thread) {
  if (!templates_known) {
    templates_known = true;
    dl_iterate_phdr(note_template, nullptr);
  }
  for (std::size_t i = 0; i < templates_count; ++i) {
    auto* to = reinterpret_cast<char*>(thread.storage - templates[i].offset);
    std::memcpy(to, templates[i].image, templates[i].initialised);
    std::memset(to + templates[i].initialised, 0, templates[i].size - templates[i].initialised);
  }
}

void run_thread_end(Controlled& self) {
  while (ThreadLocal* destructor = self.destructors) {
    self.destructors = destructor->next;
    destructor->destroy(destructor->object);
  }
  run_key_destructors(self);
  release_robust(self);
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                    void* (*start)(void*), void* argument) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_create)(handle, attributes, start, argument);
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  return create(handle, detached == PTHREAD_CREATE_DETACHED, start, argument, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_join(pthread_t handle, void** result) {
  if (!controlled()) return HEDDLE_LIBC(pthread_join)(handle, result);
  return join(handle, result, false, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_tryjoin_np(pthread_t handle, void** result) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_tryjoin_np)(handle, result);
  return join(handle, result, true, HEDDLE_PC);
}
namespace {
// Its time can run out before the other one ends.
int timed_join(pthread_t handle, void** result, clockid_t clock, const timespec* until, const void* pc) {
  Controlled& self = *world.current;
  may_come_back(self, pc);
  if (may_be_baseless(self, Baseless::timeout, pc)) {
    Operation operation;
    reach(operation, nullptr, Action::join, 0, pc);
    const bool runs_out = outcome(2) == 1;
    effect();
    performed(operation);
    if (runs_out) {
      --self.timeouts;
      return noted_time(ETIMEDOUT, clock, until);
    }
  }
  return join(handle, result, false, pc);
}
}  // namespace
HEDDLE_HIDDEN int heddle_timedjoin_np(pthread_t handle, void** result, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_timedjoin_np)(handle, result, until);
  return timed_join(handle, result, CLOCK_REALTIME, until, HEDDLE_PC);
}
HEDDLE_STUB(pthread_timedjoin_np, heddle_timedjoin_np)
HEDDLE_HIDDEN int heddle_clockjoin_np(pthread_t handle, void** result, clockid_t clock,
                                      const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_clockjoin_np)(handle, result, clock, until);
  return timed_join(handle, result, clock, until, HEDDLE_PC);
}
HEDDLE_STUB(pthread_clockjoin_np, heddle_clockjoin_np)
HEDDLE_INTERPOSE int pthread_detach(pthread_t handle) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_detach)(handle);
  if (Controlled* thread = find_thread(handle)) thread->detached = true;
  return 0;
}
HEDDLE_INTERPOSE void pthread_exit(void* result) {
  if (!controlled()) {
    reinterpret_cast<void (*)(void*)>(libc_function("pthread_exit"))(result);
    __builtin_unreachable();
  }
  if (world.current->number == 0) {  // the others go on; the process ends with the last of them
    wait_for_others();
    abandon();
  }
  static auto* unwind =
      reinterpret_cast<decltype(&_Unwind_ForcedUnwind)>(dlsym(RTLD_DEFAULT, "_Unwind_ForcedUnwind"));
  if (unwind != nullptr) {
    static _Unwind_Exception exceptions[kMaxThreads];
    unwind(&exceptions[world.current->number], leave_at_end, result);
  }
  leave_thread(result);
}
HEDDLE_INTERPOSE int pthread_cancel(pthread_t handle) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cancel)(handle);
  const Controlled* thread = find_thread(handle);
  if (thread == nullptr || thread->state == Controlled::State::ended) return 0;
  doubt(Doubt::cancellation);
  world.abandoned = true;
  abandon();
}
HEDDLE_INTERPOSE int pthread_kill(pthread_t handle, int signal) noexcept {
  const bool is_self = controlled() && find_thread(handle) == world.current;
  if (!controlled() || signal == 0 || is_self) return HEDDLE_LIBC(pthread_kill)(handle, signal);
  doubt(Doubt::other_signal);
  world.abandoned = true;
  abandon();
}
HEDDLE_INTERPOSE int thrd_create(thrd_t* handle, thrd_start_t function, void* argument) {
  if (!controlled()) return HEDDLE_LIBC(thrd_create)(handle, function, argument);
  auto* start = static_cast<C11Start*>(std::malloc(sizeof(C11Start)));
  *start = {function, argument};
  return create(handle, false, c11_start, start, HEDDLE_PC);
}
HEDDLE_INTERPOSE int thrd_join(thrd_t handle, int* result) {
  if (!controlled()) return HEDDLE_LIBC(thrd_join)(handle, result);
  void* value = nullptr;
  join(handle, &value, false, HEDDLE_PC);
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return thrd_success;
}

HEDDLE_INTERPOSE int thrd_detach(thrd_t handle) {
  return pthread_detach(handle) == 0 ? thrd_success : thrd_error;
}
HEDDLE_INTERPOSE void thrd_exit(int result) {
  pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
  __builtin_unreachable();
}
HEDDLE_INTERPOSE void thrd_yield() {
  if (!controlled()) HEDDLE_LIBC(thrd_yield)();
}

HEDDLE_INTERPOSE int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  const int error = HEDDLE_LIBC(pthread_key_create)(key, destructor);
  if (error == 0 && *key < Controlled::kKeys) key_destructors[*key] = destructor;
  return error;
}
HEDDLE_INTERPOSE int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (!controlled() || world.current->number == 0 || key >= Controlled::kKeys)
    return HEDDLE_LIBC(pthread_setspecific)(key, value);
  world.current->keys[key] = const_cast<void*>(value);
  world.current->keys_used = true;
  return 0;
}
HEDDLE_INTERPOSE void* pthread_getspecific(pthread_key_t key) noexcept {
  if (!controlled() || world.current->number == 0 || key >= Controlled::kKeys)
    return HEDDLE_LIBC(pthread_getspecific)(key);
  return world.current->keys[key];
}
HEDDLE_EXPORT int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* module) {
  if (!controlled() || world.current->number == 0) {
    using Real = int (*)(void (*)(void*), void*, void*);
    static auto* real = reinterpret_cast<Real>(libc_function("__cxa_thread_atexit_impl"));
    return real(destroy, object, module);
  }
  auto* entry = static_cast<ThreadLocal*>(std::malloc(sizeof(ThreadLocal)));
  *entry = {destroy, object, world.current->destructors};
  world.current->destructors = entry;
  return 0;
}

// For pthread_once, in once.c: what it runs may throw.
HEDDLE_HIDDEN int heddle_once_begin(pthread_once_t* control, const void* pc) {
  return once_begin(control, reinterpret_cast<unsigned char*>(control), pc) ? 1 : 0;
}
HEDDLE_HIDDEN void heddle_once_end(pthread_once_t* control, int done, const void* pc) {
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
  if (controlled()) return once_begin(guard, done, HEDDLE_PC) ? 1 : 0;
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

HEDDLE_INTERPOSE int sched_yield() noexcept { return controlled() ? 0 : HEDDLE_LIBC(sched_yield)(); }

// ---- the end of the process ----

namespace {
[[noreturn]] void leave_process() {
  if (world.current->number == 0) wait_for_others();
  abandon();
}
}  // namespace

HEDDLE_INTERPOSE void exit(int status) noexcept {
  if (controlled()) leave_process();
  reinterpret_cast<void (*)(int)>(libc_function("exit"))(status);
  __builtin_unreachable();
}
HEDDLE_INTERPOSE void _exit(int status) {
  if (controlled()) leave_process();
  reinterpret_cast<void (*)(int)>(libc_function("_exit"))(status);
  __builtin_unreachable();
}
