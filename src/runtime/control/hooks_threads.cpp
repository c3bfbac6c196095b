// SPDX-License-Identifier: Apache-2.0
// Threads: their birth, end and storage.
#include <cstdlib>
#include <cstring>
#include <new>

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/control/bounds.h"
#include "runtime/control/callbacks.h"
#include "runtime/control/histories.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/loops.h"
#include "runtime/control/meeting_times.h"
#include "runtime/control/modules.h"
#include "runtime/control/put_back.h"
#include "runtime/control/stub.h"
#include "runtime/control/switch.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// ---- thread-local variables of the program's own modules ----

struct Template {
  std::uint64_t offset;  // below the thread's storage
  const void* image;
  std::size_t initialised, size;
};
Template* templates = nullptr;
std::size_t templates_count = 0, templates_room = 0;

int note_template(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_tls_data == nullptr) return 0;
  if (info->dlpi_name[0] != 0 && (std::strstr(info->dlpi_name, "/libc.so") != nullptr ||
                                  std::strstr(info->dlpi_name, "libstdc++") != nullptr ||
                                  std::strstr(info->dlpi_name, "libheddle") != nullptr))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_TLS || ++templates_count > templates_room) continue;
    templates[templates_count - 1] = {
        thread_storage() - reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data),
        reinterpret_cast<const void*>(info->dlpi_addr + header.p_vaddr), header.p_filesz, header.p_memsz};
  }
  return 0;
}

Thread joiner_of(const Controlled& thread) {  // who waits for its end
  Thread joiner = sync::kNobody;
  for (Thread number = 0; number < world.threads; ++number)
    if (world.all[number]->state == Controlled::State::stopped && world.all[number]->joins == thread.number)
      joiner = number;
  return joiner;
}

// What the rule book looks at; of a thread that nobody knows it says nothing.
sync::State state_of(const Controlled& thread) {
  sync::State state;
  state.life = sync::Life::initialised;
  state.owner = thread.number;
  state.ended = thread.state == Controlled::State::ended;
  state.detached = thread.detached;
  state.joined = thread.joined;
  state.joiner = joiner_of(thread);
  return state;
}

// Threads that were started outside of any execution, and may be running still: they are not explored.
pthread_t outsiders[64];
std::uint32_t outsiders_count = 0, outsiders_started = 0, outsiders_ended = 0;

void outsider_started(pthread_t handle) {
  __atomic_add_fetch(&outsiders_started, 1, __ATOMIC_RELAXED);
  const std::uint32_t at = __atomic_fetch_add(&outsiders_count, 1, __ATOMIC_RELAXED);
  if (at < sizeof outsiders / sizeof *outsiders) outsiders[at] = handle;
}
bool is_outsider(pthread_t handle) {
  if (outsiders_count > sizeof outsiders / sizeof *outsiders) return true;
  for (std::uint32_t i = 0; i < outsiders_count; ++i)
    if (outsiders[i] == handle) return true;
  return false;
}

void outsider_ended(pthread_t handle) {
  if (is_outsider(handle)) __atomic_add_fetch(&outsiders_ended, 1, __ATOMIC_RELAXED);
}

[[noreturn]] void unknown_thread(pthread_t handle, const char* what, const void* pc) {
  if (is_outsider(handle)) {
    cut(Doubt::thread_before);
  }
  const Place place = here(Action::join, 0, 0, pc);
  fail(FailureKind::lock_misuse, what, 0, 0, &place, 1);
  __builtin_unreachable();
}

sync::Ruling ruled_thread(sync::Call call, const Controlled& thread, const sync::Arguments& arguments,
                          const void* pc) {
  const sync::Ruling ruling = rule(call, state_of(thread), {world.current->number, 0}, arguments);
  if (ruling.misuse != sync::Misuse::none) misused(sync::Object::thread, ruling.misuse, 0, pc);
  return ruling;
}

// The end of a thread, for those who look whether it has come.
Object& end_of(const Controlled& thread) {
  return object_at(reinterpret_cast<void*>(std::uintptr_t{thread.number} + 1), Role::end);
}

// It has the end's object changed when it comes, for a loop that waits for it by looking (loops.cpp).
std::uint32_t ends_looked_at = 0;  // in this execution
void look_at_end(const Controlled& other, const void* pc) {
  make_visible(Shared::kEnds);
  ends_looked_at = world.generation;
  Object& end = end_of(other);
  end.state.count = other.state == Controlled::State::ended ? 1 : 0;
  Operation operation = on(end, false);
  Look look(end, operation, pc, true);
  reach(operation, &end, Action::join, 0, pc);
  look.performs();
  operation.before = content(end);
  look.performed(operation);
}

// ---- ids: libc hands out that of a thread that is gone again ----

// The last thread whose id is free; nullptr: there is none.
Controlled* last_gone() {
  for (Thread number = world.threads; number-- > 1;) {
    Controlled& thread = *world.all[number];
    if (thread.state == Controlled::State::ended && !thread.name_gone && (thread.joined || thread.detached))
      return &thread;
  }
  return nullptr;
}

// Which ids are free changes with each thread that is made or gone: steps, where somebody looks at them.
Object& names() {
  static const char all = 0;
  return object_at(&all);
}
void name_is_free(const void* pc) {
  if (is_visible(Shared::kNames)) step_on(names(), true, pc, Action::join);
}

// Whose id the new thread gets, by choice; nullptr: one of its own.
Controlled* namesake(const void* pc) {
  if (!is_visible(Shared::kNames)) return nullptr;
  Operation operation = on(names(), true);
  reach(operation, &names(), Action::fork, 0, pc);
  Controlled* gone = last_gone();
  if (gone != nullptr && outcome(2) == 0) gone = nullptr;
  performed(operation);
  return gone;
}

int join(sync::Call call, pthread_t handle, void** result, const sync::Arguments& arguments, const void* pc) {
  Controlled& self = *world.current;
  Controlled* other = find_thread(handle);
  if (other == nullptr) unknown_thread(handle, "a thread is joined that there is not", pc);
  const sync::Form form = sync::row(call).form;
  if (form == sync::Form::trying) {
    look_at_end(*other, pc);
  } else if (form == sync::Form::timed) {
    make_visible(Shared::kEnds);
    Operation operation = on(end_of(*other), false);
    reach(operation, nullptr, Action::join, 0, pc);
    performed(operation);
  }
  // Another thread that nobody has joined, or is about to, is joined when it has ended: no rule says else, and most joins
  // need not ask.
  const auto is_simple = [&] {
    return form == sync::Form::blocking && other != &self && !other->joined && !other->detached &&
           joiner_of(*other) == sync::kNobody;
  };
  bool blocks = other->state != Controlled::State::ended;
  if (!is_simple()) {
    const sync::Ruling ruling = ruled_thread(call, *other, arguments, pc);
    if (ruling.count != 0 && ruling.answers[0].value != 0) return ruling.answers[0].value;
    blocks = ruling.blocks();
  }
  if (blocks) {
    self.joins = other->number;
    self.doing = Action::join;
    self.doing_address = 0;
    self.doing_pc = pc;
    self.doing_caller = own_caller(pc);
    blocked_until_resumed(*new (&world.views[self.number].next) Operation(), nullptr);  // made there
    self.joins = kNoThread;
    if (!is_simple())  // it may have been detached or joined meanwhile
      ruled_thread(call, *other, arguments, pc);
  }
  effect();
  acquire_from(self, &other->clock);
  order(*other, self);
  name_is_free(pc);
  will_change(other->joined);
  other->joined = true;
  if (result != nullptr) {
    touch(result, sizeof *result, true, pc);
    *result = other->result;
    learn_times(self, *other);
  }
  return 0;
}

ThreadLocal* early_destructors = nullptr;  // of the main thread's objects from outside of any execution
ThreadLocal* early_left = nullptr;         // of them, in this execution
std::uint32_t early_of = 0;                // which that is

struct C11Start {
  int (*function)(void*);
  void* argument;
};
void* c11_start(void* argument) {
  const C11Start start = *static_cast<C11Start*>(argument);
  std::free(argument);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(call_back(start.function, start.argument)));
}

int create(pthread_t* handle, bool detached, void* (*start)(void*), void* argument, const void* pc,
           std::size_t stack = 0) {
  call_starts_thread();
  effect();
  Controlled* const same = namesake(pc);
  const bool comes_late = world.threads > 1;
  Controlled& thread = spawn(start, argument, pc);
  if (!fit_stack(thread, stack)) cut(Doubt::own_stack, "of 1 GiB or more");
  thread.detached = detached;
  thread.comes_late = comes_late;
  if (same != nullptr) {
    thread.name = same->name;
    will_change(same->name_gone);
    same->name_gone = true;
  }
  touch(handle, sizeof *handle, true, pc);  // nothing orders it with what the new thread does
  *handle = thread.name;
  return 0;
}

}  // namespace

Controlled* find_thread(std::uint64_t handle) {
  for (Thread number = 0; number < world.threads; ++number)
    if (world.all[number]->name == handle && !world.all[number]->name_gone &&
        world.all[number]->state != Controlled::State::absent)
      return world.all[number];
  return nullptr;
}

void reset_thread_locals(Controlled& thread) {
  if (templates == nullptr) {
    dl_iterate_phdr(note_template, nullptr);
    templates_room = templates_count;
    templates = static_cast<Template*>(map_apart((templates_room + 1) * sizeof(Template)));
    templates_count = 0;
    dl_iterate_phdr(note_template, nullptr);
  }
  for (std::size_t i = 0; i < templates_count; ++i) {
    auto* to = reinterpret_cast<char*>(thread.storage - templates[i].offset);
    std::memcpy(to, templates[i].image, templates[i].initialised);
    std::memset(to + templates[i].initialised, 0, templates[i].size - templates[i].initialised);
  }
  put_back_library_locals(thread);
}

void run_thread_locals(Controlled& self) {
  while (ThreadLocal* destructor = self.destructors) {
    self.destructors = destructor->next;
    destructor->destroy(destructor->object);
  }
  if (self.number != 0) return;
  will_change(early_of);
  will_change(early_left);
  if (early_of != world.generation) {
    early_of = world.generation;
    early_left = early_destructors;
  }
  while (ThreadLocal* destructor = early_left) {
    early_left = destructor->next;
    destructor->destroy(destructor->object);
  }
}

void end_visibly(Controlled& self) {
  Operation operation = on(end_of(self), true);
  reach(operation, nullptr, Action::end, 0, nullptr);
  performed(operation);
}

void note_end(const Controlled& self) {
  if (ends_looked_at == world.generation) end_of(self).state.count = 1;
}

namespace {
std::uint64_t look_at_name(const Controlled& self) {
  if (self.comes_late) make_visible(Shared::kNames);
  return self.name;
}
}  // namespace

bool threads_outside() { return outsiders_started != outsiders_ended; }

void run_thread_end(Controlled& self) {
  run_thread_locals(self);
  run_key_destructors(self);
  end_holds(self);
  if (self.detached) name_is_free(nullptr);
}

}  // namespace heddle::control

using namespace heddle::control;
using sync_call = heddle::sync::Call;

HEDDLE_INTERPOSE int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                    void* (*start)(void*), void* argument) noexcept {
  if (!controlled_kept()) {
    const int error = HEDDLE_LIBC(pthread_create)(handle, attributes, start, argument);
    if (error == 0) outsider_started(*handle);
    return error;
  }
  int detached = PTHREAD_CREATE_JOINABLE;
  std::size_t stack = 0;
  if (attributes != nullptr) {
    touch(attributes, sizeof *attributes, false, HEDDLE_PC);
    pthread_attr_getdetachstate(attributes, &detached);
    void* low = nullptr;  // without a stack of the program's own, the end is address 0
    pthread_attr_getstack(attributes, &low, &stack);
    if (reinterpret_cast<std::uintptr_t>(low) + stack != 0)
      cut(Doubt::own_stack, "the program's own memory (pthread_attr_setstack)");
  }
  return create(handle, detached == PTHREAD_CREATE_DETACHED, start, argument, HEDDLE_PC, stack);
}
// The stacks are heddle's, main's too.
HEDDLE_INTERPOSE int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) noexcept {
  const int error = HEDDLE_LIBC(pthread_getattr_np)(handle, attributes);
  if (error != 0 || !controlled()) return error;
  constexpr std::size_t kPage = 4096;
  if (const Controlled* thread = find_thread(handle); thread != nullptr && thread->stack != nullptr)
    HEDDLE_LIBC(pthread_attr_setstack)
  (attributes, static_cast<char*>(thread->stack) + kPage + thread->stack_closed,
   thread->stack_bytes - kPage - thread->stack_closed);
  return 0;
}
namespace {

// By libc, of a thread that runs outside of executions.
int joined_outside(pthread_t handle, int error) {
  if (error == 0) outsider_ended(handle);
  return error;
}

// Its time can run out before the other one ends; after so many times it waits.
int join_until(sync_call call, pthread_t handle, void** result, clockid_t clock, const timespec* time,
               const void* pc) {
  Controlled& self = *world.current;
  may_come_back(self, pc);
  if (!may_be_baseless(self, Baseless::timeout, pc))
    return join(sync_call::thread_join, handle, result, {}, pc);
  const int error = join(call, handle, result, until(time, clock), pc);
  if (error == ETIMEDOUT) {
    --self.timeouts;
    if (world.recording) note_baseless(Baseless::timeout);
  }
  return noted_time(error, clock, time);
}

int join_c11(sync_call call, pthread_t handle, int* result, const void* pc) {
  Controlled* thread = find_thread(handle);
  const int error = join(call, handle, nullptr, {}, pc);
  if (error != 0 || result == nullptr) return heddle::sync::as_c11(error);
  touch(result, sizeof *result, true, pc);
  *result = static_cast<int>(reinterpret_cast<std::intptr_t>(thread->result));
  learn_times(*world.current, *thread);
  return thrd_success;
}

int detach(sync_call call, pthread_t handle, const void* pc) {
  Controlled* thread = find_thread(handle);
  if (thread == nullptr) unknown_thread(handle, "a thread is detached that there is not", pc);
  ruled_thread(call, *thread, {}, pc);
  will_change(thread->detached);
  thread->detached = true;
  return 0;
}

}  // namespace

// What may come back without having waited is a stub: whether its caller is in the same state again is asked of its
// registers.
#define HEDDLE_THREAD_WAIT(name, call)                                                    \
  static constexpr auto kCallOf_##name = sync_call::call;                                 \
  HEDDLE_INTERPOSE int name(pthread_t handle, void** result) {                            \
    return controlled_kept() ? join(sync_call::call, handle, result, {}, HEDDLE_PC)       \
                             : joined_outside(handle, HEDDLE_LIBC(name)(handle, result)); \
  }
#define HEDDLE_THREAD_TRY_WAIT(name, call)                                           \
  HEDDLE_HIDDEN int heddle_##name(pthread_t handle, void** result) {                 \
    return controlled() ? join(sync_call::call, handle, result, {}, HEDDLE_PC)       \
                        : joined_outside(handle, HEDDLE_LIBC(name)(handle, result)); \
  }                                                                                  \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_THREAD_TIMED_WAIT(name, call)                                                           \
  HEDDLE_HIDDEN int heddle_##name(pthread_t handle, void** result, const timespec* time) {             \
    return controlled() ? join_until(sync_call::call, handle, result, CLOCK_REALTIME, time, HEDDLE_PC) \
                        : joined_outside(handle, HEDDLE_LIBC(name)(handle, result, time));             \
  }                                                                                                    \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_THREAD_CLOCK_WAIT(name, call)                                                                \
  HEDDLE_HIDDEN int heddle_##name(pthread_t handle, void** result, clockid_t clock, const timespec* time) { \
    return controlled() ? join_until(sync_call::call, handle, result, clock, time, HEDDLE_PC)               \
                        : joined_outside(handle, HEDDLE_LIBC(name)(handle, result, clock, time));           \
  }                                                                                                         \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_THREAD_DETACH(name, call)                                                               \
  static constexpr auto kCallOf_##name = sync_call::call;                                              \
  HEDDLE_INTERPOSE int name(pthread_t handle) noexcept {                                               \
    return controlled_kept() ? detach(sync_call::call, handle, HEDDLE_PC) : HEDDLE_LIBC(name)(handle); \
  }
#define HEDDLE_C11_THREAD_WAIT(name, its)                                                 \
  HEDDLE_INTERPOSE int name(thrd_t handle, int* result) {                                 \
    return controlled_kept() ? join_c11(kCallOf_##its, handle, result, HEDDLE_PC)         \
                             : joined_outside(handle, HEDDLE_LIBC(name)(handle, result)); \
  }
#define HEDDLE_C11_THREAD_DETACH(name, its)                                              \
  HEDDLE_INTERPOSE int name(thrd_t handle) {                                             \
    return controlled() ? heddle::sync::as_c11(detach(kCallOf_##its, handle, HEDDLE_PC)) \
                        : HEDDLE_LIBC(name)(handle);                                     \
  }
#include "runtime/shared/wait_calls.def"

HEDDLE_INTERPOSE pthread_t pthread_self() noexcept {
  if (controlled_kept()) return look_at_name(*world.current);
  pthread_t self;
  asm("mov %%fs:0x10, %0" : "=r"(self));
  return self;
}
HEDDLE_INTERPOSE thrd_t thrd_current() { return pthread_self(); }
HEDDLE_INTERPOSE int pthread_cancel(pthread_t handle) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cancel)(handle);
  const Controlled* thread = find_thread(handle);
  if (thread == nullptr || thread->state == Controlled::State::ended) return 0;
  cut(Doubt::cancellation);
}
HEDDLE_INTERPOSE int thrd_create(thrd_t* handle, thrd_start_t function, void* argument) {
  if (!controlled_kept()) {
    const int error = HEDDLE_LIBC(thrd_create)(handle, function, argument);
    if (error == thrd_success) outsider_started(*handle);
    return error;
  }
  auto* start = static_cast<C11Start*>(std::malloc(sizeof(C11Start)));
  *start = {function, argument};
  return create(handle, false, c11_start, start, HEDDLE_PC);
}
HEDDLE_INTERPOSE void thrd_yield() {
  if (!controlled_kept()) HEDDLE_LIBC(thrd_yield)();
}

HEDDLE_EXPORT int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* module) {
  // Outside of an execution libc runs it too, if the real process ends.
  const bool is_early = !controlled() && HEDDLE_LIBC(getpid)() == HEDDLE_LIBC(gettid)();
  if (controlled() || is_early) {
    ThreadLocal*& first = is_early ? early_destructors : world.current->destructors;
    auto* entry = static_cast<ThreadLocal*>(std::malloc(sizeof(ThreadLocal)));
    *entry = {destroy, object, first};
    first = entry;
  }
  if (controlled()) return 0;
  using Real = int (*)(void (*)(void*), void*, void*);
  static auto* real = reinterpret_cast<Real>(libc_function("__cxa_thread_atexit_impl"));
  return real(destroy, object, module);
}

HEDDLE_INTERPOSE int sched_yield() noexcept { return controlled_kept() ? 0 : HEDDLE_LIBC(sched_yield)(); }
