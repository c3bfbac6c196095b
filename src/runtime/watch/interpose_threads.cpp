// SPDX-License-Identifier: Apache-2.0
// Calls that create, join, detach and name threads.
#include <cerrno>

#include <pthread.h>
#include <signal.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/access.h"
#include "runtime/watch/calls.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/object.h"
#include "runtime/watch/perturb.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/record.h"
#include "runtime/watch/report.h"
#include "runtime/watch/threads.h"
#include "sync/book.h"

using namespace heddle::runtime;
using heddle::sync::Call;

namespace {

// A signal handler must find its thread known: signals are blocked from the thread's creation to here.
void* begin_routine(void* state) {
  auto* thread = static_cast<Thread*>(state);
  begin_thread(*thread);
  if (thread->restore_signals) pthread_sigmask(SIG_SETMASK, &thread->signal_mask, nullptr);
  perturb(nullptr, Passage::begin);
  if (thread->start != nullptr) return thread->start(thread->argument);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(thread->start_c11(thread->argument)));
}

// The id is written by the creator, and nothing orders that before what the new thread does.
int create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), thrd_start_t start_c11,
           void* argument, const void* pc) {
  initialise();
  Thread* creator = active();
  Thread* thread = nullptr;
  if (creator != nullptr) {
    const Busy busy(*creator);
    const ContextId created = stack_at(*creator, pc);
    thread = new_thread(creator, created);
    if (thread != nullptr) {
      thread->start = start;
      thread->start_c11 = start_c11;
      thread->argument = argument;
      if (thread->number < kMaxThreads)
        process.channel->thread[thread->number].start = start_c11 != nullptr
                                                            ? reinterpret_cast<std::uintptr_t>(start_c11)
                                                            : reinterpret_cast<std::uintptr_t>(start);
      int state = PTHREAD_CREATE_JOINABLE;
      if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
      thread->detached = state == PTHREAD_CREATE_DETACHED;
      if (process.recording) record_ordered(*creator, Operation::fork, thread->number, 0, created);
      tick(*creator);
    }
  }
  if (thread == nullptr)
    return start_c11 != nullptr ? HEDDLE_REAL(thrd_create)(handle, start_c11, argument)
                                : HEDDLE_REAL(pthread_create)(handle, attributes, start, argument);
  ++creator->busy;  // what libc does for the new thread is not the program's
  sigset_t own;     // attributes with a mask of their own decide for themselves
  thread->restore_signals = attributes == nullptr || pthread_attr_getsigmask_np(attributes, &own) != 0;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &own);
  thread->signal_mask = own;
  const int result = HEDDLE_REAL(pthread_create)(handle, attributes, begin_routine, thread);
  pthread_sigmask(SIG_SETMASK, &own, nullptr);
  --creator->busy;
  if (result != 0)
    abandon_thread(*thread);
  else
    on_range(handle, sizeof *handle, 0, pc);
  perturb(pc);
  return start_c11 != nullptr ? heddle::sync::as_c11(result) : result;
}

}  // namespace

HEDDLE_INTERPOSE int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                    void* (*start)(void*), void* argument) noexcept {
  before_use_of(attributes, __builtin_return_address(0));
  return create(handle, attributes, start, nullptr, argument, __builtin_return_address(0));
}
HEDDLE_INTERPOSE int thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  return create(handle, nullptr, nullptr, start, argument, __builtin_return_address(0));
}

// A pthread_t names another thread as soon as libc's own join is over, so the state is looked up and taken
// off the name before it; if nothing was joined, because of a time limit or because the joining thread was
// cancelled, the name is put back.
namespace {

struct Join {
  Thread* joined;
  std::uint64_t name;
  int result;
  const void* pc;
};

void after_join(void* what) {
  const auto* join = static_cast<Join*>(what);
  if (Thread* thread = active()) note_wait(*thread, Waits::nothing);
  if (join->joined == nullptr) return;
  if (join->result != 0) {
    name_thread(*join->joined, join->name);
    return;
  }
  if (Thread* thread = active()) {
    const KeepErrno keep;
    const Busy busy(*thread);
    learn(*thread, join->joined->clock);
    after_segment_of(*thread, *join->joined);
    if (process.recording)
      record_ordered(*thread, Operation::join, join->joined->number, 0, stack_at(*thread, join->pc));
  }
  retire_thread(*join->joined);
}

// What the rule book says against it, if anything.
void judge(heddle::sync::Call call, const Thread* other, const void* pc) {
  using heddle::sync::Misuse;
  Thread* thread = active();
  if (thread == nullptr) return;
  const KeepErrno keep;
  const Busy busy(*thread);
  heddle::sync::State state;
  if (other != nullptr) {
    state.owner = other->number;
    state.ended = other->finished;
    state.detached = other->detached;
  }
  const Misuse misuse = other == nullptr ? Misuse::no_such_thread
                                         : heddle::sync::rule(call, state, {.thread = thread->number}).misuse;
  if (misuse != Misuse::none) report_thread_misuse(*thread, misuse, other != nullptr ? other->number : 0, pc);
}

// The result is written by who joins, afterwards: `value_bytes` at `value`, if it is wanted.
template <class Wait>
int join_with(heddle::sync::Call call, pthread_t handle, void* value, std::size_t value_bytes, const void* pc,
              Wait wait) {
  if (!attached() || handle == pthread_self()) return wait();
  Join join{find_thread(handle), handle, ECANCELED, pc};
  judge(call, join.joined, pc);
  if (join.joined != nullptr) name_thread(*join.joined, 0);
  if (Thread* thread = active(); thread != nullptr && join.joined != nullptr) {
    const Busy busy(*thread);
    note_wait(*thread, Waits::join, join.joined->number, {stack_at(*thread, pc), locks_of(*thread)},
              heddle::sync::row(call).form != heddle::sync::Form::blocking);
  }
  pthread_cleanup_push(after_join, &join);
  join.result = wait();
  pthread_cleanup_pop(1);
  if (join.result == 0 && value != nullptr) on_range(value, value_bytes, 0, pc);
  return join.result;
}

void on_detach(Call call, pthread_t handle, const void* pc) {
  if (!attached()) return;
  Thread* thread = find_thread(handle);
  judge(call, thread, pc);
  if (thread == nullptr || thread->detached) return;
  detach_thread(*thread);
}

}  // namespace

#define HEDDLE_JOIN(call, name, parameters, arguments)                                      \
  HEDDLE_INTERPOSE int name parameters {                                                    \
    return join_with(Call::call, handle, value, sizeof *value, __builtin_return_address(0), \
                     [&] { return HEDDLE_REAL(name) arguments; });                          \
  }
#define HEDDLE_DETACH(call, name, type)                         \
  HEDDLE_INTERPOSE int name type {                              \
    on_detach(Call::call, handle, __builtin_return_address(0)); \
    return HEDDLE_REAL(name)(handle);                           \
  }
#define HEDDLE_THREAD_WAIT(name, call) \
  HEDDLE_JOIN(call, name, (pthread_t handle, void** value), (handle, value))
#define HEDDLE_THREAD_TRY_WAIT(name, call) \
  HEDDLE_JOIN(call, name, (pthread_t handle, void** value) noexcept, (handle, value))
#define HEDDLE_THREAD_TIMED_WAIT(name, call) \
  HEDDLE_JOIN(call, name, (pthread_t handle, void** value, const timespec* until), (handle, value, until))
#define HEDDLE_THREAD_CLOCK_WAIT(name, call)                                                        \
  HEDDLE_JOIN(call, name, (pthread_t handle, void** value, clockid_t clock, const timespec* until), \
              (handle, value, clock, until))
#define HEDDLE_THREAD_DETACH(name, call) HEDDLE_DETACH(call, name, (pthread_t handle) noexcept)
#define HEDDLE_C11_THREAD_WAIT(name, its) \
  HEDDLE_JOIN(thread_join, name, (thrd_t handle, int* value), (handle, value))
#define HEDDLE_C11_THREAD_DETACH(name, its) HEDDLE_DETACH(thread_detach, name, (thrd_t handle))
#include "runtime/shared/wait_calls.def"

// What the program calls the thread, for reports.
HEDDLE_INTERPOSE int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  if (self != nullptr && self->busy == 0) {
    std::size_t bytes = 1;
    while (name[bytes - 1] != 0) ++bytes;
    on_range(name, bytes, kRead, __builtin_return_address(0));
  }
  const int result = HEDDLE_REAL(pthread_setname_np)(handle, name);
  if (result != 0 || !attached()) return result;
  const Thread* thread = handle == pthread_self() ? active() : find_thread(handle);
  if (thread == nullptr || thread->number >= kMaxThreads) return result;
  ThreadRecord& record = process.channel->thread[thread->number];
  for (std::size_t i = 0; i + 1 < sizeof record.label; ++i)
    if ((record.label[i] = name[i]) == 0) break;
  return result;
}

// std::thread's constructor creates the thread from inside libstdc++, and its join waits there: the frame of the caller
// is the one of interest.
namespace {
class CallersFrame {
 public:
  CallersFrame(const void* caller, const void* frame) : thread_(self) {
    if (thread_ != nullptr && thread_->depth >= kMaxDepth) thread_ = nullptr;
    if (thread_ != nullptr)
      enter_frame(*thread_, thread_->depth, reinterpret_cast<std::uintptr_t>(caller),
                  reinterpret_cast<std::uintptr_t>(frame));
  }
  ~CallersFrame() {
    if (thread_ != nullptr) --thread_->depth;
  }
  CallersFrame(const CallersFrame&) = delete;
  CallersFrame& operator=(const CallersFrame&) = delete;

 private:
  Thread* thread_;
};
}  // namespace

extern "C" void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    void*, void*, void (*)());
HEDDLE_INTERPOSE void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    void* thread, void* state, void (*depends)()) {
  const CallersFrame frame(__builtin_return_address(0), __builtin_dwarf_cfa());
  HEDDLE_REAL(_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE)
  (thread, state, depends);
}
// The id in the object is the thread's until it was joined or detached; both happen in libstdc++.
#define HEDDLE_PARTS(name)                                 \
  extern "C" void name(void*);                             \
  HEDDLE_INTERPOSE void name(void* thread) {               \
    const void* pc = __builtin_return_address(0);          \
    touches_id(thread, kRead, pc);                         \
    {                                                      \
      const CallersFrame frame(pc, __builtin_dwarf_cfa()); \
      HEDDLE_REAL(name)(thread);                           \
    }                                                      \
    touches_id(thread, 0, pc);                             \
  }
namespace {
void touches_id(const void* thread, std::uint64_t kind, const void* pc) {
  if (self != nullptr && self->busy == 0) on_range(thread, sizeof(pthread_t), kind, pc);
}
}  // namespace
HEDDLE_PARTS(_ZNSt6thread4joinEv)
HEDDLE_PARTS(_ZNSt6thread6detachEv)

// The last thread that ends runs what atexit was given. Where main waits for that in pthread_exit, it comes after all ends;
// any other thread that is the last is not watched any more.
namespace {
bool main_waits = false;
void before_handlers(void*) {
  if (Thread* thread = main_waits ? self : nullptr; thread != nullptr && thread->number == 0)
    after_all_ends(*thread);
}
}  // namespace
extern "C" int __cxa_atexit(void (*)(void*), void*, void*) noexcept;
HEDDLE_INTERPOSE int __cxa_atexit(void (*handler)(void*), void* argument, void* module) noexcept {
  const int error = HEDDLE_REAL(__cxa_atexit)(handler, argument, module);
  if (error == 0 && attached()) HEDDLE_REAL(__cxa_atexit)(before_handlers, nullptr, module);
  return error;
}
HEDDLE_INTERPOSE void pthread_exit(void* result) {
  if (self != nullptr && self->number == 0) {
    main_waits = true;
    process.channel->thread[0].left = 1;
  }
  HEDDLE_REAL(pthread_exit)(result);
  __builtin_unreachable();
}
