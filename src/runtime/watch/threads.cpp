// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/threads.h"

#include <cerrno>

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/access.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/locks.h"
#include "runtime/watch/memory.h"
#include "runtime/watch/object.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/record.h"
#include "runtime/watch/report.h"
#include "runtime/watch/shadow.h"
#include "runtime/watch/signals.h"
#include "sync/book.h"

namespace heddle::runtime {

__thread Thread* self __attribute__((tls_model("initial-exec")));
__thread Epoch probe __attribute__((tls_model("initial-exec"))) = kNever;

namespace {

__thread bool gone __attribute__((tls_model("initial-exec")));  // finished: what still runs is not watched

SpinLock registry;     // guards everything here
Thread* alive;         // created and not yet joined, or detached and running
Thread* spare;         // states to use again
std::uint32_t unborn;  // created, but not yet running: their `pthread` is not known

// Who had a slot since which epoch; the last one first.
struct Tenant {
  Epoch since = 0;
  std::uint32_t number = 0;
  Tenant* earlier = nullptr;
};
struct Slot {
  Tenant* tenant = nullptr;
  Epoch end = 0;  // 0: in use
};
Slot slots[kMaxSlots];
std::uint32_t slots_used;
std::uint32_t* vacant;  // numbers of slots whose thread has finished and been joined, most recent last
std::uint32_t vacants;

pthread_key_t end_key;
bool has_end_key;

bool take_slot(Thread& thread, const Thread* creator) {
  if (vacant == nullptr) {
    vacant = static_cast<std::uint32_t*>(permanent(kMaxSlots * sizeof(std::uint32_t)));
    if (vacant == nullptr) return false;
  }
  std::uint32_t slot = kMaxSlots;
  Epoch since = kTick;
  constexpr std::uint32_t kTries = 64;
  for (std::uint32_t i = vacants; creator != nullptr && i > 0 && vacants - i < kTries; --i) {
    const std::uint32_t candidate = vacant[i - 1];
    if (candidate < creator->clock.size && creator->clock.at[candidate] >= slots[candidate].end) {
      slot = candidate;
      since = (slots[candidate].end & ~(Epoch{0x7fff} << kSlotShift)) + kTick;
      vacant[i - 1] = vacant[--vacants];
      break;
    }
  }
  if (slot == kMaxSlots) {
    if (slots_used == kMaxSlots) {
      switch_off(Doubt::too_many_threads);
      return false;
    }
    slot = slots_used++;
  }
  auto* tenant = static_cast<Tenant*>(permanent(sizeof(Tenant)));
  if (tenant == nullptr) return false;
  if (!start_clock(thread, slot, since, creator != nullptr ? &creator->clock : nullptr)) return false;
  *tenant = {thread.epoch, thread.number, slots[slot].tenant};
  slots[slot].end = 0;
  __atomic_store_n(&slots[slot].tenant, tenant, __ATOMIC_RELEASE);
  return true;
}

void leave_slot(const Thread& thread) {
  slots[thread.slot].end = thread.epoch;
  vacant[vacants++] = thread.slot;
}

Thread* take_state() {
  Thread* thread = spare;
  if (thread != nullptr) {
    spare = thread->next;
    Thread fresh;
    fresh.frames = thread->frames;
    fresh.context_cache = thread->context_cache;
    fresh.origin_cache = thread->origin_cache;
    fresh.clock = thread->clock;
    fresh.clock.size = 0;
    fresh.signals = thread->signals;
    fresh.alternate_stack = thread->alternate_stack;
    fresh.held = thread->held;
    fresh.held_capacity = thread->held_capacity;
    fresh.release_fence = thread->release_fence;
    fresh.release_fence.size = 0;
    fresh.acquire_fence = thread->acquire_fence;
    fresh.acquire_fence.size = 0;
    *thread = fresh;
    return thread;
  }
  auto* memory = static_cast<Thread*>(permanent(sizeof(Thread)));
  auto* frames = static_cast<Frame*>(raw_map(kMaxDepth * sizeof(Frame)));
  auto* cache = static_cast<ContextCacheEntry*>(permanent(kContextCache * sizeof(ContextCacheEntry)));
  auto* origins = static_cast<OriginCacheEntry*>(permanent(kOriginCache * sizeof(OriginCacheEntry)));
  if (memory == nullptr || frames == nullptr || cache == nullptr || origins == nullptr) {
    switch_off(Doubt::no_memory);
    return nullptr;
  }
  *memory = Thread();
  memory->frames = frames;
  memory->context_cache = cache;
  memory->origin_cache = origins;
  return memory;
}

std::uint32_t new_segment(std::uint32_t previous, std::uint32_t joined) {
  Channel& channel = *process.channel;
  const std::uint32_t number = __atomic_add_fetch(&channel.segments, 1, __ATOMIC_RELAXED);
  if (number >= kMaxSegments) return previous;  // more seems to be at the same time than is
  channel.segment[number] = {previous, joined};
  return number;
}

Thread* find_alive(std::uint64_t pthread) {
  for (Thread* thread = alive; thread != nullptr; thread = thread->next)
    if (thread->pthread == pthread) return thread;
  return nullptr;
}

// As pthread_create may return before the new thread has said who it is, one that is not found is waited for.
Thread* find_born(std::uint64_t pthread) {
  for (unsigned tries = 0;; ++tries) {
    {
      const SpinGuard guard(registry);
      Thread* thread = find_alive(pthread);
      if (thread != nullptr || unborn == 0) return thread;
    }
    SpinLock::relax(tries);
  }
}

void unlink_alive(Thread* gone_thread) {
  for (Thread** link = &alive; *link != nullptr; link = &(*link)->next)
    if (*link == gone_thread) {
      *link = gone_thread->next;
      return;
    }
}

void retire(Thread* thread) {
  unlink_alive(thread);
  leave_slot(*thread);
  thread->next = spare;
  spare = thread;
}

// Keys are destroyed in rounds; the thread's other destructors may still touch shared data until the last
// one.
void end_of_thread(void* state) {
  auto* thread = static_cast<Thread*>(state);
  if (++thread->destructor_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, thread);
    return;
  }
  finish_thread(*thread);
}

void make_end_key() {
  if (!has_end_key) has_end_key = pthread_key_create(&end_key, end_of_thread) == 0;
}

// A signal handler must find its thread known: signals are blocked from the thread's creation to here.
void* begin_routine(void* state) {
  auto* thread = static_cast<Thread*>(state);
  begin_thread(*thread);
  if (thread->restore_signals) pthread_sigmask(SIG_SETMASK, &thread->signal_mask, nullptr);
  if (thread->start != nullptr) return thread->start(thread->argument);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(thread->start_c11(thread->argument)));
}

}  // namespace

RegisteredThreads::RegisteredThreads() { registry.lock(); }
RegisteredThreads::~RegisteredThreads() { registry.unlock(); }
Thread* RegisteredThreads::first() const { return alive; }

std::uint32_t thread_of(std::uint64_t entry) {
  const std::uint32_t slot = slot_of(entry);
  if (slot >= kMaxSlots) return 0;
  const Tenant* tenant = __atomic_load_n(&slots[slot].tenant, __ATOMIC_ACQUIRE);
  while (tenant != nullptr && tenant->since > (entry & kEpochMask)) tenant = tenant->earlier;
  return tenant != nullptr ? tenant->number : 0;
}

Thread* new_thread(Thread* creator, ContextId created) {
  const SpinGuard guard(registry);
  Thread* thread = take_state();
  if (thread == nullptr) return nullptr;
  Channel& channel = *process.channel;
  thread->number = channel.threads;
  if (thread->number < kMaxThreads) {
    ThreadRecord& record = channel.thread[thread->number];
    record = {};
    record.created = created;
    record.parent = creator != nullptr ? creator->number : 0;
  }
  __atomic_store_n(&channel.threads, thread->number + 1, __ATOMIC_RELEASE);
  if (!take_slot(*thread, creator)) return nullptr;
  thread->creator = creator;
  thread->segment = new_segment(creator != nullptr ? creator->segment : 0, 0);
  if (creator != nullptr) creator->segment = new_segment(creator->segment, 0);
  thread->next = alive;
  alive = thread;
  if (creator != nullptr) ++unborn;
  return thread;
}

void begin_thread(Thread& thread) {
  become(&thread);
  const Busy busy(thread);
  if (process.recording) record_ordered(thread, Operation::begin, 0, 0, 0);  // before what libc allocates
  {
    const SpinGuard guard(registry);
    thread.pthread = pthread_self();
    if (thread.creator != nullptr && unborn > 0) --unborn;
  }
  pthread_setspecific(end_key, &thread);
  prepare_for_signals(thread);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* low = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    thread.stack_low = reinterpret_cast<std::uintptr_t>(low);
    thread.stack_high = thread.stack_low + size;
    forget_accesses(thread.stack_low, size);  // the stack may have been another thread's
    if (thread.number < kMaxThreads) {
      process.channel->thread[thread.number].stack_low = thread.stack_low;
      process.channel->thread[thread.number].stack_high = thread.stack_high;
    }
  }
}

void finish_thread(Thread& thread) {
  ++thread.busy;
  if (process.on) end_holding(thread);
  if (process.on && process.recording) record_ordered(thread, Operation::end, 0, 0, 0);
  close_chunk(thread);
  empty_quarantine(thread);
  leave_signals(thread);
  __atomic_fetch_add(&process.channel->accesses, thread.accesses, __ATOMIC_RELAXED);
  if (thread.number < kMaxThreads) process.channel->thread[thread.number].finished = 1;
  gone = true;
  become(nullptr);
  const SpinGuard guard(registry);
  thread.finished = true;
  if (thread.detached) retire(&thread);
}

void abandon_thread(Thread& thread) {
  const SpinGuard guard(registry);
  if (unborn > 0) --unborn;
  retire(&thread);
}

void keep_only(Thread& thread) {
  registry.unlock();  // whoever held it is not here
  unborn = 0;
  for (Thread* other = alive; other != nullptr; other = other->next) {
    if (other == &thread) continue;
    other->finished = true;
    other->waits_for = nullptr;
    know_epoch(thread, other->epoch);
  }
  for (std::uint32_t slot = 0; slot < slots_used; ++slot)
    if (slots[slot].end != 0) know_epoch(thread, slots[slot].end);
}

Thread* first_thread() {
  make_end_key();
  Thread* thread = new_thread(nullptr, 0);
  if (thread == nullptr) return nullptr;
  become(thread);
  thread->pthread = pthread_self();
  prepare_for_signals(*thread);
  return thread;
}

Thread* current() {
  if (self != nullptr) return active();
  if (gone || !process.on) return nullptr;
  ++process.channel->doubts[static_cast<std::size_t>(Doubt::unknown_thread)];
  Thread* thread = new_thread(nullptr, 0);
  if (thread == nullptr) return nullptr;
  begin_thread(*thread);
  return thread;
}

}  // namespace heddle::runtime

using namespace heddle::runtime;
using heddle::sync::Call;

namespace {

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
  return start_c11 != nullptr ? heddle::sync::as_c11(result) : result;
}

}  // namespace

HEDDLE_INTERPOSE int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                    void* (*start)(void*), void* argument) noexcept {
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
  if (join->joined == nullptr) return;
  if (join->result != 0) {
    const SpinGuard guard(registry);
    join->joined->pthread = join->name;
    return;
  }
  if (Thread* thread = active()) {
    const KeepErrno keep;
    const Busy busy(*thread);
    learn(*thread, join->joined->clock);
    thread->segment = new_segment(thread->segment, join->joined->segment);
    if (process.recording)
      record_ordered(*thread, Operation::join, join->joined->number, 0, stack_at(*thread, join->pc));
  }
  const SpinGuard guard(registry);
  retire(join->joined);
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
  Join join{find_born(handle), handle, ECANCELED, pc};
  judge(call, join.joined, pc);
  if (join.joined != nullptr) {
    const SpinGuard guard(registry);
    join.joined->pthread = 0;
  }
  pthread_cleanup_push(after_join, &join);
  join.result = wait();
  pthread_cleanup_pop(1);
  if (join.result == 0 && value != nullptr) on_range(value, value_bytes, 0, pc);
  return join.result;
}

}  // namespace

#define HEDDLE_JOIN(call, name, parameters, arguments)                                      \
  HEDDLE_INTERPOSE int name parameters {                                                    \
    return join_with(Call::call, handle, value, sizeof *value, __builtin_return_address(0), \
                     [&] { return HEDDLE_REAL(name) arguments; });                          \
  }
HEDDLE_JOIN(thread_join, pthread_join, (pthread_t handle, void** value), (handle, value))
HEDDLE_JOIN(thread_join, thrd_join, (thrd_t handle, int* value), (handle, value))
HEDDLE_JOIN(thread_try_join, pthread_tryjoin_np, (pthread_t handle, void** value) noexcept, (handle, value))
HEDDLE_JOIN(thread_timed_join, pthread_timedjoin_np, (pthread_t handle, void** value, const timespec* until),
            (handle, value, until))
HEDDLE_JOIN(thread_timed_join, pthread_clockjoin_np,
            (pthread_t handle, void** value, clockid_t clock, const timespec* until),
            (handle, value, clock, until))

namespace {

void on_detach(pthread_t handle, const void* pc) {
  if (!attached()) return;
  Thread* thread = find_born(handle);
  judge(Call::thread_detach, thread, pc);
  if (thread == nullptr || thread->detached) return;
  const SpinGuard guard(registry);
  thread->detached = true;
  if (thread->finished) retire(thread);
}

}  // namespace

HEDDLE_INTERPOSE int pthread_detach(pthread_t handle) noexcept {
  on_detach(handle, __builtin_return_address(0));
  return HEDDLE_REAL(pthread_detach)(handle);
}
HEDDLE_INTERPOSE int thrd_detach(thrd_t handle) {
  on_detach(handle, __builtin_return_address(0));
  return HEDDLE_REAL(thrd_detach)(handle);
}

// std::thread's constructor creates the thread from inside libstdc++: the frame of its caller is the one of
// interest.
extern "C" void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    void*, void*, void (*)());
HEDDLE_INTERPOSE void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    void* thread, void* state, void (*depends)()) {
  Thread* caller = self;
  const bool room = caller != nullptr && caller->depth < kMaxDepth;
  if (room)
    enter_frame(*caller, caller->depth, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)),
                reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa()));
  HEDDLE_REAL(_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE)
  (thread, state, depends);
  if (room) --caller->depth;
}
